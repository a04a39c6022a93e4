// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/measuring_worker.h"

#include "kernels/build_info/build_info.h"
#include "kernels/data/cpu.h"
#include "kernels/files/json_problem.h"
#include "kernels/measure/device_choice.h"
#include "kernels/measure/worker_json.h"
#include "kernels/protocol/base64.h"
#include "kernels/protocol/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

namespace warplens::kernels {
namespace {

using nlohmann::json;

/// "9.0" → 90, for comparison.
int capabilityNumber(const std::string& text) {
    int major = 0, minor = 0;
    const auto [dot, error] = std::from_chars(text.data(), text.data() + text.size(), major);
    if (error == std::errc{} && dot != text.data() + text.size())
        std::from_chars(dot + 1, text.data() + text.size(), minor);
    return 10 * major + minor;
}

std::string versionOf(const json& object, const char* key) {
    return object.contains(key) && object.at(key).is_object() ? textOf(object.at(key), "version") : "";
}

} // namespace

WorkerFailure unreadable(const json::exception& error) {
    return {"protocol", fmt::format("the worker's answer cannot be read: {}", jsonProblem(error.what()))};
}

MeasuringWorker::MeasuringWorker(WorkerClient& client, const StageCompiler& compiler, const MeasurePlan& plan,
                                 const MeasureCallbacks& callbacks, std::function<void(const std::string&)> onNote,
                                 const std::stop_token& stop)
    : m_client(client)
    , m_compiler(compiler)
    , m_plan(plan)
    , m_callbacks(callbacks)
    , m_onNote(std::move(onNote))
    , m_stop(stop) {}

RequestOptions MeasuringWorker::requestOptions() const {
    RequestOptions options;
    options.onNote = m_onNote;
    options.stop = m_stop;
    // The worker itself gives up on a launch after launchTimeout; some phases are several launches long.
    options.silence = std::chrono::milliseconds(static_cast<std::int64_t>(m_plan.launchTimeout * 10'000.0));
    return options;
}

json MeasuringWorker::send(json request, std::function<void(const json&)> onProgress) {
    RequestOptions options = requestOptions();
    options.onProgress = std::move(onProgress);
    return m_client.request(std::move(request), options);
}

void MeasuringWorker::meet() {
    m_client.start(requestOptions());
    if (m_starts == m_client.starts())
        return;
    try {
        greet();
        if (m_starts > 0)
            refuseAnother(m_first);
        else
            m_first = provenance();
    } catch (const json::exception& error) {
        throw unreadable(error);
    }
    m_starts = m_client.starts();
}

void MeasuringWorker::greet() {
    m_hello = m_client.hello();
    if (m_hello.empty()) // a command, which nobody has greeted
        m_hello = send({{"verb", "hello"}});
    if (const json spoken = m_hello.value("protocol", json()); spoken != protocol::version)
        throw WorkerFailure("protocol",
                            fmt::format("the worker speaks version {} of the protocol, and this program {}: "
                                        "use the two from the same build",
                                        spoken.dump(), protocol::version));
    const json answer = send({{"verb", "devices"}});
    const json& devices = answer.at("devices");
    if (devices.empty())
        throw WorkerFailure(textOf(answer, "kind"), textOf(answer, "reason"));
    m_deviceIndex = chooseDevice(devices, m_plan.device);
    m_device = devices.at(m_deviceIndex);
    m_hasSeveral = devices.size() > 1;
    if (m_callbacks.onDevice)
        m_callbacks.onDevice(m_device);
}

DeviceLimits MeasuringWorker::limits() const {
    DeviceLimits result;
    result.threadsPerBlock = m_device.value("max_threads_per_block", result.threadsPerBlock);
    result.sharedBytes = m_device.value("shared_bytes_per_block_optin", result.sharedBytes);
    result.staticSharedBytes = std::min(result.staticSharedBytes, result.sharedBytes);
    return result;
}

void MeasuringWorker::refuseAnother(const Provenance& then) const {
    const Provenance now = provenance();
    if (then.quoted || then.gpu != now.gpu || then.driver != now.driver)
        throw WorkerFailure("resume",
                            fmt::format("the recording is of {}, driver {}, and this is {}, driver {}: a run can "
                                        "only go on where it began",
                                        then.gpu, then.driver, now.gpu, now.driver));
}

Provenance MeasuringWorker::provenance() const {
    Provenance result;
    result.date = presentDate();
    result.commit = buildCommit();
    result.warplens = buildVersion();
    result.measuredNow = true;
    if (!needsWorker(m_plan)) {
        result.gpu = result.hostCpu = cpuName();
        return result;
    }
    if (m_plan.elsewhere)
        result.machine = m_plan.machine.empty() ? textOf(m_hello, "host_name") : m_plan.machine;
    if (m_hasSeveral)
        result.device = std::to_string(m_deviceIndex);
    result.gpu = textOf(m_device, "name");
    result.computeCapability = textOf(m_device, "compute_capability");
    result.driver = versionOf(m_hello, "driver");
    if (m_hello.contains("driver") && m_hello.at("driver").is_object())
        result.cudaDriver = textOf(m_hello.at("driver"), "cuda");
    result.cudaRuntime = textOf(m_hello, "cuda_runtime");
    result.nvrtc = versionOf(m_hello, "nvrtc");
    if (!compiles() && m_compiler.compiler())
        result.nvrtc = m_compiler.compiler()->version();
    result.cublas = versionOf(m_hello, "cublas");
    result.hostCpu = textOf(m_hello, "host_cpu");
    return result;
}

bool MeasuringWorker::compiles() const {
    return m_hello.contains("nvrtc") && m_hello.at("nvrtc").is_object();
}

json MeasuringWorker::codeOf(const MeasuredVariant& variant) const {
    if (variant.stage.library)
        return {{"library_function", variant.stage.library->function}};
    const std::string capability = textOf(m_device, "compute_capability");
    if (compiles()) {
        const CompileRequest request = stageRequest(variant.stage, variant.parameters, capability);
        json defines = json::array();
        for (const Define& define : request.defines)
            defines.push_back({define.name, define.value});
        return {{"source", request.source.text()},
                {"file_name", request.fileName},
                {"defines", std::move(defines)},
                {"name", request.kernelName}};
    }
    const CompileResult result = m_compiler.compile(variant.stage, variant.parameters, capability).result;
    if (!result.ok)
        throw CannotCompile(firstError(result));
    if (result.architecture == capability)
        return {{"cubin", base64Encoded(result.cubin)}, {"name", result.kernelName}};
    // PTX runs on its own architecture and on later ones; the driver translates it.
    if (capabilityNumber(result.architecture) > capabilityNumber(capability))
        throw CannotCompile(
            fmt::format("neither this machine nor the GPU's has a CUDA compiler (NVRTC), and what comes "
                        "with the program needs compute capability {} or later: this GPU has {}",
                        result.architecture, capability));
    return {{"cubin", base64Encoded(result.ptx)}, {"name", result.kernelName}};
}

} // namespace warplens::kernels
