// SPDX-License-Identifier: GPL-3.0-or-later
// Who touched memory: one record for all lanes that did so in one instruction, until the next time that their warp is
// ordered with others. A place in memory keeps a stamp for each of those who were there last, which leads to the record.
#pragma once

#include "sim/check/lazy_zeros.h"
#include "sim/simt/program.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace warplens::sim::check {

/// How firmly an access is made to meet others (PTX ISA 9.0, 8.2: morally strong operations do not race).
enum class Strength : uint8_t {
    Plain,
    Volatile, ///< `volatile` data: others may meet it, but nothing is ordered by it
    Strong,   ///< with a memory order, or volatile and looked at to decide whether to wait
    Atomic,
};

struct AccessRecord {
    uint32_t block = 0;    ///< number in the grid
    uint32_t interval = 0; ///< barriers of the whole block before it
    uint32_t clock = 0;    ///< of the warp
    uint32_t op : 22 = 0;  ///< index into Program::memoryOps
    uint32_t warp : 5 = 0;
    uint32_t strength : 2 = 0;
    uint32_t writes : 1 = 0;
    uint32_t blockScope : 1 = 0; ///< strong for threads of its own block only (.cta)
    uint32_t copies : 1 = 0;     ///< asynchronously, and nobody has waited for it yet
    Strength howStrong() const { return static_cast<Strength>(strength); }
};

/// 0: nobody. Else the record's number, the lane, and whether a value was changed.
using Stamp = uint32_t;
constexpr uint32_t maximumRecords = 1u << 26;
constexpr Stamp stampOf(uint32_t record, uint32_t lane) {
    return record << 6 | lane << 1;
}
constexpr uint32_t recordOf(Stamp stamp) {
    return stamp >> 6;
}
constexpr uint32_t laneOf(Stamp stamp) {
    return stamp >> 1 & 31;
}
constexpr bool hasChanged(Stamp stamp) {
    return (stamp & 1) != 0;
}

/// The record of places that an asynchronous copy is under way to: it is ordered with nothing.
constexpr uint32_t underWay = maximumRecords - 1;

/// The records of one block's accesses to its shared memory. Numbers ascend with time.
class BlockRecords {
public:
    const AccessRecord& operator[](uint32_t number) const {
        return number == underWay ? m_underWay : m_records[number - m_first];
    }
    uint32_t add(const AccessRecord& record) {
        m_records.push_back(record);
        return next() - 1;
    }
    AccessRecord& at(uint32_t number) { return m_records[number - m_first]; }
    uint32_t next() const { return m_first + static_cast<uint32_t>(m_records.size()); }
    /// Nobody asks for the ones so far any more.
    void forget() {
        m_first = next();
        m_records.clear();
    }
    void restart() {
        m_first = 1;
        m_records.clear();
    }

    /// Keeps only these, ascending, and numbers them anew from 2: 1 is an empty one.
    void keep(const std::vector<uint32_t>& numbers) {
        std::vector<AccessRecord> kept(1);
        for (const uint32_t number : numbers)
            kept.push_back((*this)[number]);
        m_records = std::move(kept);
        m_first = 1;
    }

private:
    static AccessRecord copyUnderWay() {
        AccessRecord record;
        record.block = record.interval = record.clock = UINT32_MAX;
        record.writes = record.copies = 1;
        return record;
    }

    uint32_t m_first = 1;
    std::vector<AccessRecord> m_records;
    AccessRecord m_underWay = copyUnderWay();
};

/// The records of a launch's accesses to global memory, by all host threads.
class LaunchRecords {
public:
    static constexpr uint32_t chunk = 64;

    const AccessRecord& operator[](uint32_t number) const { return m_records.data()[number]; }
    AccessRecord& at(uint32_t number) { return m_records.data()[number]; }
    /// The first number of `chunk` new ones, for one host thread; 0: there is no room left.
    uint32_t takeChunk() {
        const uint32_t index = m_next.fetch_add(1);
        if (index >= maximumRecords / chunk)
            return 0;
        if (m_ready.load(std::memory_order_acquire) <= index)
            prepare(index);
        return index * chunk;
    }
    /// The number from which on nobody has taken any.
    uint32_t next() const { return std::min(m_next.load(), maximumRecords / chunk) * chunk; }
    /// Somebody has asked in vain.
    bool isFull() const { return m_next >= maximumRecords / chunk; }

private:
    LazyZeros<AccessRecord> m_records = LazyZeros<AccessRecord>::kept(maximumRecords);
    std::atomic<uint32_t> m_next{1}; ///< record 0 is nobody's

    void prepare(uint32_t index) {
        constexpr uint32_t together =
            16; // chunks: to have them one page after the other takes longer than to fill them
        const std::lock_guard lock(m_preparing);
        for (uint32_t ready = m_ready; ready <= index; ready += together) {
            m_records.want(size_t(ready) * chunk, size_t(together) * chunk);
            m_ready.store(ready + together, std::memory_order_release);
        }
    }
    std::mutex m_preparing;
    std::atomic<uint32_t> m_ready{0}; ///< chunks that can be touched
};

} // namespace warplens::sim::check
