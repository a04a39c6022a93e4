// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/machine/evaluate.h"

#include "sim/machine/arithmetic.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace warplens::sim::machine {
namespace {

using sass::Instruction;
using sass::Op;

/// A source of a sum, of 32 bits and a carry: -x is ~x + 1.
uint64_t addend(const Sources& s, unsigned n) {
    if (s.inverted[n])
        return low(~s.number[n]);
    return s.negated[n] ? uint64_t(low(~s.number[n])) + 1 : low(s.number[n]);
}

void addThree(const Instruction& i, const Sources& s, Result& r) {
    const bool extendedSum = i.word.bit(74);
    const uint64_t first = addend(s, 0) + addend(s, 1) + (extendedSum && s.predicate[0]);
    const uint64_t second = uint64_t(low(first)) + addend(s, 2) + (extendedSum && s.predicate[1]);
    r.number = low(second);
    r.predicate = {first >> 32 != 0, second >> 32 != 0};
}

void addThree64(const Sources& s, Result& r) {
    r.number = 0;
    for (unsigned n = 0; n < 3; ++n)
        r.number += s.negated[n] ? -s.number[n] : s.number[n];
}

/// Bit 73 says that the factors are signed.
uint64_t product(const Instruction& i, const Sources& s) {
    return i.word.bit(73) ? static_cast<uint64_t>(extended(s.number[0]) * extended(s.number[1]))
                          : uint64_t(low(s.number[0])) * low(s.number[1]);
}

void multiplyLow(const Instruction& i, const Sources& s, Result& r) {
    const bool carry = i.word.bit(74) && s.predicate[0];
    r.number = low(s.number[0] * s.number[1] + addend(s, 2) + carry);
}

void multiplyWide(const Instruction& i, const Sources& s, Result& r) {
    const uint64_t c = s.inverted[2] ? ~s.number[2] : s.negated[2] ? -s.number[2] : s.number[2];
    const uint64_t p = product(i, s);
    r.number = p + c + (i.word.bit(74) && s.predicate[0]);
    r.predicate[0] = r.number < p || (r.number == p && c != 0);
}

/// The third source has 64 bits, too; of the sum the upper half remains.
void multiplyHigh(const Instruction& i, const Sources& s, Result& r) {
    multiplyWide(i, s, r);
    r.number >>= 32;
}

void shiftedSum(const Instruction& i, const Sources& s, Result& r) {
    // Operands: a, b, [c,] shift. The high form shifts {c, a}, c being a's sign where it says SX32.
    const bool high = i.word.bit(80), signedA = i.word.bit(73), carryIn = i.word.bit(74);
    const bool hasC = high && !signedA;
    const auto shift = static_cast<unsigned>(s.number[hasC ? 3 : 2] & 31);
    uint64_t a = low(s.number[0]);
    if (high && signedA)
        a = static_cast<uint64_t>(extended(a));
    else if (hasC)
        a |= s.number[2] << 32;
    uint64_t shifted = a << shift;
    if (high)
        shifted >>= 32;
    uint64_t part = low(shifted);
    if (s.inverted[0])
        part = low(~part);
    else if (s.negated[0])
        part = uint64_t(low(~part)) + 1;
    const uint64_t sum = part + addend(s, 1) + (carryIn && s.predicate[0]);
    r.number = low(sum);
    r.predicate[0] = sum >> 32 != 0;
}

uint32_t lookUp(uint32_t a, uint32_t b, uint32_t c, uint64_t table) {
    uint32_t value = 0;
    for (unsigned row = 0; row < 8; ++row)
        if (table >> row & 1)
            value |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
    return value;
}

void logic(const Instruction& i, const Sources& s, Result& r) {
    r.number = lookUp(low(s.number[0]), low(s.number[1]), low(s.number[2]), s.number[3]);
    const bool any = r.number != 0;
    r.predicate[0] = i.word.bit(80) ? any && s.predicate[0] : any || s.predicate[0];
}

void predicateLogic(const Sources& s, Result& r) {
    const unsigned row = s.predicate[0] * 4u + s.predicate[1] * 2u + s.predicate[2];
    r.predicate = {(s.number[0] >> row & 1) != 0, (s.number[1] >> row & 1) != 0};
}

void shiftFunnel(const Instruction& i, const Sources& s, Result& r) {
    const auto type = i.word.bits(73, 2); // S64, U64, S32, U32
    const bool wide = type < 2, right = i.word.bit(76), wraps = i.word.bit(75), high = i.word.bit(80);
    const uint64_t value = s.number[2] << 32 | low(s.number[0]);
    uint64_t by = low(s.number[1]);
    const uint64_t most = wide ? 64 : 32;
    by = wraps ? by & (most - 1) : std::min(by, most);
    uint64_t shifted = 0;
    if (!right)
        shifted = by >= 64 ? 0 : value << by;
    else if (type == 0 || type == 2)
        shifted = static_cast<uint64_t>(static_cast<int64_t>(value) >> std::min<uint64_t>(by, 63));
    else
        shifted = by >= 64 ? 0 : value >> by;
    r.number = low(high ? shifted >> 32 : shifted);
}

void compareIntegers(const Instruction& i, const Sources& s, Result& r) {
    const auto how = static_cast<unsigned>(i.word.bits(76, 3));
    const bool isSigned = i.word.bit(73), carries = i.word.bit(72);
    const bool wide = i.architecture >= 100 && i.word.bit(80);
    const uint64_t a = wide ? s.number[0] : low(s.number[0]), b = wide ? s.number[1] : low(s.number[1]);
    bool is = false;
    if (!isSigned)
        is = compareOrdered(how, a, b);
    else if (wide)
        is = compareOrdered(how, static_cast<int64_t>(a), static_cast<int64_t>(b));
    else
        is = compareOrdered(how, extended(a), extended(b));
    // The upper halves of longer numbers: where they are equal, the lower ones have decided already.
    if (carries && a == b)
        is = s.predicate[1];
    const auto with = i.word.bits(74, 2);
    r.predicate = {combined(with, is, s.predicate[0]), combined(with, !is, s.predicate[0])};
}

void permute(const Instruction& i, const Sources& s, Result& r, bool& known) {
    if (i.word.bits(72, 3) != 0) {
        known = false; // only by index
        return;
    }
    const uint64_t bytes = s.number[2] << 32 | low(s.number[0]);
    for (unsigned n = 0; n < 4; ++n) {
        const auto select = static_cast<unsigned>(s.number[1] >> 4 * n & 15);
        uint64_t byte = bytes >> 8 * (select & 7) & 0xff;
        if (select & 8)
            byte = byte & 0x80 ? 0xff : 0;
        r.number |= byte << 8 * n;
    }
}

void leadingOne(const Instruction& i, const Sources& s, Result& r) {
    uint32_t value = s.inverted[0] ? ~low(s.number[0]) : low(s.number[0]);
    if (i.word.bit(73) && extended(value) < 0)
        value = ~value;
    const int found = value == 0 ? -1 : 31 - std::countl_zero(value);
    r.predicate[0] = found >= 0;
    r.number = static_cast<uint32_t>(i.word.bit(74) && found >= 0 ? 31 - found : found);
}

uint32_t bitsReversed(uint32_t value) {
    uint32_t reversed = 0;
    for (unsigned n = 0; n < 32; ++n)
        reversed |= (value >> n & 1) << (31 - n);
    return reversed;
}

void bitMask(const Instruction& i, const Sources& s, Result& r) {
    const bool wraps = i.word.bit(75);
    const uint64_t at = wraps ? s.number[0] & 31 : std::min<uint64_t>(low(s.number[0]), 32);
    const uint64_t count = wraps ? s.number[1] & 31 : std::min<uint64_t>(low(s.number[1]), 32);
    r.number = low(((uint64_t(1) << count) - 1) << at);
}

void signExtend(const Instruction& i, const Sources& s, Result& r) {
    const uint64_t count = i.word.bit(75) ? s.number[1] & 31 : std::min<uint64_t>(low(s.number[1]), 32);
    if (count == 0)
        return;
    const uint64_t bits = uint64_t(low(s.number[0])) << (64 - count);
    r.number =
        low(i.word.bit(73) ? static_cast<uint64_t>(static_cast<int64_t>(bits) >> (64 - count)) : bits >> (64 - count));
}

/// `signedBit` says that the numbers are signed. Of DPX instructions only those of 32 bits are known.
void least(const Sources& s, Result& r, bool isSigned, unsigned first) {
    const uint32_t a = low(s.number[first]), b = low(s.number[first + 1]);
    const bool less = isSigned ? extended(a) < extended(b) : a < b;
    r.number = less == s.predicate[0] ? a : b;
}

void addAndLeast(const Instruction& i, const Sources& s, Result& r) {
    Sources sum = s;
    sum.number[0] = low(s.number[0] + addend(s, 1));
    sum.number[1] = s.number[2];
    least(sum, r, i.word.bit(72), 0);
}

/// Of fields and single bits.
bool evaluateBits(const Instruction& i, const Sources& s, Result& r) {
    switch (i.op) {
    case Op::BMSK:
    case Op::UBMSK:
        bitMask(i, s, r);
        break;
    case Op::SGXT:
    case Op::USGXT:
        signExtend(i, s, r);
        break;
    case Op::POPC:
    case Op::UPOPC:
        r.number = static_cast<unsigned>(std::popcount(s.inverted[0] ? ~low(s.number[0]) : low(s.number[0])));
        break;
    case Op::FLO:
    case Op::UFLO:
        leadingOne(i, s, r);
        break;
    case Op::BREV:
    case Op::UBREV:
        r.number = bitsReversed(low(s.number[0]));
        break;
    default:
        return evaluateFloat(i, s, r);
    }
    return true;
}

} // namespace

