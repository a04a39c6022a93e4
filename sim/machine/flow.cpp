// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/machine/flow.h"

#include <algorithm>
#include <set>

namespace warplens::sim::machine {
namespace {

using sass::Op;
using sass::Operand;

bool endsBlock(Op op) {
    switch (op) {
    case Op::BRA:
    case Op::BRX:
    case Op::BRXU:
    case Op::CALL_ABS:
    case Op::CALL_REL:
    case Op::RET:
    case Op::EXIT:
    case Op::BSYNC:
    case Op::WARPSYNC:
    case Op::KILL:
        return true;
    default:
        return false;
    }
}

/// Control goes on behind it, at least for some lanes.
bool goesOn(const Step& step) {
    const sass::Guard guard = step.instruction.guard();
    const bool conditional =
        !guard.always() || std::any_of(step.operands.begin(), step.operands.end(), [](const Operand& operand) {
            return operand.kind == Operand::Kind::Predicate && (operand.number != Operand::always || operand.negated);
        });
    switch (step.instruction.op) {
    case Op::BRA:
        // .DIV and .CONV branch where lanes have (not) parted.
        return conditional || step.instruction.word.bits(32, 2) >= 2;
    case Op::EXIT:
    case Op::BRX:
    case Op::BRXU:
    case Op::RET:
    case Op::KILL:
        return conditional;
    default:
        return true;
    }
}

void findBlocks(Flow& flow) {
    const auto count = static_cast<uint32_t>(flow.steps.size());
    std::set<uint32_t> begins{0};
    for (uint32_t n = 0; n < count; ++n) {
        const Step& step = flow.steps[n];
        if (step.target >= 0)
            begins.insert(static_cast<uint32_t>(step.target));
        if (endsBlock(step.instruction.op) && n + 1 < count)
            begins.insert(n + 1);
    }
    flow.blockOf.resize(count);
    for (auto begin = begins.begin(); begin != begins.end(); ++begin) {
        MachineBlock block;
        block.first = *begin;
        block.end = std::next(begin) == begins.end() ? count : *std::next(begin);
        for (uint32_t n = block.first; n < block.end; ++n)
            flow.blockOf[n] = static_cast<uint32_t>(flow.blocks.size());
        flow.blocks.push_back(block);
    }
    for (MachineBlock& block : flow.blocks) {
        if (block.end == block.first)
            continue;
        const Step& last = flow.steps[block.end - 1];
        const bool branches = last.instruction.op != Op::BSSY && last.target >= 0;
        if (branches)
            block.successors.push_back(flow.blockOf[static_cast<uint32_t>(last.target)]);
        if (goesOn(last) && block.end < count)
            block.successors.push_back(flow.blockOf[block.end]);
        // Where a register holds the target, any place that a label or a call leads to may follow.
        if (last.instruction.op == Op::BRX || last.instruction.op == Op::BRXU || last.instruction.op == Op::RET)
            for (uint32_t b = 0; b < flow.blocks.size(); ++b)
                block.successors.push_back(b);
    }
}

bool isControl(Op op) {
    switch (op) {
    case Op::BSSY:
    case Op::BREAK:
    case Op::BMOV_IN:
    case Op::BMOV_OUT:
    case Op::BAR:
    case Op::YIELD:
    case Op::DEPBAR:
        return true;
    default:
        return endsBlock(op);
    }
}

/// Backwards through a block: what an instruction writes together with a later one whose guard is the opposite. No lane keeps what was
/// there before, unless one of the later one's reads it between them.
class Halves {
public:
    RegisterSet completedBy(const Step& step) const {
        RegisterSet whole;
        if (const sass::Guard guard = step.instruction.guard(); isHalf(step, guard))
            for (const Half& half : m_halves)
                if (areOpposite(half.guard, guard))
                    whole |= half.writes & step.uses.writes;
        return whole;
    }
    void pass(const Step& step) {
        const sass::Guard guard = step.instruction.guard();
        std::erase_if(m_halves, [&](const Half& half) { return step.uses.writes.test(numberOf(half.guard)); });
        if (isHalf(step, guard))
            m_halves.push_back({guard, step.uses.writes});
        for (Half& half : m_halves)
            if (!areOpposite(half.guard, guard))
                half.writes &= ~step.uses.reads;
    }

private:
    struct Half {
        sass::Guard guard;
        RegisterSet writes;
    };
    static bool isHalf(const Step& step, const sass::Guard& guard) {
        const Op op = step.instruction.op;
        const bool partly = op == Op::BREAK || op == Op::BSSY ||
                            std::any_of(step.operands.begin(), step.operands.end(), [](const Operand& operand) {
                                return operand.kind == Operand::Kind::Word && operand.written;
                            });
        return guard.predicate != Operand::always && !partly && step.uses.writes.any();
    }
    static bool areOpposite(const sass::Guard& a, const sass::Guard& b) {
        return a.predicate == b.predicate && a.uniform == b.uniform && a.negated != b.negated;
    }
    static size_t numberOf(const sass::Guard& guard) {
        return (guard.uniform ? firstUniformPredicate : firstPredicate) + guard.predicate;
    }

