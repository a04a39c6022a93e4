// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: asynchronous copies and mbarriers.
#include "sim/simt/async_copy.h"
#include "sim/simt/lowering.h"

namespace warplens::sim::simt {

// A copy is done where it is issued, so groups of them are never awaited.
void FunctionLowerer::lowerCopyBulk(const Instruction& in, Mods& mods) {
    if (mods.take(Mod::tensor) || mods.take(Mod::reduce))
        refuse(in, "Warplens knows bulk copies of runs of bytes only: no tensors, no reductions");
    if (mods.take(Mod::commit_group) || mods.take(Mod::wait_group) || mods.take(Mod::prefetch)) {
        emit(in, runNothing);
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
    const bool shared = mods.take(Mod::shared_cta) | mods.take(Mod::shared_cluster);
    if (!mods.take(Mod::global) || !shared || tells == toGlobal)
        refuse(in, "Warplens knows bulk copies between .global and .shared only");
    mods.finish();
    requireSingleBlocks(in);
    const size_t count = 3 + tells + hint;
    const auto list = operands(in, count, count);
    const Address target = address(in, list[0]), place = address(in, list[1]);
    const uint32_t size = source(in, list[2], Type::u32);
    Address told;
    uint32_t barrier = 0;
    if (tells) {
        told = address(in, list[3]);
        barrier = extra(told.wide ? wideSlotBytes : slotBytes);
        LaneKey key;
        key.opcode = Opcode::add_;
        key.type = key.source = told.wide ? Type::u64 : Type::u32;
        emitLane(in, key, barrier, told.slot, constant(static_cast<uint64_t>(told.offset), told.wide));
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
    Op& op = emit(in, runCopyBulk);
    op.extra = static_cast<uint32_t>(m_program.memoryOps.size());
    for (MemoryOp* memory : {&from, &to, &tally}) {
        if (memory == &tally && !tells)
            break;
        memory->elementBytes = memory->requestBytes = memory == &tally ? 8 : 16;
        memory->asWritten = true;
        memory->index = static_cast<uint32_t>(m_program.memoryOps.size());
        memory->function = m_index;
        memory->instruction = op.instruction;
        memory->op = static_cast<uint32_t>(m_program.ops.size() - 1);
        m_program.memoryOps.push_back(*memory);
    }
    op.flags = tells;
    op.a = place.slot;
    op.imm = place.offset;
    op.b = target.slot;
    op.table = static_cast<uint64_t>(target.offset);
    op.c = size;
    op.d = barrier;
}

void FunctionLowerer::lowerCopyAsync(const Instruction& in) {
    Mods mods(in);
    if (mods.take(Mod::reduce))
        refuse(in, "Warplens knows bulk copies of runs of bytes only: no tensors, no reductions");
    if (!mods.take(Mod::async))
        refuse(in, "Warplens does not know this copy");
    if (mods.take(Mod::bulk))
        return lowerCopyBulk(in, mods);
    if (mods.take(Mod::commit_group)) {
        mods.finish();
        emit(in, runCommitGroup);
        return;
    }
    if (mods.take(Mod::wait_all)) {
        mods.finish();
        emit(in, runWaitGroup).imm = -1;
        return;
    }
    if (mods.take(Mod::wait_group)) {
        mods.finish();
        const Operand& left = operands(in, 1, 1)[0];
        if (left.kind != Operand::Kind::Integer)
            refuse(in, "the number of groups is a constant");
        emit(in, runWaitGroup).imm = left.offset;
        return;
    }
    if (mods.take(Mod::mbarrier)) {
        mods.take(Mod::arrive);
        const bool noinc = mods.take(Mod::noinc);
        const AccessSpace space = takeSpace(mods);
        mods.finish();
        emitMbarrier(in, noinc ? mbarrierCopyArriveNoInc : mbarrierCopyArrive, operands(in, 1, 1)[0], space);
        return;
    }
    mods.ignore(Mod::ca, Mod::cg, Mod::L2_64B, Mod::L2_128B, Mod::L2_256B);
    const bool hint = mods.take(Mod::cache_hint);
    const bool shared = mods.take(Mod::shared) | mods.take(Mod::shared_cta);
    if (!shared || !mods.take(Mod::global))
        refuse(in, "Warplens knows cp.async from .global to .shared only");
    mods.finish();
    const auto all = operands(in, 3, 5);
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
    const Address target = address(in, list[0]), place = address(in, list[1]);
    uint32_t size = constant(bytes, false);
    if (list.size() > 3) {
        if (list[3].kind == Operand::Kind::Register && registerType(list[3]) == Type::pred) {
            // Those for which the predicate holds read nothing and write zeros.
            LaneKey key;
            key.opcode = Opcode::selp_;
            key.type = Type::b32;
            emitLane(in, key, temporary(false), constant(0, false), size, registerSlot(in, list[3], true));
            m_program.ops.back().flags = list[3].negated ? flagNegateC : 0;
            size = temporary(false);
        } else {
            size = source(in, list[3], Type::u32);
        }
    }
    Op& op = emit(in, runCopyAsync);
    for (MemoryOp* memory : {&from, &to}) {
        memory->elementBytes = memory->requestBytes = bytes;
        memory->asWritten = true;
        memory->address64 = memory == &from ? place.wide : target.wide;
        memory->index = static_cast<uint32_t>(m_program.memoryOps.size());
        memory->function = m_index;
        memory->instruction = op.instruction;
        memory->op = static_cast<uint32_t>(m_program.ops.size() - 1);
        m_program.memoryOps.push_back(*memory);
    }
    op.a = place.slot;
    op.imm = place.offset;
    op.b = target.slot;
    op.table = static_cast<uint64_t>(target.offset);
    op.c = size;
    op.extra = from.index;
}

void FunctionLowerer::emitMbarrier(const Instruction& in, uint16_t mode, const Operand& place, AccessSpace space) {
    MemoryOp memory;
    memory.kind = AccessKind::Atomic;
    memory.space = space;
    memory.elementBytes = memory.requestBytes = 8;
    memory.asWritten = true;
    const Address where = address(in, place);
    memory.address64 = where.wide;
    memory.index = static_cast<uint32_t>(m_program.memoryOps.size());
    memory.function = m_index;
    Op& op = emit(in, runMbarrier);
    memory.instruction = op.instruction;
    memory.op = static_cast<uint32_t>(m_program.ops.size() - 1);
    op.flags = mode;
    op.a = where.slot;
    op.extra = memory.index;
    op.imm = where.offset;
    op.table = 0;
    m_program.memoryOps.push_back(memory);
}

void FunctionLowerer::lowerMbarrier(const Instruction& in) {
    Mods mods(in);
    ignoreOrder(mods);
    if (mods.take(Mod::pending_count)) {
        mods.finish();
        const auto list = operands(in, 2, 2);
        const uint32_t d = destination(in, list[0], Type::u32), a = source(in, list[1], Type::b64);
        Op& op = emit(in, runPendingCount);
        op.d = d;
        op.a = a;
        return;
    }
    const AccessSpace space = takeSpace(mods);
    const bool drop = mods.take(Mod::arrive_drop);
    const bool arrives = mods.take(Mod::arrive) | drop;
    const bool expects = mods.take(Mod::expect_tx);
    const bool parity = mods.take(Mod::parity);
    mods.ignore(Mod::noComplete);
    const auto list = operands(in, 1, 4);
    if (mods.take(Mod::init)) {
        mods.finish();
        const uint32_t count = source(in, operands(in, 2, 2)[1], Type::u32);
        emitMbarrier(in, mbarrierInit, list[0], space);
        m_program.ops.back().b = count;
    } else if (mods.take(Mod::inval)) {
        mods.finish();
        emitMbarrier(in, mbarrierInvalidate, list[0], space);
    } else if (const bool tries = mods.take(Mod::try_wait); tries || mods.take(Mod::test_wait)) {
        mods.finish();
        operands(in, 3, 4);
        const uint32_t d = registerSlot(in, list[0], true);
        const uint32_t b = source(in, list[2], parity ? Type::u32 : Type::b64);
        const int mode = parity ? (tries ? mbarrierTryParity : mbarrierTestParity) : tries ? mbarrierTry : mbarrierTest;
        emitMbarrier(in, static_cast<uint16_t>(mode), list[1], space);
        m_program.ops.back().d = d;
        m_program.ops.back().b = b;
    } else if (arrives) {
        mods.finish();
        const uint32_t d = destination(in, list[0], Type::b64);
        operands(in, 2, 3);
        const uint32_t b = list.size() > 2 ? source(in, list[2], Type::u32) : 0;
        const int mode = expects ? (drop ? mbarrierArriveDropExpect : mbarrierArriveExpect)
                         : drop  ? mbarrierArriveDrop
                                 : mbarrierArrive;
        emitMbarrier(in, static_cast<uint16_t>(mode), list[1], space);
        Op& op = m_program.ops.back();
        op.d = d;
        op.b = b;
        op.table = list.size() > 2; // whether there is a count
    } else if (expects || mods.take(Mod::complete_tx)) {
        mods.finish();
        const uint32_t b = source(in, operands(in, 2, 2)[1], Type::u32);
        emitMbarrier(in, expects ? mbarrierExpect : mbarrierComplete, list[0], space);
        m_program.ops.back().b = b;
    } else {
        refuse(in, "Warplens does not know this instruction on an mbarrier");
    }
}

} // namespace warplens::sim::simt
