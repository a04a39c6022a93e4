// SPDX-License-Identifier: GPL-3.0-or-later
// One plan measured on several GPUs at the same time: on several machines, or on several GPUs of one. Each has a
// worker, a thread and a recording of its own; one that fails leaves the others alone.
#pragma once

#include "kernels/measure/measurement.h"
#include "kernels/measure/place.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warplens::kernels {

/// One GPU of a run.
struct MeasureTarget {
    Place place;
    std::string label;                ///< what it is called in this run; see labelTargets
    std::optional<Recording> resumed; ///< its part of an earlier run
};

/// The targets of some places, with labels that tell them apart: the machine's name, where there are several devices
/// the device too, and a number where that is still not enough: "gpu-a", "this machine, GPU 1", "srun 2".
std::vector<MeasureTarget> labelTargets(const std::vector<Place>& places);

/// A label as a part of a file's name: letters, digits, '.', '_' and '-'.
std::string fileNameOf(const std::string& label);

/// Called from the targets' threads, one call at a time. The number is the target's.
struct SideBySideCallbacks {
    std::function<void(std::size_t, const MeasureProgress&)> onProgress;
    std::function<void(std::size_t, const Recording&)> onSizeDone;
    std::function<void(std::size_t, const Recording&)> onSoFar;
};

struct TargetOutcome {
    std::optional<Measured> measured;     ///< empty: nothing could be measured there
    std::optional<WorkerFailure> failure; ///< then: why
};

/// The outcomes in the order of the targets. The plan's device, machine and resumed recording are the targets'. Stages
/// of the CPU run on this machine, so only the first target measures them. `worker`: this machine's, or empty.
std::vector<TargetOutcome> measureSideBySide(const std::vector<MeasureTarget>& targets, const std::string& worker,
                                             bool mayAsk, const StageCompiler& compiler, const MeasurePlan& plan,
                                             const SideBySideCallbacks& callbacks, const std::stop_token& stop);

/// How the worker of a place is started; `worker` is this machine's, or empty. Throws WorkerFailure "no-worker".
WorkerStart startOf(const Place& place, const std::string& worker, bool mayAsk);

/// The GPUs of a machine: the worker's answer to `devices`, with its answer to `hello` as a member of that name.
/// Throws WorkerFailure.
nlohmann::json devicesOf(const Place& place, const std::string& worker, bool mayAsk,
                         const RequestOptions& options = {});

} // namespace warplens::kernels