    std::vector<Half> m_halves;
};

/// Backwards from branches and guards: whatever computes something that is needed decides, too.
void findDeciding(Flow& flow) {
    std::vector<RegisterSet> neededAt(flow.blocks.size()); // at its beginning
    const auto through = [&](const MachineBlock& block, RegisterSet needed, bool mark) {
        Halves halves;
        for (uint32_t n = block.end; n-- > block.first;) {
            Step& step = flow.steps[n];
            const bool control = isControl(step.instruction.op);
            if (control || (step.uses.writes & needed).any()) {
                if (mark)
                    step.decides = true;
                needed &= ~(step.uses.maySkip ? halves.completedBy(step) : step.uses.writes);
                needed |= step.uses.reads;
            } else if (reachesMemory(step.instruction)) {
                const sass::Guard guard = step.instruction.guard();
                if (guard.predicate != Operand::always)
                    needed.set((guard.uniform ? firstUniformPredicate : firstPredicate) + guard.predicate);
            }
            halves.pass(step);
        }
        return needed;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = flow.blocks.size(); b-- > 0;) {
            RegisterSet needed;
            for (const uint32_t next : flow.blocks[b].successors)
                needed |= neededAt[next];
            needed = through(flow.blocks[b], needed, false);
            changed |= needed != neededAt[b];
            neededAt[b] = needed;
        }
    }
    for (const MachineBlock& block : flow.blocks) {
        RegisterSet needed;
        for (const uint32_t next : block.successors)
            needed |= neededAt[next];
        through(block, needed, true);
    }
}

} // namespace

bool reachesMemory(const sass::Instruction& instruction) {
    using sass::Kind;
    return instruction.kind != Kind::Other && instruction.kind != Kind::Branch;
}

Flow flowOf(const sass::Cubin& cubin, const sass::Function& function) {
    Flow flow;
    flow.parameterAt = function.parameterAt;
    for (const sass::ConstantBank& bank : cubin.constants)
        if (bank.function.empty() || bank.function == function.name)
            flow.constants.push_back(bank);
    const auto count = static_cast<int64_t>(function.instructions.size());
    for (const sass::Instruction& instruction : function.instructions) {
        Step step;
        step.instruction = instruction;
        step.operands = operandsOf(instruction);
        step.uses = usesOf(instruction, step.operands);
        for (const Operand& operand : step.operands)
            if (operand.kind == Operand::Kind::Target && operand.value >= 0 && operand.value / 16 < count)
                step.target = static_cast<int32_t>(operand.value / 16);
        flow.steps.push_back(std::move(step));
    }
    findBlocks(flow);
    findDeciding(flow);
    return flow;
}

} // namespace warplens::sim::machine
