// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/report_json.h"

#include "kernels/launches/counts_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warplens::engine {
namespace {

using nlohmann::ordered_json;
using namespace sim;

std::string_view spaceName(const trace::InstructionCounts& row) {
    const bool shared = row.counts.shared.sum().requests != 0, global = row.counts.global.sum().requests != 0;
    return shared && global ? "generic" : shared ? "shared" : "global";
}

ordered_json instructionJson(const simt::Program& program, const trace::InstructionCounts& row, memory::MovedIn unit) {
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
        json["global"] = launches::globalJson(global, unit);
    if (const trace::SharedCounts shared = row.counts.shared.sum(); shared.requests != 0)
        json["shared"] = launches::sharedJson(shared);
    return json;
}

} // namespace

ordered_json occupancyJson(const Simulation& simulation) {
    const std::optional<memory::Occupancy> occupancy = simulation.occupancy();
    if (!occupancy)
        return nullptr;
    ordered_json limiting = ordered_json::array(), allowed;
    for (const memory::Resource resource : occupancy->limitedBy)
        limiting.push_back(memory::resourceName(resource));
    for (size_t i = 0; i < occupancy->allowed.size(); ++i)
        allowed[std::string(memory::resourceName(static_cast<memory::Resource>(i)))] = occupancy->allowed[i];
    return {{"architecture", simulation.architecture().capability},
            {"blocks_per_sm", occupancy->blocks},
            {"warps_per_sm", occupancy->warps},
            {"maximum_warps_per_sm", occupancy->maximumWarps},
            {"fraction", occupancy->fraction()},
            {"limited_by", std::move(limiting)},
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

ordered_json simulationJson(const KernelImage& image, const Simulation& simulation, const simt::RunResult& result,
                            const std::string& architecture) {
    ordered_json json;
    json["kernel"] = image.name;
    json["source"] = image.fileName;
    json["model"] = {{"architecture", architecture},
                     {"compiled_for", image.architecture},
                     {"code", image.origin},
                     {"counts_what_runs", simulation.countsWhatRuns()}};
    json["grid"] = launches::dimJson(simulation.launch().grid);
    json["block"] = launches::dimJson(simulation.launch().block);
    const trace::Counts totals = trace::totals(simulation.program(), result);
    const memory::MovedIn unit = memory::movedIn(simulation.architecture());
    if (result.counted)
        json["totals"] = launches::countsJson(totals, unit);
    else
        json["totals"] = {{"warp_instructions", totals.warpInstructions}, {"barriers", totals.barriers}};
    json["counted"] = result.counted;
    ordered_json lines = ordered_json::array();
    for (const trace::LineCounts& line :
         result.counted ? trace::countsByLine(simulation.program(), result) : std::vector<trace::LineCounts>()) {
        ordered_json row{{"file", line.file}, {"line", line.line}};
        launches::addCounts(row, line.counts, unit);
        lines.push_back(std::move(row));
    }
    json["lines"] = std::move(lines);
    ordered_json instructions = ordered_json::array();
    for (const trace::InstructionCounts& row : result.counted ? trace::countsByInstruction(simulation.program(), result)
                                                              : std::vector<trace::InstructionCounts>())
        instructions.push_back(instructionJson(simulation.program(), row, unit));
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
    json["findings"] = launches::findingsJson(result.findings);
    json["blocks_simulated"] = result.blocksRun;
    json["blocks_watched"] = result.blocksWatched;
    json["blocks_total"] = result.blocksTotal;
    json["exact"] = result.exact;
    return json;
}

} // namespace warplens::engine
