// SPDX-License-Identifier: GPL-3.0-or-later
// The operands that opcodes.def leaves to a function ($name).
#include "sim/sass/places.h"
#include "sim/sass/widths.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace warplens::sim::sass {
namespace {

// Addresses

struct AddressPlace {
    unsigned offsetAt = 40, offsetBits = 24;
    unsigned uniformAt = 32;
    unsigned wideAt = 90; ///< the bit that says that the base has 64 bits beside a uniform register
};

void addAddress(const Instruction& i, OperandList& list, const AddressPlace& place, bool global) {
    const Word& w = i.word;
    Operand operand;
    operand.kind = Operand::Kind::Address;
    operand.number = static_cast<uint16_t>(w.bits(24, 8));
    operand.hasUniform = w.bit(91);
    if (operand.hasUniform) {
        operand.uniformNumber = ofUniform(i, place.uniformAt).number;
        const bool isReduction = i.op == Op::RED || i.op == Op::RED_FLOAT;
        const bool isPlain = i.op == Op::LDG || i.op == Op::STG || i.op == Op::LD || i.op == Op::ST;
        operand.hasDescriptor =
            global && i.architecture >= 80 && (isReduction || w.bit(isPlain || i.architecture >= 90 ? 76 : 101));
    }
    if (global) {
        const bool extended = w.bit(72) || i.op == Op::LDGSTS;
        operand.registers = extended && (!operand.hasUniform || w.bit(place.wideAt)) ? 2 : 1;
        operand.uniformRegisters = operand.hasDescriptor || extended ? 2 : 1;
    } else if (i.op == Op::LDS || i.op == Op::STS || i.op == Op::ATOMS || i.op == Op::ATOMS_CAS) {
        static constexpr uint8_t scales[] = {1, 4, 8, 16};
        operand.scale = scales[w.bits(78, 2)];
    }
    const bool isAtomic = place.uniformAt == 64 && place.wideAt != 90;
    const bool hasWideBit = isAtomic && i.architecture >= 100; // uniform registers need all of bits 64-71 there
    if (hasWideBit)
        operand.registers = w.bit(63) ? 2 : 1;
    operand.value = operand.number == Operand::zero && !operand.hasUniform
                        ? static_cast<int64_t>(w.bits(place.offsetAt, place.offsetBits))
                        : w.signedBits(place.offsetAt, place.offsetBits - (hasWideBit && place.offsetAt == 40 ? 1 : 0));
    list.push_back(operand);
}

void addGeneric(const Instruction& i, OperandList& list) {
    const bool uniform = i.word.bit(91);
    addAddress(i, list, {uniform ? 40u : 32u, uniform ? 24u : 32u, i.op == Op::ST ? 64u : 32u, 90}, true);
}

int64_t distanceOf(const Instruction& i) {
    if (i.op == Op::BSSY)
        return i.word.signedBits(34, 30) * 4;
    const int64_t distance = i.word.signedBits(34, 48) * 4;
    return i.architecture >= 90 ? distance * 256 + static_cast<int64_t>(i.word.bits(16, 8)) * 4 : distance;
}

void addTarget(const Instruction& i, OperandList& list) {
    Operand operand;
    operand.kind = Operand::Kind::Target;
    operand.value = int64_t(i.offset) + 16 + distanceOf(i);
    if (i.op == Op::BRA && i.word.bits(32, 2) >= 2 && i.architecture >= 80) {
        list.push_back(ofUniform(i, 24));
        list.back().inverted = i.architecture < 100 && i.word.bit(30);
    }
    list.push_back(operand);
}

void addHalf2Fma(const Instruction& i, OperandList& list) {
    const Word& w = i.word;
    const auto signs = [&](Operand operand, unsigned source, unsigned negate, unsigned absolute, unsigned half) {
        operand.reused = isReused(i, operand, source);
        operand.negated = w.bit(negate);
        operand.absolute = w.bit(absolute);
        operand.half = static_cast<uint8_t>(w.bits(half, 2));
        return operand;
    };
    const bool swapped = isSwapped(w);
    const auto slot = [&] {
        const size_t first = list.size();
        addSlot(i, list, 1);
        if (list[first].kind != Operand::Kind::Real)
            list[first] = signs(list[first], swapped ? 2 : 1, 63, 62, 60);
    };
    const Operand high = signs(registerAt(i, 64), swapped ? 1 : 2, 84, 83, 81);
    list.push_back(signs(registerAt(i, 24), 0, 72, 73, 74));
    if (swapped) {
        list.push_back(high);
        slot();
    } else {
        slot();
        list.push_back(high);
    }
}

void addBarrier(const Instruction& i, OperandList& list) {
    const Word& w = i.word;
    const unsigned form = formOf(w), mode = static_cast<unsigned>(w.bits(77, 3));
    if (mode == 4)
        return; // SYNCALL names none
    list.push_back(form == 1 || form == 2 ? registerAt(i, 32) : integer(static_cast<int64_t>(w.bits(54, 4))));
    if (form == 4 || form == 1)
        list.push_back(registerAt(i, 32));
    else if (w.bits(42, 12) != 0)
        list.push_back(integer(static_cast<int64_t>(w.bits(42, 12))));
    if (mode == 2 || mode == 3)
        list.push_back(predicateAt(i, 87, false, false));
}

void addCarryAt(const Instruction& i, OperandList& list, unsigned at) {
    list.push_back(predicateAt(i, at, false, isUniform(i)));
    list.back().shown = i.word.bit(74);
    if (!i.word.bit(74))
        list.back().number = Operand::always, list.back().negated = true;
}

void addState(const Instruction& i, OperandList& list, unsigned at, unsigned count, bool written) {
    Operand operand;
    operand.kind = Operand::Kind::Convergence;
    operand.number = static_cast<uint16_t>(i.word.bits(at, count));
    operand.written = written;
    list.push_back(operand);
}

void addCarry(const Instruction& i, OperandList& list) {
    addCarryAt(i, list, 87);
}

void addCarries(const Instruction& i, OperandList& list) {
    addCarryAt(i, list, 87);
    addCarryAt(i, list, 77);
}

void addMore(const Instruction&, OperandList& list) {
    list.push_back(word("…"));
}

void addLeaHigh(const Instruction& i, OperandList& list) {
    if (!i.word.bit(80) || i.word.bit(73))
        return;
    if (isSwapped(i.word))
        addSlot(i, list, 1);
    else
        list.push_back(registerAt(i, 64));
    list.back().reused = isReused(i, list.back(), 2);
}

void addLanes(const Instruction& i, OperandList& list) {
    if (i.word.bits(72, 4) != 15)
        list.push_back(integer(static_cast<int64_t>(i.word.bits(72, 4))));
}

void addExtended(const Instruction& i, OperandList& list) {
    list.push_back(predicateAt(i, 68, false, isUniform(i)));
    list.back().shown = i.word.bit(72);
}

void addThirdPredicate(const Instruction& i, OperandList& list) {
    list.push_back(predicateAt(i, 68, false, isUniform(i) || i.word.bit(67)));
}

void addTruthTable(const Instruction& i, OperandList& list) {
    list.push_back(integer(static_cast<int64_t>(i.word.bits(72, 5) << 3 | i.word.bits(64, 3))));
}

void addAllPredicates(const Instruction& i, OperandList& list) {
    list.push_back(word(isUniform(i) ? "UPR" : "PR"));
}

void addSetPredicates(const Instruction&, OperandList& list) {
    list.push_back(word("PR"));
    list.back().written = true;
}

void addByteOfA(const Instruction& i, OperandList& list) {
    static constexpr std::string_view bytes[] = {"", ".B1", ".B2", ".B3"};
    list.push_back(registerAt(i, 24));
    list.back().word = bytes[i.word.bits(76, 2)];
    list.back().reused = i.control().reuse & 1;
}

void addMaskOrNothing(const Instruction& i, OperandList& list) {
    addSlot(i, list, 1);
    list.back().shown = list.back().kind != Operand::Kind::Integer || list.back().value != 0xff;
}

void addSpecial(const Instruction& i, OperandList& list) {
    Operand operand;
    operand.kind = Operand::Kind::Special;
    operand.number = static_cast<uint16_t>(i.word.bits(72, 8));
    list.push_back(operand);
}

void addBarrierResult(const Instruction& i, OperandList& list) {
    if (i.word.bits(78, 2) == 0)
        list.push_back(integer(static_cast<int64_t>(i.word.bits(54, 4))));
    if (i.word.bits(78, 2) == 1) {
        list.push_back(predicateAt(i, 81, true, false));
        list.back().shown = list.back().number != Operand::always;
    }
}

void addVotes(const Instruction& i, OperandList& list) {
    list.push_back(registerAt(i, 16));
    list.back().written = true;
    list.back().shown = list.back().number != Operand::zero;
    list.push_back(predicateAt(i, 81, true, isUniform(i)));
}

void addMatched(const Instruction& i, OperandList& list) {
    list.push_back(predicateAt(i, 81, true, false));
    list.back().shown = !i.word.bit(79);
}

void addReduced(const Instruction& i, OperandList& list) {
    list.push_back(ofUniform(i, 16));
    list.back().written = true;
}

void addShuffle(const Instruction& i, OperandList& list) {
    const unsigned form = formOf(i.word);
    list.push_back(form == 1 || form == 2 ? registerAt(i, 32) : integer(static_cast<int64_t>(i.word.bits(53, 5))));
    list.push_back(form == 1 || form == 4 ? registerAt(i, 64) : integer(static_cast<int64_t>(i.word.bits(40, 13))));
}

void addElected(const Instruction& i, OperandList& list) {
    list.push_back(ofUniform(i, 16));
    list.back().written = true;
    list.push_back(predicateAt(i, 87, false, false));
}

void addMatrixB(const Instruction& i, OperandList& list) {
    addSlot(i, list, matrixBWidth(i));
    list.back().reused = isReused(i, list.back(), 1);
    if (i.op == Op::IMMA || i.op == Op::BMMA) {
        list[list.size() - 2].word = ".ROW";
        list.back().word = ".COL";
    }
    if (i.op == Op::DMMA) {
        list.back().negated = i.word.bit(63);
        list.back().absolute = i.word.bit(62);
    }
}

void addUniformD(const Instruction& i, OperandList& list) {
    list.push_back(ofUniform(i, 16));
    list.back().written = true;
}

void addUniformA(const Instruction& i, OperandList& list) {
    list.push_back(ofUniform(i, 24));
}

void addRegisterA(const Instruction& i, OperandList& list) {
    list.push_back(ofRegister(i.word.bits(24, 8)));
}

void addConstant(const Instruction& i, OperandList& list) {
    Operand operand = constant(i, sizeWidth(i));
    operand.hasUniform = operand.hasDescriptor = false;
    operand.value = i.op == Op::LDCU ? i.word.signedBits(37, 17) : i.word.signedBits(38, 16);
    if (isUniform(i)) {
        if (i.op == Op::ULDC_UR || (i.op == Op::LDCU && formOf(i.word) == 5)) {
            operand.hasUniform = true;
            operand.uniformNumber = ofUniform(i, 24).number;
            operand.uniformRegisters = 1;
        }
    } else {
        operand.number = static_cast<uint16_t>(i.word.bits(24, 8));
    }
    if (operand.number == Operand::zero && operand.uniformNumber == Operand::zero)
        operand.value = static_cast<int64_t>(i.op == Op::LDCU ? i.word.bits(37, 17) : i.word.bits(38, 16));
    list.push_back(operand);
}

void addGlobal(const Instruction& i, OperandList& list) {
    addAddress(i, list, {40, 24, i.op == Op::STG ? 64u : 32u, 90}, true);
}

void addGeneric24(const Instruction& i, OperandList& list) {
    addAddress(i, list, {}, true);
}

void addStoredGeneric(const Instruction& i, OperandList& list) {
    list.push_back(ofRegister(i.word.bits(i.word.bit(91) ? 32 : 64, 8)));
}

void addLoadIf(const Instruction& i, OperandList& list) {
    // Seven less the number of the predicate, so that nothing stands for none; the fourth bit negates it.
    const auto bits = i.word.bits(64, 4);
    Operand operand;
    operand.kind = Operand::Kind::Predicate;
    operand.number = static_cast<uint16_t>(7 - bits % 8);
    operand.negated = bits >= 8;
    operand.shown = bits != 0;
    list.push_back(operand);
}

void addShared(const Instruction& i, OperandList& list) {
    const bool store =
        i.op == Op::STS || i.op == Op::ATOMS || i.op == Op::ATOMS_CAS || i.op == Op::STSM || i.op == Op::ARRIVES;
    addAddress(i, list, {40, 24, store ? 64u : 32u, 90}, false);
}

void addLocal(const Instruction& i, OperandList& list) {
    addAddress(i, list, {40, 24, i.op == Op::STL ? 64u : 32u, 90}, false);
}

void addAtomicAddress(const Instruction& i, OperandList& list) {
    const bool reduction = i.op == Op::RED || i.op == Op::RED_FLOAT;
    addAddress(i, list, {40, 24, 64, reduction ? 90u : 70u}, true);
}

void addAdded(const Instruction& i, OperandList& list) {
    if (formOf(i.word) != 7) // which counts, or arrives
        list.push_back(ofRegister(i.word.bits(32, 8)));
}

void addCopyTarget(const Instruction& i, OperandList& list) {
    Operand operand;
    operand.kind = Operand::Kind::Address;
    operand.number = static_cast<uint16_t>(i.word.bits(16, 8));
    operand.value = i.word.signedBits(44, 20);
    if (formOf(i.word) == 6) {
        operand.hasUniform = true;
        operand.uniformNumber = ofUniform(i, 64).number;
    }
    list.push_back(operand);
}

void addCopySource(const Instruction& i, OperandList& list) {
    addAddress(i, list, {32, 12, 64, 70}, true);
    if (formOf(i.word) == 6) // the register before it belongs to the target
        list.back().uniformNumber = list.back().hasDescriptor ? ofUniform(i, 64).number + 1 : Operand::zero;
}

void addCacheAddress(const Instruction& i, OperandList& list) {
    const auto op = i.word.bits(87, 4);
    if (op != 4 && op < 6)
        addAddress(i, list, {32, 32, 32, 90}, true);
}

void addScoreboards(const Instruction& i, OperandList& list) {
    Operand operand;
    operand.kind = Operand::Kind::Scoreboards;
    operand.number = i.word.bit(47) ? static_cast<uint16_t>(i.word.bits(44, 3)) : Operand::zero;
    operand.value = static_cast<int64_t>(i.word.bits(38, 6));
    operand.mask = static_cast<uint8_t>(i.word.bits(32, 6));
    list.push_back(operand);
}

void addCallBase(const Instruction& i, OperandList& list) {
    if (formOf(i.word) == 1)
        list.push_back(ofRegister(i.word.bits(24, 8), 2));
}

void addCallTarget(const Instruction& i, OperandList& list) {
    if (formOf(i.word) == 1) {
        list.push_back(ofRegister(i.word.bits(24, 8), 2));
        return;
    }
    Operand operand;
    operand.kind = Operand::Kind::Target;
    operand.value = static_cast<int64_t>(i.word.bits(34, 48) * 4);
    list.push_back(operand);
}

void addRelative(const Instruction& i, OperandList& list) {
    const bool isReturn = i.op == Op::RET && !i.word.bit(85);
    list.push_back(integer(distanceOf(i) + (isReturn ? int64_t(i.offset) + 16 : 0)));
}

void addConvergence(const Instruction& i, OperandList& list) {
    addState(i, list, 16, 4, i.op == Op::BSSY);
}

void addStateA(const Instruction& i, OperandList& list) {
    addState(i, list, 24, 6, i.op != Op::BMOV_OUT);
}

void addStateOrRegister(const Instruction& i, OperandList& list) {
    if (formOf(i.word) == 7)
        addState(i, list, 16, 4, true);
    else
        list.push_back(registerAt(i, 16));
    list.back().written = true;
}

void addStateSource(const Instruction& i, OperandList& list) {
    if (formOf(i.word) == 7)
        addState(i, list, 16, 4, false);
    else
        addSlot(i, list, 1);
}

void addMask(const Instruction& i, OperandList& list) {
    if (i.architecture < 90)
        addSlot(i, list, 1);
    else if (formOf(i.word) == 1)
        list.push_back(ofRegister(i.word.bits(24, 8)));
}

void addCollectiveTarget(const Instruction& i, OperandList& list) {
    if (i.architecture >= 90 && i.word.bits(85, 2) == 2)
        addTarget(i, list);
}

void addSwapped(const Instruction& i, OperandList& list) {
    const bool tellsSuccess = i.architecture >= 100 && i.word.bit(87);
    if (tellsSuccess) {
        list.push_back(predicateAt(i, 81, true, false));
        return;
    }
    list.push_back(ofRegister(i.word.bits(16, 8), atomicWidth(i)));
    list.back().written = true;
}

struct Entry {
    std::string_view name;
    OperandFunction function;
};
constexpr Entry entries[] = {
    {"more", addMore},
    {"half2Fma", addHalf2Fma},
    {"carry", addCarry},
    {"carries", addCarries},
    {"leaHigh", addLeaHigh},
    {"lanes", addLanes},
    {"extended", addExtended},
    {"thirdPredicate", addThirdPredicate},
    {"truthTable", addTruthTable},
    {"allPredicates", addAllPredicates},
    {"setPredicates", addSetPredicates},
    {"byteOfA", addByteOfA},
    {"maskOrNothing", addMaskOrNothing},
    {"special", addSpecial},
    {"barrierResult", addBarrierResult},
    {"votes", addVotes},
    {"matched", addMatched},
    {"reduced", addReduced},
    {"shuffle", addShuffle},
    {"elected", addElected},
    {"matrixB", addMatrixB},
    {"uniformD", addUniformD},
    {"uniformA", addUniformA},
    {"registerA", addRegisterA},
    {"constant", addConstant},
    {"global", addGlobal},
    {"generic", addGeneric},
    {"generic24", addGeneric24},
    {"storedGeneric", addStoredGeneric},
    {"loadIf", addLoadIf},
    {"shared", addShared},
    {"local", addLocal},
    {"atomicAddress", addAtomicAddress},
    {"added", addAdded},
    {"copyTarget", addCopyTarget},
    {"copySource", addCopySource},
    {"cacheAddress", addCacheAddress},
    {"scoreboards", addScoreboards},
    {"target", addTarget},
    {"callBase", addCallBase},
    {"callTarget", addCallTarget},
    {"relative", addRelative},
    {"convergence", addConvergence},
    {"stateA", addStateA},
    {"stateOrRegister", addStateOrRegister},
    {"stateSource", addStateSource},
    {"mask", addMask},
    {"collectiveTarget", addCollectiveTarget},
    {"swapped", addSwapped},
    {"barrier", addBarrier},
};

} // namespace

OperandFunction operandFunction(std::string_view name) {
    const auto found =
        std::find_if(std::begin(entries), std::end(entries), [&](const Entry& e) { return e.name == name; });
    if (found == std::end(entries))
        throw std::logic_error("opcodes.def: there is no operand " + std::string(name));
    return found->function;
}

} // namespace warplens::sim::sass
