// SPDX-License-Identifier: GPL-3.0-or-later
// What the text of a program tells about its memory instructions before it runs: which variables and arguments an
// address is made from, and how an access is meant to meet others.
#pragma once

#include "sim/check/order.h"
#include "sim/check/record.h"
#include "sim/check/sources.h"
#include "sim/simt/program.h"

#include <cstdint>
#include <vector>

namespace warplens::sim::check {

struct OpFacts {
    Strength strength = Strength::Plain;
    BlockOrder::Manner manner{}; ///< of a strong access
    bool reads = false, writes = false;
    bool isMbarrier = false; ///< its bits are the hardware's business
    bool isInLoop = false;
    bool takesTicket = false;   ///< an atomic operation whose answer is compared with a number: am I the last one?
    bool takesTurn = false;     ///< an atomic operation by whose answer threads come one after the other, as of a lock
    bool onlyLooks = false;     ///< an atomic operation that changes nothing, and whose answer is looked at
    bool lastWins = false;      ///< an exchange at a place at which this kernel does not look
    bool isSum = false;         ///< a floating-point sum is put where an addend of it was
    bool isCopy = false;        ///< the shared side of an asynchronous copy
    bool isForBitField = false; ///< what is read is written back, but for some bits
    bool isOneNumber = false;   ///< what is read is computed with as a whole
    bool mayBePointer = false;  ///< as far as its type tells
    Sources sources;
};

class Facts {
public:
    explicit Facts(const simt::Program& program);
    const OpFacts& of(const simt::MemoryOp& memory) const { return m_ops[memory.index]; }
    /// Whether threads of the program order one another through places in memory.
    bool handsOn() const { return m_handsOn; }
    /// Whether some threads are ordered, and others are not: by flags, mbarriers, barriers with a count, masks of lanes.
    bool ordersInPart() const { return m_ordersInPart; }
    /// Bytes of the smallest access to shared memory, as a power of two; 4 bytes at most.
    unsigned sharedShift() const { return m_sharedShift; }
    /// Any access is strong: stamps of their own are needed. The second: any to shared memory.
    bool hasStrong() const { return m_hasStrong; }
    bool hasStrongShared() const { return m_hasStrongShared; }
    /// Whether threads read what others write to be read meanwhile.
    bool looks() const { return m_looks; }
    /// Whether the copy engine reads shared memory: what threads write there, it sees after a fence of their proxy alone.
    bool copiesFromShared() const { return m_copiesFromShared; }
    /// Whether others may get pointers to local variables, or to a block's shared memory.
    bool lendsPointers() const { return m_lendsPointers; }
    bool takesSharedAddress() const { return m_takesSharedAddress; }

private:
    void findLastWins(const simt::Program& program);

    std::vector<OpFacts> m_ops; ///< by memory operation
    bool m_handsOn = false, m_hasStrong = false, m_hasStrongShared = false, m_ordersInPart = false;
    bool m_copiesFromShared = false, m_looks = false, m_lendsPointers = false, m_takesSharedAddress = false;
    unsigned m_sharedShift = 2;
};

} // namespace warplens::sim::check
