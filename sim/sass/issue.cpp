// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/sass/issue.h"

#include "sim/simt/warp.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace warplens::sim::sass {
namespace {

using simt::AccessKind;
using simt::AccessSpace;
using simt::Issue;
using simt::MemoryOp;

bool sameKind(const MemoryOp& memory, Kind kind) {
    const bool load = memory.kind == AccessKind::Load;
    switch (kind) {
    case Kind::SharedLoad:
        return load && memory.space == AccessSpace::Shared;
    case Kind::SharedStore:
        return !load && memory.space == AccessSpace::Shared;
    case Kind::GlobalLoad:
        return load && memory.space != AccessSpace::Shared;
    case Kind::GlobalStore:
        return !load && memory.space != AccessSpace::Shared;
    case Kind::GenericLoad:
        return load;
    case Kind::GenericStore:
        return !load;
    default:
        return false;
    }
}

/// One memory operation of a basic block, with what merging depends on.
struct Access {
    uint32_t index; ///< into Program::memoryOps
    uint32_t base;  ///< which value the address starts from: equal numbers, equal addresses
    int64_t offset;
    uint8_t issued = 0; ///< width in the machine code, 0: no instruction there came from its line
    bool merged = false;
};

class Matcher {
public:
    Matcher(simt::Program& program, const Cubin& cubin)
        : m_program(program)
        , m_memoryOfOp(program.ops.size(), -1) {
        for (const MemoryOp& memory : program.memoryOps)
            m_memoryOfOp[memory.op] = static_cast<int32_t>(memory.index);
        for (const Function& function : cubin.functions)
            for (const Instruction& instruction : function.instructions)
                if (instruction.kind != Kind::Other && instruction.ptxLine != 0)
                    m_byLine[instruction.ptxLine].push_back(&instruction);
    }

    std::vector<Unmatched> run() {
        for (uint32_t b = 0; b < m_program.blocks.size(); ++b)
            matchBlock(b);
        return std::move(m_unmatched);
    }

private:
    void matchBlock(uint32_t block);
    void matchAtomic(MemoryOp& memory) const;
    void mergeInto(std::vector<Access>& accesses, Access& leader);
    void report(const MemoryOp& memory, std::string why);
    const ptx::Instruction& instructionOf(const MemoryOp& memory) const {
        return m_program.functions[memory.function].source->instructions[memory.instruction];
    }

    simt::Program& m_program;
    std::vector<int32_t> m_memoryOfOp; ///< -1: no memory operation
    std::unordered_map<uint32_t, std::vector<const Instruction*>> m_byLine;
    std::vector<Unmatched> m_unmatched;
};

void Matcher::report(const MemoryOp& memory, std::string why) {
    const ptx::Instruction& instruction = instructionOf(memory);
    m_unmatched.push_back({instruction.line, instruction.location, std::move(why)});
}

void Matcher::matchAtomic(MemoryOp& memory) const {
    if (const auto lines = m_byLine.find(instructionOf(memory).line); lines != m_byLine.end())
        for (const Instruction* machine : lines->second)
            memory.lanesShare |= machine->kind == Kind::SharedCount;
}

void Matcher::matchBlock(uint32_t block) {
    const simt::BasicBlock& b = m_program.blocks[block];
    const uint32_t end = block + 1 < m_program.blocks.size() ? m_program.blocks[block + 1].enter
                                                             : static_cast<uint32_t>(m_program.ops.size());
    // How often each slot has been written in this block: a base register that was written in between is another base.
    std::unordered_map<uint32_t, uint32_t> version;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> bases;
    std::vector<Access> accesses;
    for (uint32_t o = b.enter + 1; o < end; ++o) {
        const simt::Op& op = m_program.ops[o];
        const int32_t index = m_memoryOfOp[o];
        if (index < 0) {
            ++version[op.d];
            if (op.run == simt::runSplit)
                for (const uint32_t slot : {op.b, op.c, op.e})
                    ++version[slot];
            continue;
        }
        const MemoryOp& memory = m_program.memoryOps[static_cast<size_t>(index)];
        const bool counted = memory.space == AccessSpace::Shared || memory.space == AccessSpace::Global ||
                             memory.space == AccessSpace::Generic;
        if (memory.kind == AccessKind::Atomic)
            matchAtomic(m_program.memoryOps[static_cast<size_t>(index)]);
        else if (counted && !memory.asWritten) {
            const auto base =
                bases.try_emplace({op.a, version[op.a]}, static_cast<uint32_t>(bases.size())).first->second;
            Access access{static_cast<uint32_t>(index), base, op.imm};
            if (const auto lines = m_byLine.find(instructionOf(memory).line); lines != m_byLine.end())
                for (const Instruction* machine : lines->second)
                    if (sameKind(memory, machine->kind))
                        access.issued = std::max(access.issued, machine->bytes);
            accesses.push_back(access);
        }
        ++version[op.d];
        if (memory.kind == AccessKind::Load)
            for (unsigned part = 0; part < memory.count; ++part)
                ++version[memory.registers[part]];
    }

    for (Access& access : accesses)
        if (access.issued > m_program.memoryOps[access.index].requestBytes)
            mergeInto(accesses, access);
    for (const Access& access : accesses) {
        const MemoryOp& memory = m_program.memoryOps[access.index];
        if (access.issued == 0 && !access.merged)
            report(memory, "the compiled code has no instruction for it: it is counted as written");
        else if (access.issued != 0 && access.issued < memory.requestBytes)
            report(memory, fmt::format("the compiled code does it in pieces of {} bytes: it is counted as written",
                                       access.issued));
    }
}

// The leader is issued with more bytes than it asks for itself: together with neighbours that have no instruction of
// their own. Mostly it is the first of them.
void Matcher::mergeInto(std::vector<Access>& accesses, Access& leader) {
    MemoryOp& memory = m_program.memoryOps[leader.index];
    const unsigned element = memory.requestBytes;
    const unsigned members = leader.issued / element;
    const auto memberAt = [&](int64_t offset) -> Access* {
        for (Access& other : accesses) {
            const MemoryOp& m = m_program.memoryOps[other.index];
            if (&other != &leader && other.base == leader.base && other.offset == offset && !other.merged &&
                other.issued == 0 && m.kind == memory.kind && m.space == memory.space && m.requestBytes == element)
                return &other;
        }
        return nullptr;
    };
    for (unsigned position = 0; position < members; ++position) {
        const int64_t first = leader.offset - int64_t(position) * element;
        std::vector<Access*> others;
        for (unsigned i = 0; i < members; ++i)
            if (i != position)
                if (Access* other = memberAt(first + int64_t(i) * element))
                    others.push_back(other);
        if (others.size() + 1 != members)
            continue;
        memory.issue = Issue::Leader;
        memory.requestBytes = leader.issued;
        memory.requestOffset = static_cast<int32_t>(first - leader.offset);
        for (Access* other : others) {
            other->merged = true;
            m_program.memoryOps[other->index].issue = Issue::Merged;
        }
        return;
    }
    report(memory, fmt::format("the compiled code does it as part of an access of {} bytes whose other parts were not "
                               "found: it is counted as written",
                               leader.issued));
}

} // namespace

std::vector<Unmatched> applyIssue(simt::Program& program, const Cubin& cubin) {
    if (!cubin.hasLines)
        return {};
    return Matcher(program, cubin).run();
}

} // namespace warplens::sim::sass
