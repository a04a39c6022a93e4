// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/sass/places.h"

#include <bit>

namespace warplens::sim::sass {
namespace {

// Numbers in bits 32-63, as their instruction takes them.

double halfValue(uint16_t bits) {
    const unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    double value = exponent == 0 ? fraction * 0x1p-24
                                 : (1024 + fraction) * std::bit_cast<double>(uint64_t(exponent + 1023 - 25) << 52);
    if (exponent == 31)
        value = std::bit_cast<double>(0x7ffull << 52 | uint64_t(fraction) << 42);
    return bits & 0x8000 ? -value : value;
}

enum class Number : uint8_t { Signed, Unsigned, F32, F64, Half2 };

Number numberOf(Op op) {
    switch (op) {
    case Op::FADD:
    case Op::FMUL:
    case Op::FFMA:
    case Op::FSEL:
    case Op::FMNMX:
    case Op::FSET:
    case Op::FSETP:
    case Op::UFADD:
    case Op::UFMUL:
    case Op::UFFMA:
    case Op::UFSEL:
    case Op::UFSETP:
    case Op::FCHK:
    case Op::MUFU:
    case Op::F2I:
    case Op::F2F:
    case Op::FRND:
    case Op::F2FP:
    case Op::F2IP:
        return Number::F32;
    case Op::DADD:
    case Op::DMUL:
    case Op::DFMA:
    case Op::DSETP:
        return Number::F64;
    case Op::HADD2:
    case Op::HMUL2:
    case Op::HFMA2:
    case Op::HFMA2_MMA:
    case Op::HSET2:
    case Op::HSETP2:
    case Op::HMNMX2:
        return Number::Half2;
    case Op::LOP3:
    case Op::ULOP3:
    case Op::SHF:
    case Op::USHF:
    case Op::PRMT:
    case Op::UPRMT:
    case Op::MOV:
    case Op::UMOV:
    case Op::SEL:
    case Op::USEL:
    case Op::WARPSYNC:
    case Op::NANOSLEEP:
    case Op::BMSK:
    case Op::SGXT:
    case Op::LEA:
    case Op::ULEA:
    case Op::P2R:
    case Op::R2P:
    case Op::UP2UR:
    case Op::POPC:
    case Op::FLO:
    case Op::BREV:
        return Number::Unsigned;
    default:
        return Number::Signed;
    }
}

void addImmediate(const Instruction& i, OperandList& list) {
    const auto bits = static_cast<uint32_t>(i.word.bits(32, 32));
    const auto real = [&](double value) {
        Operand operand;
        operand.kind = Operand::Kind::Real;
        operand.real = value;
        operand.value = bits;
        list.push_back(operand);
    };
    const bool upperHalf = i.op == Op::MUFU && (i.word.bits(74, 4) == 6 || i.word.bits(74, 4) == 7);
    switch (upperHalf ? Number::F64 : numberOf(i.op)) {
    case Number::Signed:
        list.push_back(integer(static_cast<int32_t>(bits)));
        return;
    case Number::Unsigned:
        list.push_back(integer(bits));
        return;
    case Number::F32:
        real(std::bit_cast<float>(bits));
        return;
    case Number::F64:
        real(std::bit_cast<double>(uint64_t(bits) << 32));
        return;
    case Number::Half2: {
        const bool bfloat = i.word.bit(i.op == Op::HSET2 || i.op == Op::HSETP2 ? 65 : 85);
        for (const auto half : {static_cast<uint16_t>(bits >> 16), static_cast<uint16_t>(bits)})
            real(bfloat ? std::bit_cast<float>(uint32_t(half) << 16) : halfValue(half));
    }
    }
}

} // namespace

bool isUniform(const Instruction& i) {
    return i.row().unit == Unit::Uniform;
}

Operand ofRegister(uint64_t number, unsigned registers) {
    Operand operand;
    operand.number = static_cast<uint16_t>(number);
    operand.registers = static_cast<uint8_t>(registers);
    return operand;
}

/// 63 uniform registers up to 9.0, 255 since.
Operand ofUniform(const Instruction& i, unsigned at, unsigned registers) {
    const bool many = i.architecture >= 100;
    const uint64_t number = i.word.bits(at, many ? 8 : 6);
    Operand operand = ofRegister(number == (many ? 255 : 63) ? Operand::zero : number, registers);
    operand.uniform = true;
    return operand;
}

Operand registerAt(const Instruction& i, unsigned at, unsigned registers) {
    return isUniform(i) ? ofUniform(i, at, registers) : ofRegister(i.word.bits(at, 8), registers);
}

Operand predicateAt(const Instruction& i, unsigned at, bool written, bool uniform) {
    Operand operand;
    operand.kind = Operand::Kind::Predicate;
    operand.number = static_cast<uint16_t>(i.word.bits(at, 3));
    operand.uniform = uniform;
    operand.written = written;
    operand.negated = !written && i.word.bit(at + 3);
    return operand;
}

Operand integer(int64_t value) {
    Operand operand;
    operand.kind = Operand::Kind::Integer;
    operand.value = value;
    return operand;
}

Operand word(std::string_view text) {
    Operand operand;
    operand.kind = Operand::Kind::Word;
    operand.word = text;
    return operand;
}

Operand constant(const Instruction& i, unsigned registers) {
    Operand operand;
    operand.kind = Operand::Kind::Constant;
    operand.registers = static_cast<uint8_t>(registers);
    operand.bank = static_cast<uint8_t>(i.word.bits(54, 5));
    operand.value = static_cast<int64_t>(i.word.bits(38, 16));
    if (i.word.bit(91) && i.op != Op::LDCU) { // cx[UR][...]: the bank is named by a register
        operand.hasUniform = operand.hasDescriptor = true;
        operand.uniformNumber = ofUniform(i, 32).number;
        operand.uniformRegisters = 2;
        operand.value = static_cast<int64_t>(i.word.bits(40, 14) * 4);
    }
    return operand;
}

/// What stands in bits 32-63.
void addSlot(const Instruction& i, OperandList& list, unsigned registers) {
    switch (formOf(i.word)) {
    case 2:
    case 4:
        addImmediate(i, list);
        return;
    case 3:
    case 5:
        list.push_back(constant(i, registers));
        return;
    case 6:
    case 7:
        list.push_back(ofUniform(i, 32, registers));
        return;
    default:
        list.push_back(registerAt(i, 32, registers));
    }
}

/// Whether the source, 0 to 2, is kept for the next instruction.
bool isReused(const Instruction& i, const Operand& operand, unsigned source) {
    const Unit unit = i.row().unit;
    const bool hasCache =
        unit == Unit::Fma || unit == Unit::Alu || unit == Unit::Half || unit == Unit::Double || unit == Unit::Tensor;
    return hasCache && operand.kind == Operand::Kind::Register && !operand.uniform && (i.control().reuse >> source & 1);
}

} // namespace warplens::sim::sass
