// SPDX-License-Identifier: GPL-3.0-or-later
// The table of counts, made from what has happened so far, the model's launch and the hardware's counters.
#pragma once

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/moved.h"
#include "app/model/replay.h"
#include "kernels/measure/recording.h"
#include "sim/trace/counts.h"
#endif
#include "app/views/counts_view.h"

namespace warplens::app {

/// Each of them may be missing. `counters` belong to the same launch as `launch`.
CountTable countTable(const SoFar* soFar, const sim::trace::Counts* launch, const kernels::RecordedCounters* counters,
                      MovedIn unit = MovedIn::Sectors);

} // namespace warplens::app
