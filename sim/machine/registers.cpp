// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/machine/registers.h"

namespace warplens::sim::machine {
namespace {

using sass::Op;
using sass::Operand;

void addRegisters(RegisterSet& set, bool uniform, unsigned number, unsigned count) {
    if (number == Operand::zero)
        return;
    const unsigned first = uniform ? firstUniform : firstRegister;
    for (unsigned n = number; n < std::min(number + count, 255u); ++n)
        set.set(first + n);
}

void addPredicate(RegisterSet& set, bool uniform, unsigned number) {
    if (number != Operand::always)
        set.set((uniform ? firstUniformPredicate : firstPredicate) + number);
}

void addAllPredicates(RegisterSet& set, bool uniform) {
    for (unsigned n = 0; n < Operand::always; ++n)
        addPredicate(set, uniform, n);
}

} // namespace

Uses usesOf(const sass::Instruction& i, const std::vector<Operand>& operands) {
    Uses uses;
    const sass::Guard guard = i.guard();
    addPredicate(uses.reads, guard.uniform, guard.predicate);
    uses.maySkip = !guard.always();
    for (const Operand& operand : operands) {
        RegisterSet& set = operand.written ? uses.writes : uses.reads;
        switch (operand.kind) {
        case Operand::Kind::Register:
            addRegisters(set, operand.uniform, operand.number, operand.registers);
            break;
        case Operand::Kind::Predicate:
            addPredicate(set, operand.uniform, operand.number);
            break;
        case Operand::Kind::Constant:
        case Operand::Kind::Address:
            addRegisters(uses.reads, false, operand.number,
                         operand.kind == Operand::Kind::Constant ? 1 : operand.registers);
            if (operand.hasUniform)
                addRegisters(uses.reads, true, operand.uniformNumber, operand.uniformRegisters);
            break;
        case Operand::Kind::Convergence:
            set.set(firstConvergence + operand.number);
            break;
        case Operand::Kind::Word: // PR, UPR: all predicates
            if (operand.word == "PR" || operand.word == "UPR") {
                addAllPredicates(set, operand.word == "UPR");
                uses.maySkip |= operand.written;
            }
            break;
        default:
            break;
        }
    }
    if (i.op == Op::BREAK || i.op == Op::BSSY)
        uses.maySkip = true;
    return uses;
}

} // namespace warplens::sim::machine
