// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: asynchronous copies and mbarriers.
#include "sim/simt/async_copy.h"
#include "sim/simt/lowerings.h"

namespace warplens::sim::simt {
namespace {

Op& emitMbarrier(FunctionLowering& f, const Instruction& in, uint16_t mode, const Operand& place, AccessSpace space) {
    MemoryOp memory;
    memory.kind = AccessKind::Atomic;
    memory.space = space;
    memory.elementBytes = memory.requestBytes = 8;
    memory.asWritten = true;
    Op& op = f.emitAccess(in, runMbarrier, memory, f.address(in, place));
    op.flags = mode;
    op.table = 0;
    return op;
}

// A copy is done where it is issued: groups of them are the business of the checker.
void bulkCopy(FunctionLowering& f, const Instruction& in, Mods& mods) {
    if (mods.take(Mod::tensor) || mods.take(Mod::reduce))
        refuse(in, "Warplens knows bulk copies of runs of bytes only: no tensors, no reductions");
    if (mods.take(Mod::prefetch)) {
        f.emit(in, runNothing);
        return;
    }
    if (mods.take(Mod::commit_group)) {
        f.emit(in, runCommitGroup);
        return;
    }
    if (mods.take(Mod::wait_group)) {
        const Operand& left = f.operands(in, 1, 1)[0];
        if (left.kind != Operand::Kind::Integer)
            refuse(in, "the number of groups is a constant");
        f.emit(in, runWaitGroup).imm = left.offset + bulkGroups;
        return;
    }
    const bool hint = mods.take(Mod::cache_hint);
    const bool tells = mods.take(Mod::completesBytes);
    mods.ignore(Mod::bulk_group);
    // The first space is that of the destination.
    bool toGlobal = false, known = false;
    for (size_t i = 0; i < in.modCount && !known; ++i) {
        toGlobal = in.mods[i] == Mod::global;
        known = toGlobal || in.mods[i] == Mod::shared_cluster || in.mods[i] == Mod::shared_cta;
    }
    const bool shared = mods.take(Mod::shared_cta, Mod::shared_cluster);
    if (!mods.take(Mod::global) || !shared || tells == toGlobal)
        refuse(in, "Warplens knows bulk copies between .global and .shared only");
    mods.finish();
    const size_t count = 3 + tells + hint;
    const auto list = f.operands(in, count, count);
    const Address target = f.address(in, list[0]), place = f.address(in, list[1]);
    const uint32_t size = f.source(in, list[2], Type::u32);
    Address told;
    uint32_t barrier = 0;
    if (tells) {
        told = f.address(in, list[3]);
        barrier = f.room().extra(told.wide ? wideSlotBytes : slotBytes);
        LaneKey key;
        key.opcode = Opcode::add_;
        key.type = key.source = told.wide ? Type::u64 : Type::u32;
        f.emitLane(in, key, barrier, told.slot, f.room().constant(static_cast<uint64_t>(told.offset), told.wide));
    }
    MemoryOp from, to, tally;
    from.space = toGlobal ? AccessSpace::Shared : AccessSpace::Global;
    to.space = toGlobal ? AccessSpace::Global : AccessSpace::Shared;
    to.kind = AccessKind::Store;
    tally.space = AccessSpace::Shared;
    tally.kind = AccessKind::Atomic;
    from.address64 = place.wide;
    to.address64 = target.wide;
    tally.address64 = told.wide;
    Op& op = f.emit(in, runCopyBulk);
    op.extra = static_cast<uint32_t>(f.program().memoryOps.size());
    for (MemoryOp* memory : {&from, &to, &tally}) {
        if (memory == &tally && !tells)
            break;
        memory->elementBytes = memory->requestBytes = memory == &tally ? 8 : 16;
        memory->asWritten = true;
        f.addAccess(*memory);
    }
    op.flags = tells;
    op.a = place.slot;
    op.imm = place.offset;
    op.b = target.slot;
    op.table = static_cast<uint64_t>(target.offset);
    op.c = size;
    op.d = barrier;
}

/// cp.async of 4, 8 or 16 bytes a lane.
void copy(FunctionLowering& f, const Instruction& in, Mods& mods) {
    const bool passesL1 = mods.take(Mod::cg);
    mods.ignore(Mod::ca, Mod::L2_64B, Mod::L2_128B, Mod::L2_256B);
    const bool hint = mods.take(Mod::cache_hint);
    const bool shared = mods.take(Mod::shared, Mod::shared_cta);
    if (!shared || !mods.take(Mod::global))
        refuse(in, "Warplens knows cp.async from .global to .shared only");
    mods.finish();
    const auto all = f.operands(in, 3, 5);
    const auto list = all.first(all.size() - (hint ? 1 : 0));
    if (list.size() < 3 || list[2].kind != Operand::Kind::Integer ||
        (list[2].bits != 4 && list[2].bits != 8 && list[2].bits != 16))
        refuse(in, "it copies 4, 8 or 16 bytes");
    const auto bytes = static_cast<uint8_t>(list[2].bits);
    MemoryOp from, to;
    from.space = AccessSpace::Global;
    to.space = AccessSpace::Shared;
    to.kind = AccessKind::Store;
    to.copies = true;
    const Address target = f.address(in, list[0]), place = f.address(in, list[1]);
    uint32_t size = f.room().constant(bytes, false);
    if (list.size() > 3) {
        if (list[3].kind == Operand::Kind::Register && f.registerType(list[3]) == Type::pred) {
            // Those for which the predicate holds read nothing and write zeros.
            LaneKey key;
            key.opcode = Opcode::selp_;
            key.type = Type::b32;
            f.emitLane(in, key, f.room().temporary(false), f.room().constant(0, false), size,
                       f.registerSlot(in, list[3], true))
                .flags = list[3].negated ? flagNegateC : 0;
            size = f.room().temporary(false);
        } else {
            size = f.source(in, list[3], Type::u32);
        }
    }
    Op& op = f.emit(in, runCopyAsync);
    op.extra = static_cast<uint32_t>(f.program().memoryOps.size());
    for (MemoryOp* memory : {&from, &to}) {
        memory->elementBytes = memory->requestBytes = bytes;
        memory->asWritten = true;
        memory->passesL1 = passesL1;
        memory->address64 = memory == &from ? place.wide : target.wide;
        f.addAccess(*memory);
    }
    op.a = place.slot;
    op.imm = place.offset;
    op.b = target.slot;
    op.table = static_cast<uint64_t>(target.offset);
    op.c = size;
}

} // namespace

namespace lowerings {

void asyncCopy(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    if (mods.take(Mod::reduce))
        refuse(in, "Warplens knows bulk copies of runs of bytes only: no tensors, no reductions");
    if (!mods.take(Mod::async))
        refuse(in, "Warplens does not know this copy");
    if (mods.take(Mod::bulk))
        return bulkCopy(f, in, mods);
    if (mods.take(Mod::commit_group)) {
        mods.finish();
        f.emit(in, runCommitGroup);
        return;
    }
    if (mods.take(Mod::wait_all)) {
        mods.finish();
        f.emit(in, runWaitGroup).imm = -1;
        return;
    }
    if (mods.take(Mod::wait_group)) {
        mods.finish();
        const Operand& left = f.operands(in, 1, 1)[0];
        if (left.kind != Operand::Kind::Integer)
            refuse(in, "the number of groups is a constant");
        f.emit(in, runWaitGroup).imm = left.offset;
        return;
    }
    if (mods.take(Mod::mbarrier)) {
        mods.take(Mod::arrive);
        const bool noinc = mods.take(Mod::noinc);
        const AccessSpace space = takeSpace(mods);
        mods.finish();
        emitMbarrier(f, in, noinc ? mbarrierCopyArriveNoInc : mbarrierCopyArrive, f.operands(in, 1, 1)[0], space);
        return;
    }
    copy(f, in, mods);
}

void mbarrier(FunctionLowering& f, const Instruction& in) {
    Mods mods(in);
    ignoreOrder(mods);
    if (mods.take(Mod::pending_count)) {
        mods.finish();
        const auto list = f.operands(in, 2, 2);
        const uint32_t d = f.destination(in, list[0], Type::u32), a = f.source(in, list[1], Type::b64);
        Op& op = f.emit(in, runPendingCount);
        op.d = d;
        op.a = a;
        return;
    }
    const AccessSpace space = takeSpace(mods);
    const bool drop = mods.take(Mod::arrive_drop);
    const bool arrives = mods.take(Mod::arrive) || drop;
    const bool expects = mods.take(Mod::expect_tx);
    const bool parity = mods.take(Mod::parity);
    mods.ignore(Mod::noComplete);
    const auto list = f.operands(in, 1, 4);
    if (mods.take(Mod::init)) {
        mods.finish();
        const uint32_t count = f.source(in, f.operands(in, 2, 2)[1], Type::u32);
        emitMbarrier(f, in, mbarrierInit, list[0], space).b = count;
    } else if (mods.take(Mod::inval)) {
        mods.finish();
        emitMbarrier(f, in, mbarrierInvalidate, list[0], space);
    } else if (const bool tries = mods.take(Mod::try_wait); tries || mods.take(Mod::test_wait)) {
        mods.finish();
        f.operands(in, 3, 4);
        const uint32_t d = f.registerSlot(in, list[0], true);
        const uint32_t b = f.source(in, list[2], parity ? Type::u32 : Type::b64);
        const int mode = parity ? (tries ? mbarrierTryParity : mbarrierTestParity) : tries ? mbarrierTry : mbarrierTest;
        Op& op = emitMbarrier(f, in, static_cast<uint16_t>(mode), list[1], space);
        op.d = d;
        op.b = b;
    } else if (arrives) {
        mods.finish();
        const uint32_t d = f.destination(in, list[0], Type::b64);
        f.operands(in, 2, 3);
        const uint32_t b = list.size() > 2 ? f.source(in, list[2], Type::u32) : 0;
        const int mode = expects ? (drop ? mbarrierArriveDropExpect : mbarrierArriveExpect)
                         : drop  ? mbarrierArriveDrop
                                 : mbarrierArrive;
        Op& op = emitMbarrier(f, in, static_cast<uint16_t>(mode), list[1], space);
        op.d = d;
        op.b = b;
        op.table = list.size() > 2; // whether there is a count
    } else if (expects || mods.take(Mod::complete_tx)) {
        mods.finish();
        const uint32_t b = f.source(in, f.operands(in, 2, 2)[1], Type::u32);
        emitMbarrier(f, in, expects ? mbarrierExpect : mbarrierComplete, list[0], space).b = b;
    } else {
        refuse(in, "Warplens does not know this instruction on an mbarrier");
    }
}

} // namespace lowerings
} // namespace warplens::sim::simt
