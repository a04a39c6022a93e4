// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/measurement.h"

#include "kernels/measure/cpu_measurement.h"
#include "kernels/measure/measure_task.h"
#include "kernels/measure/measuring_worker.h"
#include "kernels/measure/worker_json.h"
#include "kernels/protocol/protocol.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace warplens::kernels {
namespace {

using nlohmann::json;

class Run {
public:
    Run(WorkerClient& client, const StageCompiler& compiler, const MeasurePlan& plan, const MeasureCallbacks& callbacks,
        const std::stop_token& stop)
        : m_plan(plan)
        , m_callbacks(callbacks)
        , m_stop(stop)
        , m_worker(
              client, compiler, plan, callbacks, [this](const std::string& text) { tellNote(text); }, stop) {}

    Measured measure() {
        Measured measured;
        try {
            if (needsWorker(m_plan))
                m_worker.meet();
            m_recording.provenance = m_worker.provenance();
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
    /// What is waited for, before a request is under way.
    void tellNote(const std::string& text) const {
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
    }

    void resume(const Recording& earlier) {
        m_worker.refuseAnother(earlier.provenance);
        const Provenance now = m_recording.provenance;
        m_recording = earlier;
        m_recording.results.clear(); // complete() has those that are not measured anew
        m_recording.provenance = now;
        const Provenance& first = earlier.provenance;
        m_recording.provenance.date = first.date.substr(0, first.date.find('/')) + "/" + now.date;
        if ((", " + first.commit + ", ").find(", " + now.commit + ", ") == std::string::npos)
            m_recording.provenance.commit = first.commit + ", " + now.commit;
        else
            m_recording.provenance.commit = first.commit;
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
            if (row == nullptr || !row->ok || !row->textOf.empty())
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

    void measureCeilings() {
        try {
            m_worker.meet();
            const json answer = m_worker.send(
                {{"verb", "ceilings"}, {"device", m_worker.deviceIndex()}, {"launch_timeout_s", m_plan.launchTimeout}});
            m_recording.ceilings = {optionalNumber(answer, "copy_gbps"), optionalNumber(answer, "fp32_peak_gflops")};
        } catch (const WorkerFailure& failure) {
            if (endsTheRun(failure))
                throw;
            // A roofline without a roof is a lesser loss than the measurements.
            m_recording.ceilings.fp32PeakGflops = optionalNumber(m_worker.device(), "fp32_peak_gflops");
        }
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
                task.instance = makeInstance(variant.stage, variant.parameters, size, m_worker.limits());
                if (variant.stage.cpu)
                    measureCpu(index, task);
                else
                    task.code = m_worker.codeOf(variant);
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
            m_worker.meet();
            const json answer = m_worker.send(
                measureRequest(m_plan, m_plan.sizes[index], m_worker.deviceIndex(), subjects), onProgress);
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

    const MeasurePlan& m_plan;
    const MeasureCallbacks& m_callbacks;
    const std::stop_token& m_stop;
    MeasuringWorker m_worker;
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
