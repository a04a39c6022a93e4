// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/calibrating.h"

#include "kernels/build_info/build_info.h"
#include "kernels/measure/device_choice.h"
#include "kernels/measure/measuring_worker.h"
#include "kernels/measure/side_by_side.h"
#include "kernels/measure/worker_client.h"
#include "kernels/measure/worker_json.h"
#include "kernels/protocol/base64.h"
#include "kernels/protocol/protocol.h"

#include <fmt/format.h>

#include <stdexcept>

namespace warplens::kernels {
namespace {

using nlohmann::json;

class Calibrating {
public:
    Calibrating(const CalibrationPlan& plan, const StageCompiler& compiler,
                const std::function<void(const CalibrationProgress&)>& onProgress, const std::stop_token& stop)
        : m_plan(plan)
        , m_compiler(compiler)
        , m_onProgress(onProgress)
        , m_stop(stop)
        , m_client(startOf(plan.place, plan.worker, true)) {}

    MeasuredCalibration calibrate() {
        try {
            meet();
            m_result.gpu.multiprocessors = m_device.at("sms").get<int>();
            m_result.gpu.memoryBytes = benchMemory(m_device.at("memory_bytes").get<std::uint64_t>());
            const json code = codeOfBenchmarks();
            m_result.figures = figuresOf(m_result.gpu, run(code));
            tell({"copy", "", 1, 1});
            const json ceilings =
                send({{"verb", "ceilings"}, {"device", m_index}, {"launch_timeout_s", m_plan.launchTimeout}});
            m_result.copyGbps = ceilings.at("copy_gbps").get<double>();
        } catch (const json::exception& error) {
            throw unreadable(error);
        } catch (const std::invalid_argument& error) {
            throw WorkerFailure("protocol", error.what());
        }
        return std::move(m_result);
    }

private:
    void tell(const CalibrationProgress& progress) const {
        if (m_onProgress)
            m_onProgress(progress);
    }

    json send(json request, std::function<void(const json&)> onProgress = {}) {
        RequestOptions options;
        options.onNote = [this](const std::string& note) { tell({"start", note}); };
        options.stop = m_stop;
        options.onProgress = std::move(onProgress);
        options.silence = std::chrono::milliseconds(static_cast<std::int64_t>(m_plan.launchTimeout * 10'000.0));
        return m_client.request(std::move(request), options);
    }

    void meet() {
        const json answer = send({{"verb", "devices"}});
        m_hello = m_client.hello();
        const json& devices = answer.at("devices");
        if (devices.empty())
            throw WorkerFailure(textOf(answer, "kind"), textOf(answer, "reason"));
        m_index = chooseDevice(devices, m_plan.place.device);
        m_device = devices.at(m_index);
        Provenance& from = m_result.provenance;
        from.date = presentDate();
        from.commit = buildCommit();
        from.warplens = buildVersion();
        from.measuredNow = true;
        from.gpu = textOf(m_device, "name");
        from.computeCapability = textOf(m_device, "compute_capability");
        if (m_hello.contains("driver") && m_hello.at("driver").is_object())
            from.driver = textOf(m_hello.at("driver"), "version");
        if (m_plan.place.way != Way::Here)
            from.machine = textOf(m_hello, "host_name");
    }

    /// As source where the GPU's machine compiles, else compiled here.
    json codeOfBenchmarks() {
        constexpr const char* fileName = "benchmarks.cu";
        if (m_hello.contains("nvrtc") && m_hello.at("nvrtc").is_object()) {
            m_result.provenance.nvrtc = textOf(m_hello.at("nvrtc"), "version");
            return {{"source", m_plan.source}, {"file_name", fileName}};
        }
        if (!m_compiler.compiler())
            throw CannotCompile(fmt::format("neither this machine nor the GPU's has a CUDA compiler (NVRTC) for the "
                                            "benchmarks: {}",
                                            m_compiler.missingReason()));
        tell({"compile", "", 0, 0});
        CompileRequest request;
        request.source = m_plan.source;
        request.fileName = fileName;
        request.architecture = m_result.provenance.computeCapability;
        const CompileResult result = compileCached(*m_compiler.compiler(), m_compiler.cache(), request);
        if (!result.ok)
            throw CannotCompile(firstError(result));
        m_result.provenance.nvrtc = m_compiler.compiler()->version();
        return {{"cubin", base64Encoded(result.cubin)}};
    }

    json run(const json& code) {
        const std::vector<Benchmark> all = benchmarks(m_result.gpu);
        json launches = json::array();
        for (const Benchmark& each : all)
            launches.push_back(each.launch);
        return send({{"verb", "bench"},
                     {"device", m_index},
                     {"code", code},
                     {"memory_bytes", m_result.gpu.memoryBytes},
                     {"launch_timeout_s", m_plan.launchTimeout},
                     {"launches", std::move(launches)}},
                    [&](const json& event) {
                        const auto n = event.value("subject", std::size_t{0});
                        if (n < all.size())
                            tell({textOf(event, "phase"), all[n].name, n, all.size()});
                    });
    }

    const CalibrationPlan& m_plan;
    const StageCompiler& m_compiler;
    const std::function<void(const CalibrationProgress&)>& m_onProgress;
    const std::stop_token& m_stop;
    WorkerClient m_client;
    json m_hello, m_device;
    std::size_t m_index = 0;
    MeasuredCalibration m_result;
};

} // namespace

MeasuredCalibration calibrate(const CalibrationPlan& plan, const StageCompiler& compiler,
                              const std::function<void(const CalibrationProgress&)>& onProgress,
                              const std::stop_token& stop) {
    return Calibrating(plan, compiler, onProgress, stop).calibrate();
}

} // namespace warplens::kernels
