// SPDX-License-Identifier: GPL-3.0-or-later
// Times a CPU stage on one thread of this machine and verifies its result. The work is done by a child process, so that
// it can be ended at any moment, and a function that crashes or does not return costs only itself.
#pragma once

#include "kernels/catalogue/instance.h"
#include "kernels/measure/recording.h"

#include <cstddef>
#include <functional>
#include <stop_token>

namespace warplens::kernels {

struct CpuTiming {
    std::size_t samples = 10;  ///< as many are taken, but for the next two
    double minSeconds = 0.5;   ///< ... and more until they cover this much time
    double maxSeconds = 20.0;  ///< ... or fewer, three at least, when so much time went by
    double callTimeout = 60.0; ///< seconds that one call may take
};

/// The row of a recording: times, errors, the name of the CPU. What goes wrong is said in the row; throws WorkerFailure
/// "cancelled" where that was asked for. `progress` is told the fraction of the samples that are there.
RecordedResult measureOnCpu(const Stage& stage, const StageInstance& instance, const CpuTiming& timing,
                            const std::function<void(double)>& progress, const std::stop_token& stop);

} // namespace warplens::kernels
