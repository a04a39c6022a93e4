// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: what the lanes of a warp do together.
#include "sim/simt/lowerings.h"

namespace warplens::sim::simt {
namespace {

/// Those that name the lanes which take part do so with their last operand.
bool isSync(const Instruction& in) {
    return in.has(Mod::sync);
}

uint32_t memberMask(FunctionLowering& f, const Instruction& in, size_t position) {
    return isSync(in) ? f.source(in, f.function().operandsOf(in)[position], Type::b32) : 0;
}

/// Of "d|p": 0, or p's slot and one.
uint32_t secondPredicate(FunctionLowering& f, const Instruction& in) {
    if (!in.hasSecondPredicate)
        return 0;
    const Operand& p = f.function().operandsOf(in)[1];
    return p.kind == Operand::Kind::Sink ? 0 : f.registerSlot(in, p, true) + 1;
}

size_t firstSource(const Instruction& in) {
    return in.hasSecondPredicate ? 2 : 1;
}

} // namespace

namespace lowerings {

void activeMask(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    mods.ignore(Mod::sync);
    const auto list = f.function().operandsOf(in);
    f.operands(in, 1, 1);
    mods.finish();
    const uint32_t d = f.destination(in, list[0], Type::b32);
    f.emit(in, runActiveMask).d = d;
}

void shuffle(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    mods.ignore(Mod::sync);
    const auto list = f.function().operandsOf(in);
    const size_t first = firstSource(in);
    const ShuffleMode mode = mods.take(Mod::up)     ? shuffleUp
                             : mods.take(Mod::down) ? shuffleDown
                             : mods.take(Mod::bfly) ? shuffleButterfly
                                                    : shuffleIndex;
    mods.ignore(Mod::idx);
    mods.finish();
    f.operands(in, first + 3 + isSync(in), first + 3 + isSync(in));
    const uint32_t d = f.destination(in, list[0], Type::b32), p = secondPredicate(f, in);
    const uint32_t a = f.source(in, list[first], Type::b32), b = f.source(in, list[first + 1], Type::b32),
                   c = f.source(in, list[first + 2], Type::b32), e = memberMask(f, in, first + 3);
    Op& op = f.emit(in, runShuffle);
    op.flags = mode;
    op.d = d;
    op.a = a;
    op.b = b;
    op.c = c;
    op.e = e;
    op.extra = p;
}

void vote(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    mods.ignore(Mod::sync);
    const auto list = f.function().operandsOf(in);
    f.operands(in, 2 + isSync(in), 2 + isSync(in));
    const uint16_t mode = mods.take(Mod::all)   ? voteAll
                          : mods.take(Mod::any) ? voteAny
                          : mods.take(Mod::uni) ? voteUniform
                                                : voteBallot;
    mods.ignore(Mod::ballot);
    mods.finish();
    const uint32_t d = mode == voteBallot ? f.destination(in, list[0], Type::b32) : f.registerSlot(in, list[0], true);
    uint32_t a = 0;
    bool negate = list[1].negated;
    if (list[1].kind == Operand::Kind::Integer)
        negate = list[1].bits == 0;
    else
        a = f.registerSlot(in, list[1], true);
    const uint32_t e = memberMask(f, in, 2);
    Op& op = f.emit(in, runVote);
    op.flags = mode;
    op.d = d;
    op.a = a;
    op.imm = negate ? 0xffffffff : 0;
    op.e = e;
}

void elect(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    mods.ignore(Mod::sync);
    const auto list = f.function().operandsOf(in);
    const size_t first = firstSource(in);
    f.operands(in, first + 1, first + 1);
    mods.finish();
    const uint32_t d = f.destination(in, list[0], Type::b32), p = secondPredicate(f, in), e = memberMask(f, in, first);
    Op& op = f.emit(in, runElect);
    op.d = d;
    op.e = e;
    op.extra = p;
}

void match(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    mods.ignore(Mod::sync);
    const auto list = f.function().operandsOf(in);
    const size_t first = firstSource(in);
    f.operands(in, first + 2, first + 2);
    const bool all = mods.take(Mod::all);
    mods.ignore(Mod::any);
    mods.finish();
    const uint32_t d = f.destination(in, list[0], Type::b32), p = secondPredicate(f, in);
    const uint32_t a = f.source(in, list[first], in.type()), e = memberMask(f, in, first + 1);
    Op& op = f.emit(in, runMatch);
    op.flags = static_cast<uint16_t>(all | (ptx::typeBytes(in.type()) == 8) << 1);
    op.d = d;
    op.a = a;
    op.e = e;
    op.extra = p;
}

void reduction(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    mods.ignore(Mod::sync);
    const auto list = f.function().operandsOf(in);
    f.operands(in, 3, 3);
    uint16_t mode = mods.take(Mod::add)    ? reduxAdd
                    : mods.take(Mod::min)  ? reduxMin
                    : mods.take(Mod::max)  ? reduxMax
                    : mods.take(Mod::and_) ? reduxAnd
                    : mods.take(Mod::or_)  ? reduxOr
                                           : reduxXor;
    mods.ignore(Mod::xor_);
    mods.finish();
    if (ptx::isFloat(in.type()))
        refuse(in, "Warplens does not know it for floating-point values");
    const uint32_t d = f.destination(in, list[0], in.type()), a = f.source(in, list[1], in.type()),
                   e = memberMask(f, in, 2);
    Op& op = f.emit(in, runRedux);
    op.flags = static_cast<uint16_t>(mode | (ptx::isSigned(in.type()) ? 16 : 0));
    op.d = d;
    op.a = a;
    op.e = e;
}

} // namespace lowerings
} // namespace warplens::sim::simt
