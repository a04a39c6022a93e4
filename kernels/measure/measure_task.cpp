// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/measure_task.h"

#include "kernels/measure/worker_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warplens::kernels {
namespace {

using nlohmann::json;

json parametersJson(const ParameterValues& parameters) {
    json object = json::object();
    for (const ParameterValue& parameter : parameters)
        object[parameter.name] = parameter.value;
    return object;
}

/// The distinct arrays of a request. Subjects that want the same data share it.
class ArrayTable {
public:
    std::size_t indexOf(const ArgumentInstance& argument) {
        const char* role = argument.role == Role::In ? "in" : argument.role == Role::Out ? "out" : "inout";
        json row{{"name", argument.name}, {"role", role}, {"spec", argument.spec()}};
        const auto found = std::find(m_rows.begin(), m_rows.end(), row);
        if (found != m_rows.end())
            return static_cast<std::size_t>(found - m_rows.begin());
        m_rows.push_back(std::move(row));
        return m_rows.size() - 1;
    }
    const std::vector<json>& rows() const { return m_rows; }

private:
    std::vector<json> m_rows;
};

RecordedAttributes attributesFrom(const json& object) {
    return {object.at("registers").get<std::int64_t>(),
            object.at("static_shared_bytes").get<std::int64_t>(),
            object.at("dynamic_shared_bytes").get<std::int64_t>(),
            object.at("local_bytes").get<std::int64_t>(),
            object.at("blocks_per_sm").get<std::int64_t>(),
            object.at("occupancy").get<double>()};
}

/// A worker that is older than they does not tell them.
std::optional<RecordedParts> partsFrom(const json& total, const char* key) {
    if (!total.contains(key))
        return std::nullopt;
    const json& parts = total.at(key);
    return RecordedParts{parts.at("start_ms").get<double>(), parts.at("allocation_ms").get<double>(),
                         parts.at("copy_in_ms").get<double>(), parts.at("kernel_ms").get<double>(),
                         parts.at("copy_out_ms").get<double>()};
}

RecordedResult emptyRow(const MeasureTask& task, const Size& size) {
    RecordedResult row;
    row.stage = task.variant->stage.id;
    row.parameters = task.variant->parameters;
    row.size = size;
    return row;
}

RecordedError errorFrom(const json& verification) {
    return {optionalNumber(verification, "max"), optionalNumber(verification, "average"),
            verification.at("checked").get<std::int64_t>(), verification.at("of").get<std::int64_t>(),
            verification.at("tolerance").get<double>()};
}

RecordedResult timed(RecordedResult row, const json& timing, const StageInstance& instance) {
    row.cache = timing.at("cache").get<std::string>();
    row.samples = timing.at("samples_ms").get<std::vector<double>>();
    row.median = timing.at("median_ms").get<double>();
    row.q1 = timing.at("q1_ms").get<double>();
    row.q3 = timing.at("q3_ms").get<double>();
    row.minimum = timing.at("min_ms").get<double>();
    row.maximum = timing.at("max_ms").get<double>();
    if (instance.flops > 0.0 && *row.median > 0.0)
        row.gflops = instance.flops / (*row.median * 1e6);
    if (instance.usefulBytes > 0.0 && *row.median > 0.0)
        row.gbps = instance.usefulBytes / (*row.median * 1e6);
    row.smClock = optionalNumber(timing, "sm_clock_mhz");
    if (timing.contains("throttled_samples") && timing.at("throttled_samples").is_number_integer())
        row.throttledSamples = timing.at("throttled_samples").get<std::int64_t>();
    if (timing.contains("throttle_reasons"))
        row.throttleReasons = timing.at("throttle_reasons").get<std::vector<std::string>>();
    return row;
}

} // namespace

