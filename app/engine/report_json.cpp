// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/report_json.h"

#include <fmt/format.h>

namespace warplens::engine {
namespace {

using nlohmann::ordered_json;
using namespace sim;

ordered_json globalJson(const trace::GlobalCounts& c) {
    return {{"requests", c.requests}, {"sectors", c.sectors}, {"sectors_ideal", c.sectorsIdeal}, {"lines", c.lines}};
}

ordered_json sharedJson(const trace::SharedCounts& c) {
    return {{"requests", c.requests}, {"wavefronts", c.wavefronts}, {"wavefronts_ideal", c.wavefrontsIdeal}};
}

ordered_json dimJson(const simt::Dim3& d) {
    return {d.x, d.y, d.z};
}

void addCounts(ordered_json& json, const trace::Counts& counts) {
    json["warp_instructions"] = counts.warpInstructions;
    json["global"] = {{"load", globalJson(counts.global.load)},
                      {"store", globalJson(counts.global.store)},
                      {"atomic", globalJson(counts.global.atomic)}};
    json["shared"] = {{"load", sharedJson(counts.shared.load)},
                      {"store", sharedJson(counts.shared.store)},
                      {"atomic", sharedJson(counts.shared.atomic)}};
    json["barriers"] = counts.barriers;
}

} // namespace

ordered_json countsJson(const trace::Counts& counts) {
    ordered_json json;
    addCounts(json, counts);
    return json;
}

ordered_json findingsJson(const std::vector<simt::Finding>& findings) {
    ordered_json list = ordered_json::array();
    for (const simt::Finding& finding : findings) {
        ordered_json json{{"kind", simt::findingName(finding.kind)},
                          {"file", finding.file},
                          {"line", finding.line},
                          {"ptx_line", finding.ptxLine},
                          {"block", dimJson(finding.block)},
                          {"thread", dimJson(finding.thread)}};
        if (finding.address != 0)
            json["address"] = fmt::format("{:#x}", finding.address);
        json["times"] = finding.times;
        json["message"] = finding.message;
        list.push_back(std::move(json));
    }
    return list;
}

ordered_json simulationJson(const KernelImage& image, const Simulation& simulation, const simt::RunResult& result,
                            const std::string& architecture) {
    ordered_json json;
    json["kernel"] = image.name;
    json["source"] = image.fileName;
    json["model"] = {{"architecture", architecture},
                     {"compiled_for", image.architecture},
                     {"code", image.origin},
                     {"counts_what_runs", simulation.countsWhatRuns()}};
    json["grid"] = dimJson(simulation.launch().grid);
    json["block"] = dimJson(simulation.launch().block);
    json["totals"] = countsJson(trace::totals(simulation.program(), result));
    ordered_json lines = ordered_json::array();
    for (const trace::LineCounts& line : trace::countsByLine(simulation.program(), result)) {
        ordered_json row{{"file", line.file}, {"line", line.line}};
        addCounts(row, line.counts);
        lines.push_back(std::move(row));
    }
    json["lines"] = std::move(lines);
    ordered_json unmatched = ordered_json::array();
    for (const sass::Unmatched& u : simulation.unmatched()) {
        const ptx::Location& location = simulation.program().module->locations[u.location];
        unmatched.push_back({{"file", simulation.program().fileName(location.file)},
                             {"line", location.line},
                             {"ptx_line", u.ptxLine},
                             {"message", u.why}});
    }
    json["unmatched"] = std::move(unmatched);
    json["findings"] = findingsJson(result.findings);
    json["blocks_simulated"] = result.blocksRun;
    json["blocks_total"] = result.blocksTotal;
    json["exact"] = result.exact;
    return json;
}

} // namespace warplens::engine
