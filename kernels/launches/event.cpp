// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/launches/event.h"

#include "kernels/launches/counts_json.h"

#include <cxxabi.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <memory>

namespace warplens::launches {

using nlohmann::ordered_json;

std::string demangled(const std::string& kernel) {
    if (!kernel.starts_with("_Z"))
        return kernel;
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(kernel.c_str(), nullptr, nullptr, &status), &std::free);
    if (!text)
        return kernel;
    std::string plain = text.get();
    if (plain.starts_with("void "))
        plain.erase(0, 5);
    return plain;
}

ordered_json launchJson(const LaunchReport& r) {
    ordered_json json{{"event", "launch"},
                      {"number", r.number},
                      {"kernel", r.kernel},
                      {"name", r.name},
                      {"grid", dimJson(r.grid)},
                      {"block", dimJson(r.block)},
                      {"cluster", dimJson(r.cluster)},
                      {"dynamic_shared_bytes", r.dynamicShared},
                      {"static_shared_bytes", r.staticShared},
                      {"registers_per_thread", r.registers},
                      {"device", r.device},
                      {"stream", r.stream},
                      {"cooperative", r.cooperative},
                      {"code", r.code},
                      {"counts_what_runs", r.machineCode},
                      {"seconds", r.seconds},
                      {"device_seconds_estimated", r.deviceSeconds},
                      {"error", r.error},
                      {"error_name", r.errorName},
                      {"blocks_simulated", r.blocksRun},
                      {"blocks_watched", r.blocksWatched},
                      {"blocks_total", r.grid.count()},
                      {"counted", r.counted},
                      {"exact", r.exact},
                      {"totals", countsJson(r.counts)},
                      {"findings", findingsJson(r.findings)}};
    for (const sim::trace::LineCounts& line : r.lines)
        json["lines"].push_back(lineJson(line));
    for (const HostMistake::Frame& frame : r.calledFrom)
        json["called_from"].push_back({{"module", frame.module}, {"offset", frame.offset}});
    if (r.launchedBy != 0)
        json["launched_by"] = r.launchedBy;
    if (r.repeats != 0)
        json["repeats"] = r.repeats;
    if (!r.unmatched.empty())
        json["unmatched"] = r.unmatched;
    if (!r.source.empty())
        json["source"] = r.source;
    if (!r.recording.empty())
        json["recording"] = r.recording;
    if (r.gpu)
        json["gpu"] = comparisonJson(*r.gpu);
    return json;
}

LaunchReport launchOf(const ordered_json& json) {
    LaunchReport r;
    r.number = json.at("number");
    r.kernel = json.at("kernel");
    r.name = json.at("name");
    r.grid = dimOf(json.at("grid"));
    r.block = dimOf(json.at("block"));
    r.cluster = dimOf(json.at("cluster"));
    r.dynamicShared = json.at("dynamic_shared_bytes");
    r.staticShared = json.at("static_shared_bytes");
    r.registers = json.at("registers_per_thread");
    r.device = json.at("device");
    r.stream = json.at("stream");
    r.cooperative = json.at("cooperative");
    r.repeats = json.value("repeats", uint64_t{0});
    r.launchedBy = json.value("launched_by", uint64_t{0});
    r.code = json.at("code");
    r.machineCode = json.at("counts_what_runs");
    r.seconds = json.at("seconds");
    r.deviceSeconds = json.at("device_seconds_estimated");
    r.error = json.at("error");
    r.errorName = json.at("error_name");
    r.blocksRun = json.at("blocks_simulated");
    r.blocksWatched = json.at("blocks_watched");
    r.counted = json.at("counted");
    r.exact = json.at("exact");
    r.counts = countsOf(json.at("totals"));
    if (json.contains("lines"))
        for (const ordered_json& line : json.at("lines"))
            r.lines.push_back(lineOf(line));
    r.findings = findingsOf(json.at("findings"));
    if (json.contains("called_from"))
        for (const ordered_json& frame : json.at("called_from"))
            r.calledFrom.push_back({frame.at("module"), frame.at("offset")});
    r.unmatched = json.value("unmatched", "");
    r.source = json.value("source", "");
    r.recording = json.value("recording", "");
    if (json.contains("gpu"))
        r.gpu = comparisonOf(json.at("gpu"));
    return r;
}

} // namespace warplens::launches
