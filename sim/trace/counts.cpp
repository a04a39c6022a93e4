// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/trace/counts.h"

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

Counts ofMemory(const simt::MemoryOp& memory, const simt::MemoryCounters& c) {
    Counts counts;
    uint64_t shared = 0;
    if (memory.space == AccessSpace::Shared)
        shared = c.requests;
    else if (memory.space == AccessSpace::Generic)
        shared = c.genericShared;
    if (memory.space == AccessSpace::Shared || memory.space == AccessSpace::Generic)
        ofKind(counts.shared, memory.kind) = {shared, c.wavefronts, c.wavefrontsIdeal,
                                              shared == c.requests ? c.bytesAsked : 0};
    if (memory.space == AccessSpace::Global || memory.space == AccessSpace::Generic)
        ofKind(counts.global, memory.kind) = {c.requests - shared, c.sectors, c.sectorsIdeal, c.lines,
                                              shared == c.requests ? 0 : c.bytesAsked};
    return counts;
}

bool isBarrier(const ptx::Instruction& instruction) {
    return instruction.known &&
           (instruction.opcode == ptx::Opcode::bar_ || instruction.opcode == ptx::Opcode::barrier_) &&
           !instruction.has(ptx::Mod::warp);
}

} // namespace

GlobalCounts& GlobalCounts::operator+=(const GlobalCounts& other) {
    requests += other.requests;
    sectors += other.sectors;
    sectorsIdeal += other.sectorsIdeal;
    lines += other.lines;
    bytesAsked += other.bytesAsked;
    return *this;
}

SharedCounts& SharedCounts::operator+=(const SharedCounts& other) {
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
            ofMemory(memory, result.counters[memory.index]);

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
        Counts counts = ofMemory(memory, result.counters[memory.index]);
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
