// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/report_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warplens::engine {
namespace {

using nlohmann::ordered_json;
using namespace sim;

ordered_json globalJson(const trace::GlobalCounts& c) {
    return {{"instructions", c.instructions},
            {"requests", c.requests},
            {"sectors", c.sectors},
            {"sectors_ideal", c.sectorsIdeal},
            {"sectors_excess", c.sectors - c.sectorsIdeal},
            {"lines", c.lines},
            {"bytes_asked", c.bytesAsked},
            {"bytes_moved", 32 * c.sectors}};
}

ordered_json sharedJson(const trace::SharedCounts& c) {
    ordered_json json{{"instructions", c.instructions},
                      {"requests", c.requests},
                      {"wavefronts", c.wavefronts},
                      {"wavefronts_ideal", c.wavefrontsIdeal},
                      {"wavefronts_excess", c.wavefronts - c.wavefrontsIdeal},
                      {"ways", nullptr},
                      {"bytes_asked", c.bytesAsked}};
    if (c.wavefrontsIdeal != 0)
        json["ways"] = conflictWays(c);
    return json;
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

std::string_view spaceName(const trace::InstructionCounts& row) {
    const bool shared = row.counts.shared.sum().requests != 0, global = row.counts.global.sum().requests != 0;
    return shared && global ? "generic" : shared ? "shared" : "global";
}

ordered_json instructionJson(const simt::Program& program, const trace::InstructionCounts& row) {
    const simt::MemoryOp& memory = *row.memory;
    const ptx::Instruction& ptx = program.functions[memory.function].source->instructions[memory.instruction];
    ordered_json json{{"file", row.file},
                      {"line", row.line},
                      {"ptx_line", row.ptxLine},
                      {"ptx", ptx.mnemonic()},
                      {"space", spaceName(row)},
                      {"kind", memory.kind == simt::AccessKind::Load    ? "load"
                               : memory.kind == simt::AccessKind::Store ? "store"
                                                                        : "atomic"},
                      {"bytes_per_lane", memory.requestBytes},
                      {"merged", memory.issue == simt::Issue::Leader}};
    if (const trace::GlobalCounts global = row.counts.global.sum(); global.requests != 0)
        json["global"] = globalJson(global);
    if (const trace::SharedCounts shared = row.counts.shared.sum(); shared.requests != 0)
        json["shared"] = sharedJson(shared);
    return json;
}

std::string_view missingName(simt::MissingOrder::Kind kind) {
    switch (kind) {
    case simt::MissingOrder::Kind::BlockBarrier:
        return "__syncthreads()";
    case simt::MissingOrder::Kind::WarpBarrier:
        return "__syncwarp()";
    case simt::MissingOrder::Kind::CopyWait:
        return "cp.async.wait_group";
    case simt::MissingOrder::Kind::Fence:
        return "__threadfence()";
    case simt::MissingOrder::Kind::Atomic:
        return "an atomic access";
    }
    return "";
}

ordered_json findingAccessJson(const simt::FindingAccess& access) {
    ordered_json json{{"does", access.verb},
                      {"element", access.element},
                      {"bytes", access.bytes},
                      {"block", dimJson(access.block)},
                      {"thread", dimJson(access.thread)},
                      {"file", access.place.file},
                      {"line", access.place.line},
                      {"ptx_line", access.ptxLine}};
    if (access.interval)
        json["barriers_before"] = *access.interval;
    return json;
}

} // namespace

double conflictWays(const trace::SharedCounts& counts) {
    return counts.wavefrontsIdeal == 0 ? 0 : double(counts.wavefronts) / double(counts.wavefrontsIdeal);
}

ordered_json occupancyJson(const Simulation& simulation) {
    const std::optional<memory::Occupancy> occupancy = simulation.occupancy();
    if (!occupancy)
        return nullptr;
    ordered_json limits = ordered_json::array(), allowed;
    for (const memory::Resource resource : occupancy->limitedBy)
        limits.push_back(memory::resourceName(resource));
    for (size_t i = 0; i < occupancy->allowed.size(); ++i)
        allowed[std::string(memory::resourceName(static_cast<memory::Resource>(i)))] = occupancy->allowed[i];
    return {{"architecture", simulation.architecture().capability},
            {"blocks_per_sm", occupancy->blocks},
            {"warps_per_sm", occupancy->warps},
            {"maximum_warps_per_sm", occupancy->maximumWarps},
            {"fraction", occupancy->fraction()},
            {"limited_by", std::move(limits)},
            {"blocks_allowed_by", std::move(allowed)},
            {"registers_per_thread", simulation.registers()},
            {"registers_per_block", occupancy->registersPerBlock},
            {"static_shared_bytes", simulation.program().staticSharedBytes},
            {"dynamic_shared_bytes", simulation.launch().dynamicShared},
            {"shared_bytes_per_block", occupancy->sharedPerBlock},
            {"shared_memory_size", memory::sharedMemorySize(simulation.architecture(), *occupancy)}};
}

ordered_json cachesJson(const cache::Estimate& e) {
    return {{"estimate", true},
            {"complete", e.complete},
            {"blocks_replayed", e.blocks},
            {"l1_load_sectors", e.loadSectors},
            {"l1_load_hits", e.loadHits},
            {"l1_load_misses", e.loadSectors - e.loadHits},
            {"l1_hit_rate", e.loadSectors ? double(e.loadHits) / double(e.loadSectors) : 0},
            {"l2_read_sectors", e.l2Reads},
            {"l2_write_sectors", e.l2Writes},
            {"l2_sectors", e.l2Reads + e.l2Writes},
            {"l2_hit_sectors", e.l2Hits},
            {"dram_read_bytes", e.dramReadBytes},
            {"dram_write_bytes", e.dramWriteBytes}};
}

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
        if (finding.severity == simt::Finding::Severity::Note)
            json["note"] = true;
        if (finding.kind == simt::FindingKind::Race)
            json["benign_with_this_data"] = finding.benign;
        if (!finding.hint.empty())
            json["hint"] = finding.hint;
        for (const simt::FindingAccess& access : finding.accesses)
            json["accesses"].push_back(findingAccessJson(access));
        if (finding.missing)
            json["missing"] = {{"what", missingName(finding.missing->kind)},
                               {"file", finding.missing->beforeLine.file},
                               {"before_line", finding.missing->beforeLine.line}};
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
    const trace::Counts totals = trace::totals(simulation.program(), result);
    if (result.counted)
        json["totals"] = countsJson(totals);
    else
        json["totals"] = {{"warp_instructions", totals.warpInstructions}, {"barriers", totals.barriers}};
    json["counted"] = result.counted;
    ordered_json lines = ordered_json::array();
    for (const trace::LineCounts& line :
         result.counted ? trace::countsByLine(simulation.program(), result) : std::vector<trace::LineCounts>()) {
        ordered_json row{{"file", line.file}, {"line", line.line}};
        addCounts(row, line.counts);
        lines.push_back(std::move(row));
    }
    json["lines"] = std::move(lines);
    ordered_json instructions = ordered_json::array();
    for (const trace::InstructionCounts& row : result.counted ? trace::countsByInstruction(simulation.program(), result)
                                                              : std::vector<trace::InstructionCounts>())
        instructions.push_back(instructionJson(simulation.program(), row));
    json["instructions"] = std::move(instructions);
    json["occupancy"] = occupancyJson(simulation);
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
    json["blocks_watched"] = result.blocksWatched;
    json["blocks_total"] = result.blocksTotal;
    json["exact"] = result.exact;
    return json;
}

} // namespace warplens::engine
