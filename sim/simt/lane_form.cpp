// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/lane_form.h"

#include <algorithm>

namespace warplens::sim::simt {
namespace {

Combine takeCombine(Mods& mods) {
    return mods.take(Mod::and_)   ? Combine::And
           : mods.take(Mod::or_)  ? Combine::Or
           : mods.take(Mod::xor_) ? Combine::Xor
                                  : Combine::None;
}

Type doubled(Type type) {
    switch (type) {
    case Type::u16:
        return Type::u32;
    case Type::s16:
        return Type::s32;
    case Type::u32:
        return Type::u64;
    case Type::s32:
        return Type::s64;
    default:
        return type;
    }
}

/// What set gives where the comparison holds: 1.0, or all ones; of two halves in each half.
uint64_t setResult(Type type, bool pair) {
    const uint64_t half = type == Type::f16 || type == Type::f16x2     ? 0x3c00
                          : type == Type::bf16 || type == Type::bf16x2 ? 0x3f80
                                                                       : 0xffff;
    if (pair || ptx::typeBytes(type) == 2)
        return half | half << 16;
    return type == Type::f32 ? 0x3f800000 : 0xffffffff;
}

/// As many as the row of opcodes.def has behind the result.
size_t operandsOf(Opcode opcode) {
    const std::string_view written = ptx::opcodeInfo(opcode).operands;
    return static_cast<size_t>(std::count(written.begin(), written.end(), ','));
}

} // namespace

Round takeRound(Mods& mods) {
    if (mods.take(Mod::rz, Mod::rzi))
        return Round::Zero;
    if (mods.take(Mod::rm, Mod::rmi))
        return Round::Down;
    if (mods.take(Mod::rp, Mod::rpi))
        return Round::Up;
    if (mods.take(Mod::rna))
        return Round::NearestAway;
    if (mods.take(Mod::rn, Mod::rni))
        return Round::Nearest;
    return Round::Unspecified;
}

Compare takeCompare(Mods& mods, bool isUnsigned) {
    struct Row {
        Mod mod;
        Compare compare;
    };
    static constexpr Row rows[] = {
        {Mod::eq, Compare::Eq},   {Mod::ne, Compare::Ne},   {Mod::lt, Compare::Lt},   {Mod::le, Compare::Le},
        {Mod::gt, Compare::Gt},   {Mod::ge, Compare::Ge},   {Mod::equ, Compare::Equ}, {Mod::neu, Compare::Neu},
        {Mod::ltu, Compare::Ltu}, {Mod::leu, Compare::Leu}, {Mod::gtu, Compare::Gtu}, {Mod::geu, Compare::Geu},
        {Mod::num, Compare::Num}, {Mod::nan, Compare::Nan},
    };
    for (const Row& row : rows)
        if (mods.take(row.mod))
            return row.compare;
    if (isUnsigned) { // lower, lower or same, higher, higher or same
        if (mods.take(Mod::lo))
            return Compare::Lt;
        if (mods.take(Mod::ls))
            return Compare::Le;
        if (mods.take(Mod::hi))
            return Compare::Gt;
        if (mods.take(Mod::hs))
            return Compare::Ge;
    }
    return Compare::None;
}

bool isPair(Type type) {
    return type == Type::f16x2 || type == Type::bf16x2 || type == Type::e4m3x2 || type == Type::e5m2x2;
}

LaneForm::LaneForm(const Instruction& in, Mods& mods)
    : d(in.type())
    , a(in.type())
    , b(in.type())
    , c(in.type())
    , count(operandsOf(in.opcode)) {
    key.opcode = in.opcode;
    key.type = in.type();
    key.source = in.typeCount > 1 ? in.type(1) : in.type();
    key.flush = mods.take(Mod::ftz);
    key.saturate = mods.take(Mod::sat);
    key.nan = mods.take(Mod::NaN);
    key.relu = mods.take(Mod::relu);
    key.xorSign = mods.take(Mod::xorsign);
    if (key.xorSign && !mods.take(Mod::abs_))
        refuse(in, ".xorsign goes with .abs");
    key.carryOut = mods.take(Mod::cc);
    if (key.carryOut)
        takesCarry();
}

/// Beside what it computes it reads or writes the carry of the lane.
void LaneForm::takesCarry() {
    usesCarry = true;
    flags = static_cast<uint16_t>((key.carryIn ? flagCarryIn : 0) | (key.carryOut ? flagCarryOut : 0));
}

namespace lowerings {

void plain(LaneForm&, const Instruction&, Mods&) {}

void arithmetic(LaneForm& form, const Instruction&, Mods& mods) {
    if (ptx::isFloat(form.key.type)) {
        form.key.round = takeRound(mods);
        mods.ignore(Mod::approx, Mod::full);
        return;
    }
    form.key.part = mods.take(Mod::wide) ? Part::Wide
                    : mods.take(Mod::hi) ? Part::High
                    : mods.take(Mod::lo) ? Part::Low
                                         : Part::Whole;
    if (form.key.part == Part::Wide)
        form.d = form.c = doubled(form.key.type);
}

void withCarry(LaneForm& form, const Instruction& in, Mods& mods) {
    arithmetic(form, in, mods);
    form.key.carryIn = true;
    form.takesCarry();
}

void elementary(LaneForm& form, const Instruction&, Mods& mods) {
    form.key.round = takeRound(mods);
    mods.ignore(Mod::approx);
}

void countOfBits(LaneForm& form, const Instruction&, Mods&) {
    form.d = Type::u32;
}

void findBit(LaneForm& form, const Instruction&, Mods& mods) {
    form.d = Type::u32;
    form.key.mode = mods.take(Mod::shiftamt);
}

void nthBit(LaneForm& form, const Instruction&, Mods&) {
    form.c = Type::s32;
}

void bitField(LaneForm& form, const Instruction&, Mods&) {
    form.b = form.c = Type::u32;
}

void insertBits(LaneForm& form, const Instruction&, Mods&) {
    form.c = Type::u32;
}

void shift(LaneForm& form, const Instruction&, Mods&) {
    form.b = Type::u32;
}

void bitMask(LaneForm& form, const Instruction&, Mods& mods) {
    form.key.mode = mods.take(Mod::clamp);
    mods.ignore(Mod::wrap);
    form.b = Type::u32;
}

void dotProduct(LaneForm& form, const Instruction&, Mods& mods) {
    form.key.part = mods.take(Mod::hi) ? Part::High : Part::Low;
    mods.ignore(Mod::lo);
}

void packedVideo(LaneForm& form, const Instruction& in, Mods& mods) {
    if (in.typeCount != 3)
        refuse(in, "it needs three types");
    const bool bytes = in.opcode >= Opcode::vadd4_;
    const auto operation =
        static_cast<unsigned>(in.opcode) - static_cast<unsigned>(bytes ? Opcode::vadd4_ : Opcode::vadd2_);
    form.flags = static_cast<uint16_t>(
        operation | (bytes ? videoBytes : 0) | (ptx::isSigned(in.type(0)) ? videoSignedD : 0) |
        (ptx::isSigned(in.type(1)) ? videoSignedA : 0) | (ptx::isSigned(in.type(2)) ? videoSignedB : 0) |
        (form.key.saturate ? videoSaturate : 0) | (mods.take(Mod::add) ? videoSum : 0));
}

void truthTable(LaneForm& form, const Instruction&, Mods&) {
    form.takesTable = true;
    form.count = 3;
}

void funnelShift(LaneForm& form, const Instruction&, Mods& mods) {
    const bool left = mods.take(Mod::l);
    mods.ignore(Mod::r);
    const bool clamp = mods.take(Mod::clamp);
    mods.ignore(Mod::wrap);
    form.key.mode = static_cast<uint8_t>((left ? 0 : 2) + clamp);
    form.c = Type::u32;
}

void permute(LaneForm& form, const Instruction&, Mods& mods) {
    static constexpr Mod modes[] = {Mod::f4e, Mod::b4e, Mod::rc8, Mod::ecl, Mod::ecr, Mod::rc16};
    for (uint8_t i = 0; i < 6; ++i)
        if (mods.take(modes[i]))
            form.key.mode = static_cast<uint8_t>(i + 1);
}

void classify(LaneForm& form, const Instruction&, Mods& mods) {
    form.d = Type::pred;
    static constexpr Mod kinds[] = {Mod::finite,     Mod::infinite, Mod::number,
                                    Mod::notanumber, Mod::normal,   Mod::subnormal};
    for (uint16_t i = 0; i < 6; ++i)
        if (mods.take(kinds[i]))
            form.flags = i;
}

void conversion(LaneForm& form, const Instruction& in, Mods& mods) {
    if (in.typeCount < 2)
        refuse(in, "it needs two types");
    LaneKey& key = form.key;
    key.toInteger = in.has(Mod::rni) || in.has(Mod::rzi) || in.has(Mod::rmi) || in.has(Mod::rpi);
    key.round = takeRound(mods);
    key.satFinite = mods.take(Mod::satfinite);
    form.adaptsWidth = true;
    form.a = key.source;
    if (mods.take(Mod::pack)) {
        key.mode = 1;
        form.count = ptx::typeBytes(key.type) == 1 ? 3 : 2;
        form.b = key.source;
        form.d = form.c = Type::b32;
    } else if (key.source == Type::f32 && isPair(key.type)) {
        form.count = 2;
        form.b = key.source;
    }
    form.flags = static_cast<uint16_t>(static_cast<unsigned>(key.round) << convertRoundShift |
                                       (key.saturate ? convertSaturate : 0) | (key.flush ? convertFlush : 0) |
                                       (key.relu ? convertRelu : 0) | (key.toInteger ? convertToInteger : 0) |
                                       (key.satFinite ? convertSatFinite : 0));
}

void comparison(LaneForm& form, const Instruction& in, Mods& mods) {
    LaneKey& key = form.key;
    const Type type = key.type;
    const bool predicate = in.opcode == Opcode::setp_;
    key.source = predicate ? type : in.type(1);
    key.type = predicate ? Type::pred : type;
    key.compare = takeCompare(mods, !ptx::isSigned(key.source) && !ptx::isFloat(key.source));
    if (key.compare == Compare::None)
        refuse(in, "a comparison is missing");
    const Combine combine = takeCombine(mods);
    form.combines = combine != Combine::None;
    form.flags = static_cast<uint16_t>(combine);
    if (!predicate)
        form.table = setResult(type, isPair(key.source));
    form.d = key.type;
    form.a = form.b = key.source;
}

void select(LaneForm& form, const Instruction&, Mods&) {
    form.c = Type::pred;
}

void selectBySign(LaneForm& form, const Instruction& in, Mods&) {
    form.c = in.type(1);
}

} // namespace lowerings
} // namespace warplens::sim::simt
