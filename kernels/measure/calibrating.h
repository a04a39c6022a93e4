// SPDX-License-Identifier: GPL-3.0-or-later
// A calibration as it is made: a worker on the GPU's machine runs the micro-benchmarks.
#pragma once

#include "kernels/images/compile_stage.h"
#include "kernels/measure/benchmarks.h"
#include "kernels/measure/place.h"
#include "kernels/measure/recording.h"
#include "kernels/measure/worker_failure.h"

#include <functional>
#include <stop_token>
#include <string>

namespace warplens::kernels {

struct CalibrationPlan {
    Place place;
    std::string worker;          ///< this machine's, or empty
    std::string source;          ///< of the benchmarks: CUDA C++
    double launchTimeout = 60.0; ///< seconds that one launch may take
};

struct CalibrationProgress {
    std::string phase; ///< "start", "compile", "benchmark", "copy"
    std::string name;  ///< of the benchmark; of "start": what is waited for, in words
    std::size_t done = 0, of = 0;
};

struct MeasuredCalibration {
    Provenance provenance;
    BenchedGpu gpu;
    Figures figures;
    double copyGbps = 0; ///< read and written
};

/// Throws WorkerFailure: no worker, no driver, no such GPU, "cancelled"; and CannotCompile where nobody has a compiler.
MeasuredCalibration calibrate(const CalibrationPlan& plan, const StageCompiler& compiler,
                              const std::function<void(const CalibrationProgress&)>& onProgress,
                              const std::stop_token& stop);

} // namespace warplens::kernels
