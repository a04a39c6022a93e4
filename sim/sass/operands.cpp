// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/sass/places.h"

namespace warplens::sim::sass {
namespace {

/// Which bits of its place say that a source is negated or absolute.
struct Signs {
    unsigned negate, absolute;
};

/// Instructions of two sources whose second one is called c.
bool secondIsC(Op op) {
    return op == Op::FADD || op == Op::DSETP || op == Op::HADD2 || op == Op::HSET2 || op == Op::HSETP2;
}

unsigned widthOf(const Instruction& i, const OperandPiece& piece) {
    return piece.width != nullptr ? piece.width(i) : piece.registers;
}

void addSource(const Instruction& i, const OperandPiece& piece, OperandList& list) {
    using enum OperandPiece::Kind;
    const unsigned registers = widthOf(i, piece);
    const bool swapped = isSwapped(i.word);
    const size_t first = list.size();
    Signs signs{72, 73};
    unsigned source = 0;
    if (piece.kind == A) {
        list.push_back(registerAt(i, 24, registers));
    } else if (piece.kind == Slot || (piece.kind == B && !swapped) || (piece.kind == C && swapped)) {
        addSlot(i, list, registers);
        signs = {63, 62};
        source = piece.kind == C || secondIsC(i.op) ? 2 : 1;
    } else {
        list.push_back(registerAt(i, 64, registers));
        signs = {75, 74};
        source = piece.kind == C ? 2 : 1;
    }
    Operand& operand = list[first];
    operand.reused = isReused(i, operand, source);
    if (operand.kind == Operand::Kind::Integer || operand.kind == Operand::Kind::Real)
        return; // its bits are the number's
    if (piece.kind == B && swapped && (i.op == Op::LEA || i.op == Op::ULEA))
        return; // the bits belong to the shift
    const bool inverts = piece.mayInvert && (!piece.mayNegate || i.word.bit(74));
    if (inverts)
        operand.inverted = i.word.bit(signs.negate);
    else if (piece.mayNegate)
        operand.negated = i.word.bit(signs.negate);
    if (piece.mayAbsolute)
        operand.absolute = i.word.bit(signs.absolute);
    if (piece.half)
        operand.half = static_cast<uint8_t>(i.word.bits(piece.half, 2));
}

} // namespace

std::vector<Operand> operandsOf(const Instruction& i) {
    using enum OperandPiece::Kind;
    OperandList list;
    for (const OperandPiece& piece : i.row().operands) {
        const size_t first = list.size();
        switch (piece.kind) {
        case Destination:
            list.push_back(registerAt(i, 16, widthOf(i, piece)));
            list.back().written = true;
            break;
        case Register:
            list.push_back(registerAt(i, piece.at, widthOf(i, piece)));
            break;
        case PredicateOut:
        case PredicateIn: {
            list.push_back(predicateAt(i, piece.at, piece.kind == PredicateOut, piece.uniform));
            const bool none = list.back().number == Operand::always && !list.back().negated;
            const bool isCarry = i.op == Op::IADD3 || i.op == Op::UIADD3 || i.op == Op::UIADD3_64;
            if (piece.optional && none && !(isCarry && i.architecture >= 100))
                list.back().shown = piece.other != 0 && i.word.bits(piece.other, 3) != Operand::always;
            break;
        }
        case Number:
            list.push_back(integer(static_cast<int64_t>(i.word.bits(piece.at, piece.count))));
            break;
        case Function:
            piece.function(i, list);
            if (piece.width != nullptr && list.size() > first)
                list[first].registers = static_cast<uint8_t>(widthOf(i, piece));
            break;
        default:
            addSource(i, piece, list);
        }
    }
    return list;
}

} // namespace warplens::sim::sass
