// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/trace/counts.h"

#include <algorithm>
#include <map>
#include <utility>

namespace warplens::sim::trace {
namespace {

using simt::AccessKind;
using simt::AccessSpace;

template<class T>
T& ofKind(ByKind<T>& counts, AccessKind kind) {
    return kind == AccessKind::Load ? counts.load : kind == AccessKind::Store ? counts.store : counts.atomic;
}

/// Of the basic block that the instruction is in.
uint64_t executionsOf(const simt::Program& program, const simt::MemoryOp& memory, const simt::RunResult& result) {
    const auto next = std::upper_bound(program.blocks.begin(), program.blocks.end(), memory.op,
                                       [](uint32_t op, const simt::BasicBlock& block) { return op < block.enter; });
    return result.executions[static_cast<size_t>(next - program.blocks.begin()) - 1];
}

Counts ofMemory(const simt::Program& program, const simt::MemoryOp& memory, const simt::RunResult& result) {
    const simt::MemoryCounters& c = result.counters[memory.index];
    Counts counts;
    if (memory.constant)
        return counts;
    const uint64_t shared = memory.space == AccessSpace::Shared    ? c.requests
                            : memory.space == AccessSpace::Generic ? c.genericShared
                                                                   : 0;
    // Executions without a request go where the requests go.
    uint64_t empty = 0;
    if (memory.executedWith >= 0)
        empty = std::max(result.executions[static_cast<size_t>(memory.executedWith)], c.requests) - c.requests;
    if (memory.space == AccessSpace::Shared || memory.space == AccessSpace::Generic) {
        const bool isGeneric = memory.space == AccessSpace::Generic;
        // A generic instruction is none of those that ncu counts as loads and stores of shared memory (docs/wavefronts.md).
        const bool uncounted =
            memory.copies || memory.movesMatrices || memory.ofCluster || (isGeneric && !memory.knownShared);
        const uint64_t more = memory.hoisted ? empty : 0; // a wavefront each: of one word
        ofKind(counts.shared, memory.kind) = {uncounted ? 0 : shared + (isGeneric ? 0 : empty), shared + more,
                                              c.wavefronts + more, c.wavefrontsIdeal + more,
                                              isGeneric ? c.genericSharedBytes : c.bytesAsked};
    }
    if (memory.space == AccessSpace::Global || memory.space == AccessSpace::Generic)
        ofKind(counts.global, memory.kind) = {c.requests - shared + (memory.space == AccessSpace::Global ? empty : 0),
                                              c.requests - shared,
                                              c.sectors,
                                              c.sectorsIdeal,
                                              c.lines,
                                              c.bytesAsked - c.genericSharedBytes,
                                              c.l1Tags,
                                              c.l1Data};
    if (memory.emptyLoads != 0)
        counts.shared.load.instructions += memory.emptyLoads * executionsOf(program, memory, result);
    return counts;
}

bool isBarrier(const ptx::Instruction& instruction) {
    return instruction.known &&
           (instruction.opcode == ptx::Opcode::bar_ || instruction.opcode == ptx::Opcode::barrier_) &&
           !instruction.has(ptx::Mod::warp);
}

} // namespace

GlobalCounts& GlobalCounts::operator+=(const GlobalCounts& other) {
    instructions += other.instructions;
    requests += other.requests;
    sectors += other.sectors;
    sectorsIdeal += other.sectorsIdeal;
    lines += other.lines;
    bytesAsked += other.bytesAsked;
    l1Tags += other.l1Tags;
    l1Data += other.l1Data;
    return *this;
}

SharedCounts& SharedCounts::operator+=(const SharedCounts& other) {
    instructions += other.instructions;
    requests += other.requests;
    wavefronts += other.wavefronts;
    wavefrontsIdeal += other.wavefrontsIdeal;
    bytesAsked += other.bytesAsked;
    return *this;
}

Counts& Counts::operator+=(const Counts& other) {
    warpInstructions += other.warpInstructions;
    barriers += other.barriers;
    global += other.global;
    shared += other.shared;
    return *this;
}

std::vector<LineCounts> countsByLine(const simt::Program& program, const simt::RunResult& result) {
    std::map<std::pair<uint32_t, uint32_t>, Counts> lines; // file and line
    const auto at = [&](const ptx::Instruction& instruction) -> Counts& {
        const ptx::Location& location = program.locationOf(instruction);
        return lines[{location.line ? location.file : 0, location.line}];
    };
    for (size_t b = 0; b < program.blocks.size(); ++b) {
        const simt::BasicBlock& block = program.blocks[b];
        const ptx::Function& function = *program.functions[block.function].source;
        for (uint32_t i = block.firstInstruction; i < block.endInstruction && result.executions[b] != 0; ++i) {
            Counts& counts = at(function.instructions[i]);
            counts.warpInstructions += result.executions[b];
            if (isBarrier(function.instructions[i]))
                counts.barriers += result.executions[b];
        }
    }
    for (const simt::MemoryOp& memory : program.memoryOps)
        at(program.functions[memory.function].source->instructions[memory.instruction]) +=
            ofMemory(program, memory, result);

    std::vector<LineCounts> list;
    for (auto& [place, counts] : lines)
        if (!(counts == Counts{}))
            list.push_back({std::string(program.fileName(place.first)), place.second, counts});
    return list;
}

Counts totals(const simt::Program& program, const simt::RunResult& result) {
    Counts sum;
    for (const LineCounts& line : countsByLine(program, result))
        sum += line.counts;
    return sum;
}

std::vector<InstructionCounts> countsByInstruction(const simt::Program& program, const simt::RunResult& result) {
    std::vector<InstructionCounts> list;
    for (const simt::MemoryOp& memory : program.memoryOps) {
        Counts counts = ofMemory(program, memory, result);
        if (memory.issue == simt::Issue::Merged || counts == Counts{})
            continue;
        const ptx::Instruction& instruction =
            program.functions[memory.function].source->instructions[memory.instruction];
        const ptx::Location& location = program.locationOf(instruction);
        list.push_back({location.line ? std::string(program.fileName(location.file)) : std::string(), location.line,
                        instruction.line, &memory, counts});
    }
    return list;
}

} // namespace warplens::sim::trace
