// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: what each lane computes for itself. The functions are found by name in sim/simt/lanes.
#include "sim/simt/lowering.h"

namespace warplens::sim::simt {

static Round takeRound(Mods& mods) {
    if (mods.take(Mod::rz) | mods.take(Mod::rzi))
        return Round::Zero;
    if (mods.take(Mod::rm) | mods.take(Mod::rmi))
        return Round::Down;
    if (mods.take(Mod::rp) | mods.take(Mod::rpi))
        return Round::Up;
    if (mods.take(Mod::rna))
        return Round::NearestAway;
    if (mods.take(Mod::rn) | mods.take(Mod::rni))
        return Round::Nearest;
    return Round::Unspecified;
}

static Compare takeCompare(Mods& mods, bool isUnsigned) {
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

static Combine takeCombine(Mods& mods) {
    return mods.take(Mod::and_)   ? Combine::And
           : mods.take(Mod::or_)  ? Combine::Or
           : mods.take(Mod::xor_) ? Combine::Xor
                                  : Combine::None;
}

static Type doubled(Type type) {
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

static bool isPair(Type type) {
    return type == Type::f16x2 || type == Type::bf16x2 || type == Type::e4m3x2 || type == Type::e5m2x2;
}

/// What set gives where the comparison holds: 1.0, or all ones; of two halves in each half.
static uint64_t setResult(Type type, bool pair) {
    const uint64_t half = type == Type::f16 || type == Type::f16x2     ? 0x3c00
                          : type == Type::bf16 || type == Type::bf16x2 ? 0x3f80
                                                                       : 0xffff;
    if (pair || ptx::typeBytes(type) == 2)
        return half | half << 16;
    return type == Type::f32 ? 0x3f800000 : 0xffffffff;
}

uint32_t FunctionLowerer::negated(const Instruction& in, Type type, uint32_t slot, uint32_t into) {
    LaneKey key;
    key.opcode = Opcode::neg_;
    key.type = key.source = type;
    emitLane(in, key, into, slot);
    return into;
}

/// A product that is computed with its sum, or such a sum (see contract.h).
bool FunctionLowerer::lowerContracted(const Instruction& in) {
    const auto index = static_cast<uint32_t>(&in - m_function.instructions.data());
    const Type type = in.type();
    const bool wide = ptx::typeBytes(type) > 4;
    if (const auto product = m_contracted.products.find(index); product != m_contracted.products.end()) {
        const auto list = operands(in, 3, 3);
        for (const bool second : {false, true})
            if (second ? product->second.keepB : product->second.keepA) {
                LaneKey copy;
                copy.opcode = Opcode::mov_;
                copy.type = copy.source = wide ? Type::b64 : Type::b32;
                const uint32_t slot = extra(wide ? wideSlotBytes : slotBytes);
                emitLane(in, copy, slot, source(in, list[second ? 2 : 1], type));
                m_kept[{index, second}] = slot;
            }
        return product->second.gone;
    }
    const auto sum = m_contracted.sums.find(index);
    if (sum == m_contracted.sums.end())
        return false;
    const Contraction& made = sum->second;
    const auto factor = [&](const Operand& operand, bool second) {
        const auto kept = m_kept.find({made.product, second});
        return kept != m_kept.end() ? kept->second : source(in, operand, type);
    };
    uint32_t a = factor(made.a, false), c = source(in, made.c, type);
    const uint32_t b = factor(made.b, true), d = destination(in, operands(in, 3, 3)[0], type);
    if (made.negatesProduct)
        a = negated(in, type, a, temporary(wide));
    if (made.negatesAddend)
        c = negated(in, type, c, made.negatesProduct ? extra(wide ? wideSlotBytes : slotBytes) : temporary(wide));
    Mods mods(in);
    LaneKey key;
    key.opcode = Opcode::fma_;
    key.type = key.source = type;
    key.round = Round::Nearest;
    key.flush = mods.take(Mod::ftz);
    key.saturate = mods.take(Mod::sat);
    mods.finish();
    emitLane(in, key, d, a, b, c);
    return true;
}

bool isScalarVideo(Opcode opcode) {
    return opcode >= Opcode::vadd_ && opcode <= Opcode::vset_;
}

/// vadd and its kin: of each operand a part, the operation, saturation, a second operation, and where the result goes.
void FunctionLowerer::lowerVideo(const Instruction& in) {
    Mods mods(in);
    const bool compares = in.opcode == Opcode::vset_, multiplies = in.opcode == Opcode::vmad_;
    const bool shifts = in.opcode == Opcode::vshl_ || in.opcode == Opcode::vshr_;
    if (in.typeCount != (compares ? 2 : 3))
        refuse(in, compares ? "it needs two types" : "it needs three types");
    const Type d = compares ? Type::u32 : in.type(0), a = in.type(compares ? 0 : 1), b = in.type(compares ? 1 : 2);
    for (const Type type : {d, a, b})
        if (type != Type::u32 && type != Type::s32)
            refuse(in, "its types are .u32 and .s32");
    const auto list = operands(in, multiplies ? 4 : 3, 4);
    const auto part = [&](const Operand& operand) -> uint64_t {
        static constexpr std::string_view names[] = {"b0", "b1", "b2", "b3", "h0", "h1"};
        for (uint64_t i = 0; i < std::size(names); ++i)
            if (operand.kind == Operand::Kind::Register && operand.name == names[i])
                return i + 1;
        return 0;
    };
    uint64_t operation = static_cast<uint64_t>(in.opcode) - static_cast<uint64_t>(Opcode::vadd_);
    uint64_t extra = 0; // the comparison, the distance of vmad's shift, or whether vshl clamps
    if (compares) {
        extra = static_cast<uint64_t>(takeCompare(mods, true));
        if (extra == 0)
            refuse(in, "a comparison is missing");
    } else if (multiplies) {
        extra = mods.take(Mod::shr7) ? 7 : mods.take(Mod::shr15) ? 15 : 0;
    } else if (shifts) {
        extra = mods.take(Mod::clamp);
        mods.ignore(Mod::wrap);
    }
    const bool saturates = mods.take(Mod::sat);
    const uint64_t second = mods.take(Mod::add)               ? scalarVideoAdd
                            : mods.take(Mod::min)             ? scalarVideoMin
                            : mods.take(Mod::max)             ? scalarVideoMax
                            : list.size() == 4 && !multiplies ? scalarVideoMerge
                                                              : scalarVideoNone;
    mods.finish();
    if (!multiplies && (second != scalarVideoNone) != (list.size() == 4))
        refuse(in, "a fourth operand goes with a second operation or a part of the result");
    if (second == scalarVideoMerge && part(list[0]) == 0)
        refuse(in, "a fourth operand goes with a second operation or a part of the result");
    const uint32_t sd = destination(in, list[0], Type::b32), sa = source(in, list[1], a), sb = source(in, list[2], b);
    const uint32_t sc = list.size() == 4 ? source(in, list[3], Type::b32) : constant(0, false);
    LaneKey key;
    key.opcode = in.opcode;
    key.type = d;
    emitLane(in, key, sd, sa, sb, sc);
    Op& op = m_program.ops.back();
    op.flags = static_cast<uint16_t>(operation | (ptx::isSigned(a) ? videoSignedA : 0) |
                                     (ptx::isSigned(b) ? videoSignedB : 0) | (ptx::isSigned(d) ? videoSignedD : 0) |
                                     (saturates ? videoSaturate : 0));
    op.table = part(list[1]) | part(list[2]) << 4 | part(list[0]) << 8 | second << 12 | extra << 16;
}

void FunctionLowerer::lowerLane(const Instruction& in) {
    if (lowerContracted(in))
        return;
    switch (in.opcode) {
    case Opcode::mov_:
        return lowerMove(in);
    case Opcode::cvta_:
    case Opcode::isspacep_:
        return lowerAddressConversion(in);
    case Opcode::mapa_:
    case Opcode::getctarank_:
        return lowerClusterAddress(in);
    case Opcode::vadd_:
    case Opcode::vsub_:
    case Opcode::vabsdiff_:
    case Opcode::vmin_:
    case Opcode::vmax_:
    case Opcode::vshl_:
    case Opcode::vshr_:
    case Opcode::vmad_:
    case Opcode::vset_:
        return lowerVideo(in);
    default:
        break;
    }
    if (in.type() == Type::pred)
        return lowerPredicateLogic(in);

    Mods mods(in);
    LaneKey key;
    key.opcode = in.opcode;
    key.type = in.type();
    key.source = in.typeCount > 1 ? in.type(1) : in.type();
    const bool isFloat = ptx::isFloat(key.type);
    key.flush = mods.take(Mod::ftz);
    key.saturate = mods.take(Mod::sat);
    key.nan = mods.take(Mod::NaN);
    key.relu = mods.take(Mod::relu);
    key.xorSign = mods.take(Mod::xorsign);
    if (key.xorSign && !mods.take(Mod::abs_))
        refuse(in, ".xorsign goes with .abs");
    key.carryOut = mods.take(Mod::cc);
    key.carryIn = in.opcode == Opcode::addc_ || in.opcode == Opcode::subc_ || in.opcode == Opcode::madc_;
    uint16_t flags = 0;
    uint64_t table = 0;
    const Type type = key.type;
    // The types in which the operands are read; the destination is `d`.
    Type d = type, a = type, b = type, c = type, e = Type::u32;
    size_t count = 2;

    switch (in.opcode) {
    case Opcode::add_:
    case Opcode::sub_:
    case Opcode::mul_:
    case Opcode::mad_:
    case Opcode::fma_:
    case Opcode::div_:
    case Opcode::mul24_:
    case Opcode::mad24_:
    case Opcode::addc_:
    case Opcode::subc_:
    case Opcode::madc_: {
        count = in.opcode == Opcode::mad_ || in.opcode == Opcode::fma_ || in.opcode == Opcode::mad24_ ||
                        in.opcode == Opcode::madc_
                    ? 3
                    : 2;
        if (isFloat) {
            key.round = takeRound(mods);
            mods.ignore(Mod::approx, Mod::full);
        } else {
            key.part = mods.take(Mod::wide) ? Part::Wide
                       : mods.take(Mod::hi) ? Part::High
                       : mods.take(Mod::lo) ? Part::Low
                                            : Part::Whole;
            if (key.part == Part::Wide)
                d = c = doubled(type);
        }
        break;
    }
    case Opcode::rem_:
    case Opcode::min_:
    case Opcode::max_:
    case Opcode::copysign_:
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
        break;
    case Opcode::sad_:
        count = 3;
        break;
    case Opcode::abs_:
    case Opcode::neg_:
    case Opcode::not_:
    case Opcode::cnot_:
    case Opcode::brev_:
        count = 1;
        break;
    case Opcode::rcp_:
    case Opcode::sqrt_:
    case Opcode::rsqrt_:
    case Opcode::sin_:
    case Opcode::cos_:
    case Opcode::lg2_:
    case Opcode::ex2_:
    case Opcode::tanh_:
        count = 1;
        key.round = takeRound(mods);
        mods.ignore(Mod::approx);
        break;
    case Opcode::popc_:
    case Opcode::clz_:
        count = 1;
        d = Type::u32;
        break;
    case Opcode::bfind_:
        count = 1;
        d = Type::u32;
        key.mode = mods.take(Mod::shiftamt);
        break;
    case Opcode::bfe_:
        count = 3;
        b = c = Type::u32;
        break;
    case Opcode::bfi_:
        count = 4;
        c = Type::u32;
        break;
    case Opcode::shl_:
    case Opcode::shr_:
        b = Type::u32;
        break;
    case Opcode::szext_:
    case Opcode::bmsk_:
        key.mode = mods.take(Mod::clamp);
        mods.ignore(Mod::wrap);
        b = Type::u32;
        break;
    case Opcode::fns_:
        count = 3;
        c = Type::s32;
        break;
    case Opcode::dp4a_:
    case Opcode::dp2a_:
        count = 3;
        key.part = mods.take(Mod::hi) ? Part::High : Part::Low;
        mods.ignore(Mod::lo);
        break;
    case Opcode::vadd2_:
    case Opcode::vsub2_:
    case Opcode::vavrg2_:
    case Opcode::vabsdiff2_:
    case Opcode::vmin2_:
    case Opcode::vmax2_:
    case Opcode::vadd4_:
    case Opcode::vsub4_:
    case Opcode::vavrg4_:
    case Opcode::vabsdiff4_:
    case Opcode::vmin4_:
    case Opcode::vmax4_: {
        if (in.typeCount != 3)
            refuse(in, "it needs three types");
        count = 3;
        const bool bytes = in.opcode >= Opcode::vadd4_;
        const auto operation =
            static_cast<unsigned>(in.opcode) - static_cast<unsigned>(bytes ? Opcode::vadd4_ : Opcode::vadd2_);
        flags = static_cast<uint16_t>(
            operation | (bytes ? videoBytes : 0) | (ptx::isSigned(in.type(0)) ? videoSignedD : 0) |
            (ptx::isSigned(in.type(1)) ? videoSignedA : 0) | (ptx::isSigned(in.type(2)) ? videoSignedB : 0) |
            (key.saturate ? videoSaturate : 0) | (mods.take(Mod::add) ? videoSum : 0));
        break;
    }
    case Opcode::lop3_: {
        count = 3;
        const auto list = operands(in, 5, 5);
        if (list[4].kind != Operand::Kind::Integer)
            refuse(in, "its table is a constant");
        table = list[4].bits;
        break;
    }
    case Opcode::shf_: {
        count = 3;
        const bool left = mods.take(Mod::l);
        mods.ignore(Mod::r);
        const bool clamp = mods.take(Mod::clamp);
        mods.ignore(Mod::wrap);
        key.mode = static_cast<uint8_t>((left ? 0 : 2) + clamp);
        c = Type::u32;
        break;
    }
    case Opcode::prmt_: {
        count = 3;
        static constexpr Mod modes[] = {Mod::f4e, Mod::b4e, Mod::rc8, Mod::ecl, Mod::ecr, Mod::rc16};
        for (uint8_t i = 0; i < 6; ++i)
            if (mods.take(modes[i]))
                key.mode = static_cast<uint8_t>(i + 1);
        break;
    }
    case Opcode::testp_: {
        count = 1;
        d = Type::pred;
        static constexpr Mod kinds[] = {Mod::finite,     Mod::infinite, Mod::number,
                                        Mod::notanumber, Mod::normal,   Mod::subnormal};
        for (uint16_t i = 0; i < 6; ++i)
            if (mods.take(kinds[i]))
                flags = i;
        break;
    }
    case Opcode::cvt_: {
        count = 1;
        if (in.typeCount < 2)
            refuse(in, "it needs two types");
        key.toInteger = in.has(Mod::rni) || in.has(Mod::rzi) || in.has(Mod::rmi) || in.has(Mod::rpi);
        key.round = takeRound(mods);
        key.satFinite = mods.take(Mod::satfinite);
        a = key.source;
        if (mods.take(Mod::pack)) {
            key.mode = 1;
            count = ptx::typeBytes(type) == 1 ? 3 : 2;
            b = key.source;
            d = c = Type::b32;
        } else if (key.source == Type::f32 && isPair(type)) {
            count = 2;
            b = key.source;
        }
        flags = static_cast<uint16_t>(static_cast<unsigned>(key.round) << 8 | (key.saturate ? 1u << 11 : 0) |
                                      (key.flush ? 1u << 12 : 0) | (key.relu ? 1u << 13 : 0) |
                                      (key.toInteger ? 1u << 14 : 0) | (key.satFinite ? 1u << 15 : 0));
        break;
    }
    case Opcode::set_:
    case Opcode::setp_: {
        const bool predicate = in.opcode == Opcode::setp_;
        key.source = predicate ? type : in.type(1);
        key.type = predicate ? Type::pred : type;
        key.compare = takeCompare(mods, !ptx::isSigned(key.source) && !ptx::isFloat(key.source));
        if (key.compare == Compare::None)
            refuse(in, "a comparison is missing");
        flags = static_cast<uint16_t>(takeCombine(mods));
        if (!predicate)
            table = setResult(type, isPair(key.source));
        d = key.type;
        a = b = key.source;
        break;
    }
    case Opcode::selp_:
        count = 3;
        c = Type::pred;
        break;
    case Opcode::slct_:
        count = 3;
        c = in.type(1);
        break;
    default:
        refuse(in, "Warplens does not know this instruction yet");
    }
    mods.finish();

    const auto list = m_function.operandsOf(in);
    const size_t first = in.hasSecondPredicate ? 2 : 1; // the first source operand
    const bool combined = (in.opcode == Opcode::setp_ || in.opcode == Opcode::set_) && (flags & 3) != 0;
    const size_t expected = first + count + (combined ? 1 : 0) + (in.opcode == Opcode::lop3_ ? 1 : 0);
    operands(in, expected, expected);

    // cvt may read a register that is wider than its type: its lower part.
    const auto read = [&](const Operand& operand, Type t) -> uint32_t {
        if (t == Type::pred)
            return registerSlot(in, operand, true);
        if (in.opcode == Opcode::cvt_ && operand.kind == Operand::Kind::Register && ptx::typeBytes(t) <= 4 &&
            slotSize(registerType(operand)) == wideSlotBytes) {
            LaneKey narrow;
            narrow.opcode = Opcode::cvt_;
            narrow.type = Type::u32;
            narrow.source = Type::u64;
            const uint32_t lower = temporary(false);
            emitLane(in, narrow, lower, m_slots.offset[operand.id]);
            return lower;
        }
        return source(in, operand, t);
    };
    const uint32_t sa = read(list[first], a);
    const uint32_t sb = count > 1 ? read(list[first + 1], b) : 0;
    uint32_t sc = count > 2 ? read(list[first + 2], c) : 0;
    const uint32_t se = count > 3 ? read(list[first + 3], e) : 0;
    bool negateC = count > 2 && c == Type::pred && list[first + 2].negated;
    if (combined) {
        sc = registerSlot(in, list[first + 2], true);
        negateC = list[first + 2].negated;
    }
    // cvt may also write a register that is wider than its type.
    uint32_t sd;
    const bool widen = in.opcode == Opcode::cvt_ && list[0].kind == Operand::Kind::Register && ptx::typeBytes(d) <= 4 &&
                       registerType(list[0]) != Type::pred && slotSize(registerType(list[0])) == wideSlotBytes;
    if (d == Type::pred)
        sd = list[0].kind == Operand::Kind::Sink ? (m_carry ? m_carry : m_carry = extra(64))
                                                 : registerSlot(in, list[0], true);
    else
        sd = widen ? temporary(false) : destination(in, list[0], d);

    emitLane(in, key, sd, sa, sb, sc);
    Op& op = m_program.ops.back();
    op.flags = flags;
    if (in.opcode == Opcode::setp_ || in.opcode == Opcode::set_ || in.opcode == Opcode::selp_)
        op.flags = static_cast<uint16_t>(op.flags | (negateC ? flagNegateC : 0));
    if (in.hasSecondPredicate && list[1].kind != Operand::Kind::Sink) {
        op.flags |= flagSecond;
        op.e = registerSlot(in, list[1], true);
    }
    if (count > 3)
        op.e = se;
    if (key.carryIn || key.carryOut) {
        if (m_carry == 0)
            m_carry = extra(64);
        m_program.ops.back().e = m_carry;
        m_program.ops.back().flags =
            static_cast<uint16_t>((key.carryIn ? flagCarryIn : 0) | (key.carryOut ? flagCarryOut : 0));
    }
    if (in.opcode == Opcode::lop3_ || in.opcode == Opcode::set_)
        m_program.ops.back().table = table;
    if (widen) {
        LaneKey wider;
        wider.opcode = Opcode::cvt_;
        wider.type = ptx::isSigned(d) ? Type::s64 : Type::u64;
        wider.source = ptx::isSigned(d) ? Type::s32 : Type::u32;
        emitLane(in, wider, m_slots.offset[list[0].id], sd);
    }
}

} // namespace warplens::sim::simt