void MeasureTask::take(const MeasurePlan& plan, const json& answer) {
    RecordedResult row = emptyRow(*this, instance->size);
    if (answer.contains("attributes") && answer.at("attributes").is_object())
        row.attributes = attributesFrom(answer.at("attributes"));
    if (answer.contains("verification"))
        row.error = errorFrom(answer.at("verification"));
    if (answer.contains("total")) {
        const json& total = answer.at("total");
        row.total = RecordedTotal{total.at("first_ms").get<double>(), total.at("median_ms").get<double>(),
                                  total.at("samples_ms").get<std::vector<double>>(), partsFrom(total, "first_parts"),
                                  partsFrom(total, "parts")};
    }
    row.libraryKernel = textOf(answer, "library_kernel");
    row.mathMode = textOf(answer, "math_mode");
    if (answer.at("status") != "ok") {
        close(plan, row.size, textOf(answer, "kind"), textOf(answer, "message"));
        for (RecordedResult& closed : rows) {
            closed.error = row.error;
            closed.attributes = row.attributes;
        }
        return;
    }
    std::vector<RecordedResult> made;
    if (plan.verifyOnly)
        made.push_back(row);
    for (const json& timing : plan.verifyOnly ? json::array() : answer.at("timings"))
        made.push_back(timed(row, timing, *instance));
    rows = std::move(made);
    open = false;
}

void MeasureTask::close(const MeasurePlan& plan, const Size& size, const std::string& kind,
                        const std::string& message) {
    RecordedResult row = emptyRow(*this, size);
    row.ok = false;
    row.kind = kind;
    row.message = message;
    for (const bool cold : {false, true}) {
        if (!isWanted(plan, *variant, cold))
            continue;
        row.cache = cold ? "cold" : "warm";
        rows.push_back(row);
    }
    open = false;
}

RecordedResult MeasureTask::timedRow(const json& timing) const {
    return timed(emptyRow(*this, instance->size), timing, *instance);
}

// The CPU's caches are as the call before left them, always.
bool isWanted(const MeasurePlan& plan, const MeasuredVariant& variant, bool cold) {
    return variant.stage.cpu ? !cold : cold ? plan.cold : plan.warm;
}

json measureRequest(const MeasurePlan& plan, const Size& size, std::size_t device,
                    const std::vector<MeasureTask*>& tasks) {
    ArrayTable arrays;
    json rows = json::array();
    for (const MeasureTask* task : tasks) {
        const StageInstance& instance = *task->instance;
        json arguments = json::array();
        for (const ArgumentInstance& argument : instance.arguments) {
            if (argument.isArray)
                arguments.push_back({{"array", arrays.indexOf(argument)}});
            else
                arguments.push_back({{"scalar", argument.spec()}});
        }
        json verify;
        const Stage& stage = task->variant->stage;
        if (!stage.computes.empty())
            verify = {{"computes", stage.computes},
                      {"sizes", {{"M", size.m}, {"N", size.n}, {"K", size.k}}},
                      {"parameters", parametersJson(instance.parameters)},
                      {"rounding", stage.rounding ? stage.rounding->error : 0.0}};
        json row = {{"label", fmt::format("{} {}", instance.stageId, variantText(instance.parameters))},
                    {"code", task->code},
                    {"grid", instance.grid},
                    {"block", instance.block},
                    {"shared_bytes", instance.dynamicSharedBytes},
                    {"arguments", std::move(arguments)},
                    {"verify", std::move(verify)}};
        if (!instance.window.empty())
            row["persisting"] = instance.findArgument(instance.window) - instance.arguments.data();
        rows.push_back(std::move(row));
    }
    json caches = json::array();
    if (plan.warm)
        caches.push_back("warm");
    if (plan.cold)
        caches.push_back("cold");
    return {{"verb", "measure"},
            {"device", device},
            {"arrays", arrays.rows()},
            {"subjects", std::move(rows)},
            {"launch_timeout_s", plan.launchTimeout},
            {"verify_only", plan.verifyOnly},
            {"timing",
             {{"min_samples", plan.minSamples},
              {"max_samples", std::max(plan.minSamples, plan.maxSamples)},
              {"min_seconds", plan.minSeconds},
              {"max_seconds", plan.maxSeconds},
              {"cache", std::move(caches)}}}};
}

} // namespace warplens::kernels