bool evaluate(const Instruction& i, const Sources& s, Result& r) {
    bool known = true;
    switch (i.op) {
    case Op::IADD3:
    case Op::UIADD3:
        addThree(i, s, r);
        break;
    case Op::UIADD3_64:
        addThree64(s, r);
        break;
    case Op::IADD_64:
        r.number = (s.negated[0] ? -s.number[0] : s.number[0]) + (s.negated[1] ? -s.number[1] : s.number[1]);
        break;
    case Op::VIADD:
        r.number = low(addend(s, 0) + addend(s, 1));
        break;
    case Op::IMAD:
    case Op::UIMAD:
        multiplyLow(i, s, r);
        break;
    case Op::IMAD_WIDE:
    case Op::UIMAD_WIDE:
        multiplyWide(i, s, r);
        break;
    case Op::IMAD_HI:
    case Op::UIMAD_HI:
        multiplyHigh(i, s, r);
        break;
    case Op::LEA:
    case Op::ULEA:
        shiftedSum(i, s, r);
        break;
    case Op::LOP3:
    case Op::ULOP3:
        logic(i, s, r);
        break;
    case Op::PLOP3:
    case Op::UPLOP3:
        predicateLogic(s, r);
        break;
    case Op::SHF:
    case Op::USHF:
        shiftFunnel(i, s, r);
        break;
    case Op::ISETP:
    case Op::UISETP:
        compareIntegers(i, s, r);
        break;
    case Op::MOV:
    case Op::UMOV:
        r.number = s.number[0];
        break;
    case Op::SEL:
    case Op::USEL:
        r.number = s.predicate[0] ? s.number[0] : s.number[1];
        break;
    case Op::PRMT:
    case Op::UPRMT:
        permute(i, s, r, known);
        break;
    case Op::IMNMX:
        least(s, r, i.word.bit(73), 0);
        break;
    case Op::VIMNMX:
        least(s, r, i.word.bit(72), 0);
        known = !i.word.bit(73) && !i.word.bit(76);
        break;
    case Op::VIADDMNMX:
        addAndLeast(i, s, r);
        known = !i.word.bit(73) && !i.word.bit(76);
        break;
    case Op::IABS:
        r.number = low(static_cast<uint64_t>(std::abs(extended(s.number[0]))));
        break;
    case Op::HFMA2:
    case Op::HFMA2_MMA: // how ptxas puts a constant into a register: nothing times nothing plus it
        r.number = low(s.number[2]);
        known = (low(s.number[0]) | low(s.number[1])) == 0;
        break;
    default:
        return evaluateBits(i, s, r);
    }
    return known;
}

} // namespace warplens::sim::machine
