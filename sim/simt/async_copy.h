// SPDX-License-Identifier: GPL-3.0-or-later
// cp.async and mbarriers (PTX ISA 9.0, 9.7.9.25 and 9.7.13.15). A copy is done where it is issued: one of the orders
// that the ISA allows. Whether a kernel waits for it is the business of the checker, which hears of copies and waits.
#pragma once

#include "sim/simt/machine.h"

namespace warplens::sim::simt {

/// cp.async. extra: the load of global memory; the MemoryOp after it is the store to shared memory. c: slot of the
/// number of bytes to read, the rest being zeros; imm of the store's address is in `table`.
const Op* runCopyAsync(Machine& m, const Op* op);
/// Those who watch hear of a wait for bulk groups as of one for so many groups more: they are groups of their own.
constexpr int64_t bulkGroups = 1 << 20;
/// The flags of a fence between what threads do and what the copy engine does (fence.proxy.async). It orders no threads.
constexpr uint16_t fenceOfProxies = 2;
/// Other flags of a fence: it is for threads of the block only; it is one of those that all come in one order.
constexpr uint16_t fenceOfBlock = 1, fenceInOrder = 4;

/// cp.async.bulk between global and shared memory (9.7.9.25.4): each lane copies a run of bytes. extra: the load; the
/// MemoryOp after it is the store, and where flags is 1 the next one is that of the mbarrier which hears of the bytes.
/// a, imm: from; b, table: to; c: slot of the number of bytes; d: slot of the mbarrier's address, 32 or 64 bits. The
/// copy engine does it: no request of the warp is counted.
const Op* runCopyBulk(Machine& m, const Op* op);
/// cp.async.commit_group, and cp.async.wait_group or wait_all: imm is the number of groups that may be left, -1: none
/// at all, not even of copies that belong to no group yet.
const Op* runCommitGroup(Machine& m, const Op* op);
const Op* runWaitGroup(Machine& m, const Op* op);

enum MbarrierMode : uint16_t {
    mbarrierInit,
    mbarrierInvalidate,
    mbarrierExpect,
    mbarrierComplete,
    mbarrierArrive,
    mbarrierArriveDrop,
    mbarrierArriveExpect,
    mbarrierArriveDropExpect,
    mbarrierTest,
    mbarrierTestParity,
    mbarrierTry,
    mbarrierTryParity,
    mbarrierCopyArrive,      ///< cp.async.mbarrier.arrive: the arrival is counted in beside the others
    mbarrierCopyArriveNoInc, ///< ... and is one of those expected
};
/// Instructions on an mbarrier in shared memory. extra: its MemoryOp; b: slot of the count or state; d: the result.
const Op* runMbarrier(Machine& m, const Op* op);
const Op* runPendingCount(Machine& m, const Op* op);

} // namespace warplens::sim::simt
