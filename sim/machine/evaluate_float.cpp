// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/machine/arithmetic.h"

#include <bit>
#include <cmath>

namespace warplens::sim::machine {
namespace {

using sass::Instruction;
using sass::Op;

float single(uint64_t bits) {
    return std::bit_cast<float>(low(bits));
}
double twice(uint64_t bits) {
    return std::bit_cast<double>(bits);
}

template<class T>
bool compareFloats(uint64_t how, T a, T b) {
    if (how == 7 || how == 8)
        return (std::isnan(a) || std::isnan(b)) == (how == 8);
    if (std::isnan(a) || std::isnan(b))
        return how >= 8;
    return compareOrdered(static_cast<unsigned>(how & 7), a, b);
}

void compareResult(const Instruction& i, const Sources& s, bool is, Result& r) {
    const auto with = i.word.bits(74, 2);
    r.predicate = {combined(with, is, s.predicate[0]), combined(with, !is, s.predicate[0])};
}

bool roundsToNearest(const Instruction& i) {
    return i.word.bits(78, 2) == 0;
}

/// Of single precision to and from integers of 32 bits.
bool evaluateConversion(const Instruction& i, const Sources& s, Result& r) {
    const auto rounding = i.word.bits(78, 2);
    switch (i.op) {
    case Op::I2F:
    case Op::I2FP: {
        const bool isSigned = i.word.bit(74);
        if (i.op == Op::I2F && (i.word.bits(75, 2) != 2 || i.word.bits(84, 2) != 2))
            return false;
        const double exact = isSigned ? double(extended(s.number[0])) : double(low(s.number[0]));
        auto value = static_cast<float>(exact);
        if (rounding == 2 && value < exact)
            value = std::nextafterf(value, INFINITY);
        else if ((rounding == 1 && value > exact) || (rounding == 3 && std::fabs(value) > std::fabs(exact)))
            value = std::nextafterf(value, rounding == 1 ? -INFINITY : 0.0f);
        r.number = std::bit_cast<uint32_t>(value);
        return true;
    }
    case Op::F2I: {
        const bool isSigned = i.word.bit(72);
        if (i.word.bits(75, 2) != 2 || i.word.bits(84, 2) != 2)
            return false;
        const double value = single(s.number[0]);
        double whole = rounding == 0   ? std::nearbyint(value)
                       : rounding == 1 ? std::floor(value)
                       : rounding == 2 ? std::ceil(value)
                                       : std::trunc(value);
        if (std::isnan(whole))
            whole = isSigned ? 2147483648.0 : 0;
        const double least = isSigned ? -2147483648.0 : 0.0, most = isSigned ? 2147483647.0 : 4294967295.0;
        whole = std::fmin(std::fmax(whole, least), most);
        r.number = low(static_cast<uint64_t>(static_cast<int64_t>(whole)));
        return true;
    }
    default:
        return false;
    }
}

} // namespace

bool isFloat(Op op) {
    return op == Op::FADD || op == Op::FMUL || op == Op::FFMA || op == Op::FSEL || op == Op::FMNMX || op == Op::FSETP ||
           op == Op::MUFU || op == Op::F2I;
}

bool isDouble(Op op) {
    return op == Op::DADD || op == Op::DMUL || op == Op::DFMA || op == Op::DSETP;
}

bool evaluateFloat(const Instruction& i, const Sources& s, Result& r) {
    const auto give = [&](float value) { r.number = std::bit_cast<uint32_t>(value); };
    const auto giveDouble = [&](double value) { r.number = std::bit_cast<uint64_t>(value); };
    const float a = single(s.number[0]), b = single(s.number[1]);
    switch (i.op) {
    case Op::FADD:
        give(a + b);
        return roundsToNearest(i);
    case Op::FMUL:
        give(a * b);
        return roundsToNearest(i);
    case Op::FFMA:
        give(std::fmaf(a, b, single(s.number[2])));
        return roundsToNearest(i);
    case Op::FSEL:
        r.number = low(s.predicate[0] ? s.number[0] : s.number[1]);
        return true;
    case Op::FMNMX:
        give(s.predicate[0] ? std::fmin(a, b) : std::fmax(a, b));
        return true;
    case Op::FSETP:
        compareResult(i, s, compareFloats(i.word.bits(76, 4), a, b), r);
        return true;
    case Op::DADD:
        giveDouble(twice(s.number[0]) + twice(s.number[1]));
        return roundsToNearest(i);
    case Op::DMUL:
        giveDouble(twice(s.number[0]) * twice(s.number[1]));
        return roundsToNearest(i);
    case Op::DFMA:
        giveDouble(std::fma(twice(s.number[0]), twice(s.number[1]), twice(s.number[2])));
        return roundsToNearest(i);
    case Op::DSETP:
        compareResult(i, s, compareFloats(i.word.bits(76, 4), twice(s.number[0]), twice(s.number[1])), r);
        return i.word.bits(76, 4) != 0 && i.word.bits(76, 4) != 15; // MIN and MAX
    case Op::MUFU: // a reciprocal is within one unit of the last place, which a division of integers corrects
        give(1.0f / a);
        return i.word.bits(74, 4) == 4 && !i.word.bit(73);
    case Op::I2F:
    case Op::I2FP:
    case Op::F2I:
        return evaluateConversion(i, s, r);
    default:
        return false;
    }
}

} // namespace warplens::sim::machine
