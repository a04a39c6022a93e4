// SPDX-License-Identifier: GPL-3.0-or-later
// The worker of one measurement: started where there is none, met anew where it was started again, and what it is and
// can do: its GPU, whether it compiles, where its numbers are from.
#pragma once

#include "kernels/catalogue/instance.h"
#include "kernels/measure/measurement.h"
#include "kernels/measure/worker_failure.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>

namespace warplens::kernels {

class MeasuringWorker {
public:
    /// `onNote` hears what is waited for while the worker starts.
    MeasuringWorker(WorkerClient& client, const StageCompiler& compiler, const MeasurePlan& plan,
                    const MeasureCallbacks& callbacks, std::function<void(const std::string&)> onNote,
                    const std::stop_token& stop);

    /// Starts it where there is none, and looks whose GPU it has: a queue may have led it to another machine. Throws
    /// WorkerFailure, also where it is another kind of GPU than at first.
    void meet();
    /// Sends a request and waits for its result. Throws WorkerFailure.
    nlohmann::json send(nlohmann::json request, std::function<void(const nlohmann::json&)> onProgress = {});

    /// As in protocol.h's `devices`; empty until it was met.
    const nlohmann::json& device() const { return m_device; }
    std::size_t deviceIndex() const { return m_deviceIndex; }
    DeviceLimits limits() const;
    Provenance provenance() const;
    /// One recording is of one kind of GPU with one driver: throws WorkerFailure where it began elsewhere.
    void refuseAnother(const Provenance& then) const;
    /// What it is to run: a source, where it can compile; otherwise machine code, which was compiled here. Throws
    /// CannotCompile.
    nlohmann::json codeOf(const MeasuredVariant& variant) const;

private:
    RequestOptions requestOptions() const;
    void greet();
    bool compiles() const;

    WorkerClient& m_client;
    const StageCompiler& m_compiler;
    const MeasurePlan& m_plan;
    const MeasureCallbacks& m_callbacks;
    std::function<void(const std::string&)> m_onNote;
    const std::stop_token& m_stop;
    nlohmann::json m_hello = nlohmann::json::object();
    nlohmann::json m_device = nlohmann::json::object();
    std::size_t m_deviceIndex = 0;
    bool m_hasSeveral = false; ///< GPUs in its machine
    int m_starts = 0;          ///< of the worker, up to the one that was met
    Provenance m_first;        ///< when it was met first
};

/// What is told of an answer that lacks something.
WorkerFailure unreadable(const nlohmann::json::exception& error);

} // namespace warplens::kernels
