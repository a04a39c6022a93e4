// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/measurement.h"

#include "kernels/build_info/build_info.h"
#include "kernels/data/cpu.h"
#include "kernels/images/shipped.h"
#include "kernels/measure/cpu_measurement.h"
#include "kernels/measure/device_choice.h"
#include "kernels/measure/measure_task.h"
#include "kernels/measure/worker_json.h"
#include "kernels/protocol/base64.h"
#include "kernels/protocol/protocol.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <map>
#include <optional>
#include <set>
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

class Run {
public:
    Run(WorkerClient& client, const StageCompiler& compiler, const MeasurePlan& plan, const MeasureCallbacks& callbacks,
        const std::stop_token& stop)
        : m_client(client)
        , m_compiler(compiler)
        , m_plan(plan)
        , m_callbacks(callbacks)
        , m_stop(stop) {}

    Measured measure() {
        Measured measured;
        try {
            if (needsWorker(m_plan))
                startWorker();
            m_recording.provenance = provenance();
            if (m_plan.resumed)
                resume(*m_plan.resumed);
            if (m_plan.ceilings && !m_plan.verifyOnly && needsWorker(m_plan) && !m_recording.ceilings.copyGbps)
                measureCeilings();
            for (std::size_t i = 0; i < m_plan.sizes.size(); ++i) {
                measureSize(i);
                ++m_sizesDone;
                if (m_callbacks.onSizeDone)
                    m_callbacks.onSizeDone(complete());
            }
        } catch (const WorkerFailure& failure) {
            measured.cancelled = failure.kind() == "cancelled";
            const bool hasAny = std::any_of(m_recording.results.begin(), m_recording.results.end(),
                                            [](const RecordedResult& row) { return row.ok; });
            if (!measured.cancelled && m_sizesDone == 0 && !hasAny)
                throw;
            if (!measured.cancelled)
                measured.problem = failure.what();
        } catch (const json::exception& error) {
            throw unreadable(error);
        }
        measured.recording = complete();
        return measured;
    }

private:
    RequestOptions requestOptions() const {
        RequestOptions options;
        options.onNote = [this](const std::string& text) {
            if (!m_callbacks.onProgress)
                return;
            MeasureProgress progress;
            progress.sizeIndex = m_sizesDone;
            progress.sizeCount = m_plan.sizes.size();
            if (m_sizesDone < m_plan.sizes.size())
                progress.size = m_plan.sizes[m_sizesDone];
            progress.phase = "start";
            progress.note = text;
            m_callbacks.onProgress(progress);
        };
        options.stop = m_stop;
        // The worker itself gives up on a launch after launchTimeout; some phases are several launches long.
        options.silence = std::chrono::milliseconds(static_cast<std::int64_t>(m_plan.launchTimeout * 10'000.0));
        return options;
    }

    json send(json request, std::function<void(const json&)> onProgress = {}) {
        RequestOptions options = requestOptions();
        options.onProgress = std::move(onProgress);
        return m_client.request(std::move(request), options);
    }

    static WorkerFailure unreadable(const json::exception& error) {
        return {"protocol", fmt::format("the worker's answer cannot be read: {}", error.what())};
    }

    /// Starts the worker where there is none, and looks whose GPU it has: a queue may have led it to another machine.
    void startWorker() {
        try {
            meetWorker();
        } catch (const json::exception& error) {
            throw unreadable(error);
        }
    }

    void meetWorker() {
        const RequestOptions options = requestOptions();
        m_client.start(options);
        if (m_starts == m_client.starts())
            return;
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
        if (m_callbacks.onDevice)
            m_callbacks.onDevice(m_device);
        if (m_starts > 0)
            refuseAnother(m_recording.provenance);
        m_starts = m_client.starts();
    }

    /// One recording is of one kind of GPU with one driver.
    void refuseAnother(const Provenance& then) const {
        const Provenance now = provenance();
        if (then.quoted || then.gpu != now.gpu || then.driver != now.driver)
            throw WorkerFailure("resume",
                                fmt::format("the recording is of {}, driver {}, and this is {}, driver {}: a run can "
                                            "only go on where it began",
                                            then.gpu, then.driver, now.gpu, now.driver));
    }

    Provenance provenance() const {
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
        result.gpu = textOf(m_device, "name");
        result.computeCapability = textOf(m_device, "compute_capability");
        result.driver = versionOf(m_hello, "driver");
        if (m_hello.contains("driver") && m_hello.at("driver").is_object())
            result.cudaDriver = textOf(m_hello.at("driver"), "cuda");
        result.cudaRuntime = textOf(m_hello, "cuda_runtime");
        result.nvrtc = versionOf(m_hello, "nvrtc");
        if (!workerCompiles() && m_compiler.compiler())
            result.nvrtc = m_compiler.compiler()->version();
        result.cublas = versionOf(m_hello, "cublas");
        result.hostCpu = textOf(m_hello, "host_cpu");
        return result;
    }

    void resume(const Recording& earlier) {
        refuseAnother(earlier.provenance);
        const Provenance &first = earlier.provenance, last = provenance();
        m_recording.provenance.date = first.date.substr(0, first.date.find('/')) + "/" + last.date;
        if (first.commit != last.commit)
            m_recording.provenance.commit = first.commit + ", " + last.commit;
        m_recording.ceilings = earlier.ceilings;
        m_recording.counters = earlier.counters;
        m_recording.blocks = earlier.blocks;
    }

    /// What the earlier run has of this variant, for each kind of cache that is wanted; empty where anything is
    /// missing.
    std::vector<RecordedResult> earlierRows(const MeasuredVariant& variant, const Size& size) const {
        std::vector<RecordedResult> rows;
        if (!m_plan.resumed)
            return rows;
        for (const bool cold : {false, true}) {
            if (!isWanted(m_plan, variant, cold))
                continue;
            const RecordedResult* row =
                m_plan.resumed->find(variant.stage.id, variant.parameters, size, cold ? "cold" : "warm");
            if (row == nullptr || !row->ok)
                return {};
            rows.push_back(*row);
        }
        return rows;
    }

    /// The recording so far, with what the earlier run has besides.
    Recording complete() const {
        Recording recording = m_recording;
        if (m_plan.resumed)
            for (const RecordedResult& row : m_plan.resumed->results)
                if (m_recording.find(row.stage, row.parameters, row.size, row.cache) == nullptr)
                    recording.results.push_back(row);
        return recording;
    }

    bool workerCompiles() const { return m_hello.contains("nvrtc") && m_hello.at("nvrtc").is_object(); }

    void measureCeilings() {
        try {
            startWorker();
            const json answer =
                send({{"verb", "ceilings"}, {"device", m_deviceIndex}, {"launch_timeout_s", m_plan.launchTimeout}});
            m_recording.ceilings = {optionalNumber(answer, "copy_gbps"), optionalNumber(answer, "fp32_peak_gflops")};
        } catch (const WorkerFailure& failure) {
            if (endsTheRun(failure))
                throw;
            // A roofline without a roof is a lesser loss than the measurements.
            m_recording.ceilings.fp32PeakGflops = optionalNumber(m_device, "fp32_peak_gflops");
        }
    }

    DeviceLimits limits() const {
        DeviceLimits result;
        result.threadsPerBlock = m_device.value("max_threads_per_block", result.threadsPerBlock);
        result.sharedBytes = m_device.value("shared_bytes_per_block_optin", result.sharedBytes);
        result.staticSharedBytes = std::min(result.staticSharedBytes, result.sharedBytes);
        return result;
    }

    void measureSize(std::size_t index) {
        std::vector<MeasureTask> tasks;
        const auto keep = [&] {
            for (MeasureTask& task : tasks)
                m_recording.results.insert(m_recording.results.end(), task.rows.begin(), task.rows.end());
        };
        try {
            measureTasks(index, tasks);
        } catch (const WorkerFailure&) {
            keep();
            throw;
        }
        keep();
    }

    void measureTasks(std::size_t index, std::vector<MeasureTask>& tasks) {
        const Size& size = m_plan.sizes[index];
        for (const MeasuredVariant& variant : m_plan.variants) {
            MeasureTask& task = tasks.emplace_back();
            task.variant = &variant;
            task.rows = earlierRows(variant, size);
            if (!task.rows.empty()) {
                task.open = false;
                continue;
            }
            try {
                task.instance = makeInstance(variant.stage, variant.parameters, size, limits());
                if (variant.stage.cpu)
                    measureCpu(index, task);
                else
                    task.code = codeOf(variant);
            } catch (const InstanceError& error) {
                if (variant.stage.cpu && m_plan.skipTooSlow)
                    task.open = false;
                else
                    task.close(m_plan, size, protocol::kind::badRequest, error.what());
            } catch (const CannotCompile& error) {
                task.close(m_plan, size, protocol::kind::compile, error.what());
            }
        }
        while (std::any_of(tasks.begin(), tasks.end(), [](const MeasureTask& task) { return task.open; }))
            attempt(index, tasks);
    }

    void measureCpu(std::size_t index, MeasureTask& task) const {
        CpuTiming timing;
        timing.samples = m_plan.minSamples;
        timing.minSeconds = m_plan.minSeconds;
        timing.maxSeconds = m_plan.maxSeconds;
        timing.callTimeout = m_plan.launchTimeout;
        const auto progress = [&](double fraction) {
            report(index, {{"phase", "cpu"}, {"fraction", fraction}}, task.variant);
        };
        progress(0.0);
        task.rows = {measureOnCpu(task.variant->stage, *task.instance, timing, progress, m_stop)};
        task.open = false;
    }

    /// What the worker is to run: a source, where it can compile; otherwise machine code, which was compiled here.
    json codeOf(const MeasuredVariant& variant) const {
        if (variant.stage.library)
            return {{"library_function", variant.stage.library->function}};
        const std::string capability = textOf(m_device, "compute_capability");
        if (workerCompiles()) {
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

    /// One request for all open tasks. Every call closes at least one of them.
    void attempt(std::size_t index, std::vector<MeasureTask>& tasks) {
        std::vector<MeasureTask*> subjects;
        for (MeasureTask& task : tasks)
            if (task.open)
                subjects.push_back(&task);
        std::optional<std::size_t> last; // the subject that was last heard of
        json soFar = json::array();
        const auto onProgress = [&](const json& event) {
            if (event.contains("subject") && event.at("subject").is_number_unsigned()) {
                const auto subject = event.at("subject").get<std::size_t>();
                if (subject < subjects.size())
                    last = subject;
            }
            report(index, event, last ? subjects[*last]->variant : nullptr);
            if (!event.contains("so_far"))
                return;
            soFar = event.at("so_far");
            if (m_callbacks.onSoFar)
                m_callbacks.onSoFar(withSoFar(subjects, soFar));
        };
        try {
            startWorker();
            const json answer = send(measureRequest(m_plan, m_plan.sizes[index], m_deviceIndex, subjects), onProgress);
            const json& rows = answer.at("subjects");
            if (!rows.is_array() || rows.size() != subjects.size())
                throw WorkerFailure("protocol", "the worker answered with a wrong number of rows");
            for (std::size_t i = 0; i < subjects.size(); ++i)
                subjects[i]->take(m_plan, rows[i]);
        } catch (const WorkerFailure& failure) {
            if (endsTheRun(failure)) {
                keepFinished(subjects, soFar);
                throw;
            }
            blame(subjects, failure, last);
        } catch (const json::exception& error) {
            for (MeasureTask* task : subjects)
                if (task->open)
                    task->close(m_plan, m_plan.sizes[index], "protocol", unreadable(error).what());
        }
    }

    /// The run ends here: of this size stay the subjects that had all their samples.
    void keepFinished(const std::vector<MeasureTask*>& subjects, const json& soFar) const {
        try {
            std::map<std::size_t, json> rows;
            for (const json& each : soFar)
                if (each.value("done", false)) {
                    json& row = rows.try_emplace(each.at("subject").get<std::size_t>(), each.at("row")).first->second;
                    row["timings"].push_back(each.at("timing"));
                }
            for (const auto& [subject, row] : rows)
                if (subject < subjects.size())
                    subjects[subject]->take(m_plan, row);
        } catch (const json::exception&) {
            // What cannot be read cannot be kept; why the run ended is told all the same.
        }
    }

    /// No subject is to blame, and the others would fare no better.
    static bool endsTheRun(const WorkerFailure& failure) {
        static const std::set<std::string> kinds{"cancelled", "no-worker", "connection", "resume"};
        return kinds.contains(failure.kind());
    }

    Recording withSoFar(const std::vector<MeasureTask*>& subjects, const json& list) const {
        Recording recording = complete();
        for (const json& each : list) {
            const auto subject = each.at("subject").get<std::size_t>();
            if (subject < subjects.size())
                recording.results.push_back(subjects[subject]->timedRow(each.at("timing")));
        }
        return recording;
    }

    void report(std::size_t index, const json& event, const MeasuredVariant* variant) const {
        if (!m_callbacks.onProgress)
            return;
        MeasureProgress progress;
        progress.sizeIndex = index;
        progress.sizeCount = m_plan.sizes.size();
        progress.size = m_plan.sizes[index];
        if (variant != nullptr) {
            progress.stage = variant->stage.id;
            progress.variant = variantText(variant->parameters);
        }
        progress.phase = textOf(event, "phase");
        progress.fraction = optionalNumber(event, "fraction").value_or(0.0);
        m_callbacks.onProgress(progress);
    }

    /// The request as a whole has failed: the one to blame is out, the others are tried again without it.
    void blame(const std::vector<MeasureTask*>& subjects, const WorkerFailure& failure,
               std::optional<std::size_t> last) {
        // Of a worker that is gone, only its last words tell on what it worked. One that could still answer has named
        // the subject, or there is none to blame.
        const bool gone = failure.kind() == "crashed" || failure.kind() == protocol::kind::timeout;
        const std::optional<std::size_t> guilty = failure.subject() || !gone ? failure.subject() : last;
        const Size& size = subjects.front()->instance->size;
        if (guilty && *guilty < subjects.size()) {
            subjects[*guilty]->close(m_plan, size, failure.kind(), failure.what());
            return;
        }
        // Nobody in particular: too little memory for this size, a driver that is gone.
        for (MeasureTask* task : subjects)
            task->close(m_plan, size, failure.kind(), failure.what());
    }

    WorkerClient& m_client;
    const StageCompiler& m_compiler;
    const MeasurePlan& m_plan;
    const MeasureCallbacks& m_callbacks;
    const std::stop_token& m_stop;
    json m_hello = json::object();  ///< empty where no worker is needed
    json m_device = json::object(); ///< likewise
    std::size_t m_deviceIndex = 0;
    int m_starts = 0; ///< of the worker, up to the one that was met
    std::size_t m_sizesDone = 0;
    Recording m_recording;
};

} // namespace

bool needsWorker(const MeasurePlan& plan) {
    return std::any_of(plan.variants.begin(), plan.variants.end(),
                       [](const MeasuredVariant& variant) { return !variant.stage.cpu; });
}

Measured measure(WorkerClient& client, const StageCompiler& compiler, const MeasurePlan& plan,
                 const MeasureCallbacks& callbacks, const std::stop_token& stop) {
    return Run(client, compiler, plan, callbacks, stop).measure();
}

} // namespace warplens::kernels
