// SPDX-License-Identifier: GPL-3.0-or-later
// Measures stages on a GPU: plans the requests, one for each size, sends them to a worker, and makes a recording of
// what comes back. A subject that crashes the worker, hangs or does not compile costs only itself.
#pragma once

#include "kernels/catalogue/instance.h"
#include "kernels/images/compile_stage.h"
#include "kernels/measure/recording.h"
#include "kernels/measure/worker_client.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::kernels {

/// A stage with all its parameters.
struct MeasuredVariant {
    Stage stage;
    ParameterValues parameters;
};

struct MeasurePlan {
    std::vector<MeasuredVariant> variants;
    std::vector<Size> sizes;
    std::string device;     ///< which GPU, as in device_choice.h; empty: the first
    bool elsewhere = false; ///< on another machine than this program, for the recording
    std::string machine;    ///< then: what that is called; empty: as it calls itself
    std::size_t minSamples = 10;
    std::size_t maxSamples = 300;
    double minSeconds = 0.5; ///< of GPU time for each variant
    double maxSeconds = 20.0;
    bool warm = true;
    bool cold = false;
    double launchTimeout = 60.0; ///< seconds that one launch may take
    bool ceilings = true;        ///< measure those, too
    bool verifyOnly = false;     ///< no times at all: each is run once, and its result compared
    bool skipTooSlow = false;    ///< leave out stages of the CPU that would take too long, instead of saying so
    /// An earlier run that ended too soon: what was measured there without an error is kept and not measured again.
    /// Its GPU and driver must be those of the worker.
    std::optional<Recording> resumed;
};

/// Whether there is anything to be done by a worker: stages of the CPU are measured by this program.
bool needsWorker(const MeasurePlan& plan);

struct MeasureProgress {
    std::size_t sizeIndex = 0;
    std::size_t sizeCount = 0;
    Size size;
    std::string stage;     ///< being worked on; empty for what concerns all
    std::string variant;   ///< variantText of it
    std::string phase;     ///< as in protocol.h; before them "start"
    std::string note;      ///< of "start": what it waits for, in words
    double fraction = 0.0; ///< of the phase
};

struct MeasureCallbacks {
    std::function<void(const MeasureProgress&)> onProgress;
    std::function<void(const Recording&)> onSizeDone; ///< the recording so far
    /// Which GPU it will be, as in protocol.h's `devices`, once it is known. May throw WorkerFailure to refuse it.
    std::function<void(const nlohmann::json&)> onDevice;
    /// Some times a second: the recording so far, with medians of the samples that there are yet.
    std::function<void(const Recording&)> onSoFar;
};

struct Measured {
    Recording recording;
    bool cancelled = false; ///< then the recording holds what was finished
    std::string problem;    ///< why it had to end early, with what was finished; empty: it did not
};

/// Throws WorkerFailure where nothing can be measured at all: no worker, no driver, no such GPU. Stages of the CPU come
/// first, while the GPU is idle, and need neither worker nor GPU. The compiler is used
/// where the worker's machine has none.
Measured measure(WorkerClient& client, const StageCompiler& compiler, const MeasurePlan& plan,
                 const MeasureCallbacks& callbacks = {}, const std::stop_token& stop = {});

} // namespace warplens::kernels
