// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli metrics`: the counters of Nsight Compute that are known, and what of the model is held against them.
#include "app/engine/metrics.h"

#include "app/cli/verbs.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace warplens::cli {
namespace {

using engine::MetricInfo;
using nlohmann::ordered_json;

const char* comparedText(const MetricInfo& info) {
    return info.ofLaunch() && info.ofLines() ? "launch and lines"
           : info.ofLaunch()                 ? "launch"
           : info.ofLines()                  ? "lines"
                                             : "not compared";
}

void runMetrics(const std::string& json) {
    if (!json.empty()) {
        ordered_json list = ordered_json::array();
        for (const MetricInfo& info : engine::metrics())
            list.push_back({{"metric", info.ncu},
                            {"name", info.name},
                            {"unit", engine::unitName(info.unit)},
                            {"counts", info.help},
                            {"compared", comparedText(info)}});
        writeJson({{"metrics", std::move(list)}}, json);
        if (json == "-")
            return;
    }
    for (const MetricInfo& info : engine::metrics())
        fmt::print("{}\n    {} (unit: {}); {}\n    {}\n", info.ncu, info.name, engine::unitName(info.unit),
                   info.model ? std::string("model and hardware must be equal: ") + comparedText(info)
                              : "the model has no such figure",
                   info.help);
}

} // namespace

void addMetricsVerb(CommandLine& commands) {
    auto json = std::make_shared<std::string>();
    Verb verb =
        commands.verb("metrics", "Counters of Nsight Compute that are known, and what the model says beside them");
    verb.option("--json", *json, "Write the answer to a file; - for standard output");
    verb.does([json] {
        runMetrics(*json);
        return 0;
    });
}

} // namespace warplens::cli
