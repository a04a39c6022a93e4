// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/sass/instruction.h"

namespace warplens::sim::sass {
namespace {

Kind kindOf(const Word& word, Op op) {
    switch (op) {
    case Op::LDS:
        return Kind::SharedLoad;
    case Op::STS:
        return Kind::SharedStore;
    case Op::LDG:
        return Kind::GlobalLoad;
    case Op::STG:
        return Kind::GlobalStore;
    case Op::LD:
        return Kind::GenericLoad;
    case Op::ST:
        return Kind::GenericStore;
    case Op::LDL:
        return Kind::LocalLoad;
    case Op::STL:
        return Kind::LocalStore;
    case Op::ATOMS:
        return formOf(word) == 7 && word.bits(87, 4) == 10 ? Kind::SharedCount : Kind::SharedAtomic;
    case Op::ATOMS_CAS:
        return Kind::SharedAtomic;
    case Op::ATOMG:
    case Op::ATOMG_CAS:
    case Op::ATOMG_FLOAT:
    case Op::RED:
    case Op::RED_FLOAT:
        return Kind::GlobalAtomic;
    case Op::LDGSTS:
        return Kind::Copy;
    case Op::BRA:
    case Op::EXIT:
        return Kind::Branch;
    default:
        return Kind::Other;
    }
}

} // namespace

Instruction decode(const Word& word, uint32_t offset, unsigned architecture) {
    static constexpr uint8_t widths[] = {1, 1, 2, 2, 4, 8, 16, 0};
    Instruction instruction;
    instruction.word = word;
    instruction.offset = offset;
    instruction.architecture = static_cast<uint8_t>(architecture);
    instruction.op = opcodeOf(word, architecture);
    instruction.kind = kindOf(word, instruction.op);
    if (instruction.kind != Kind::Other && instruction.kind != Kind::Branch)
        instruction.bytes = widths[word.bits(73, 3)];
    return instruction;
}

Guard Instruction::guard() const {
    const bool ofLanes = op == Op::R2UR || op == Op::R2UR_90 || op == Op::VOTEU;
    return {static_cast<uint8_t>(word.bits(12, 3)), word.bit(15), row().unit == Unit::Uniform && !ofLanes};
}

Control Instruction::control() const {
    Control control;
    control.stall = static_cast<uint8_t>(word.bits(105, 4));
    control.yield = !word.bit(109);
    control.writeBarrier = static_cast<uint8_t>(word.bits(110, 3));
    control.readBarrier = static_cast<uint8_t>(word.bits(113, 3));
    control.waitMask = static_cast<uint8_t>(word.bits(116, 6));
    control.reuse = static_cast<uint8_t>(word.bits(122, 3));
    return control;
}

} // namespace warplens::sim::sass
