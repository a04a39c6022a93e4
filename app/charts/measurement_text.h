// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to know about one measured result beside its speed, as lines of a tip. No widget.
#pragma once

#include "kernels/measure/recording.h"

#include <QString>

namespace warplens::app {

/// Some samples were taken while the clocks were held down, as by the limit of power.
bool isThrottled(const kernels::RecordedResult& result);

/// Lines, each begins with a line break: time, cycles and samples; clocks; error; registers and occupancy; a library's
/// mode and kernel; the CPU. What is not known is left out.
QString measurementText(const kernels::RecordedResult& result);

} // namespace warplens::app
