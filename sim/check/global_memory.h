// SPDX-License-Identifier: GPL-3.0-or-later
// Who was last where in global memory, by all blocks of a launch. Arrays that the program cannot write to are left
// alone: most loads are of those.
#pragma once

#include "sim/check/cells.h"
#include "sim/check/facts.h"
#include "sim/check/lazy_zeros.h"
#include "sim/memory/device_memory.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warplens::sim::check {

struct GlobalArray {
    uint64_t base = 0, end = 0;
    std::string name;
    bool initialized = true;
    const std::atomic<uint64_t>* meant = nullptr; ///< a bit for each byte, where only some mean something
    bool changes = false;                         ///< the launch may write to it
    bool isStrong = false;                        ///< likewise, by strong writes
    bool isHeap = false;
    Cells cells; ///< where it changes
    LazyZeros<Stamp> written, read, readToo, strong, strongToo;
    std::unique_ptr<Room> room; ///< of those
    std::unique_ptr<Crowd> readers, writers;
    std::unique_ptr<CrowdRows> rows;
    std::unique_ptr<RowShadow> shadow;
    bool isMeant(uint64_t address) const {
        const uint64_t byte = address - base;
        return meant != nullptr && (meant[byte / 64].load(std::memory_order_relaxed) >> byte % 64 & 1) != 0;
    }
};

class GlobalMemory {
public:
    GlobalMemory(const simt::Program& program, const Facts& facts, const simt::Launch& launch,
                 const memory::DeviceMemory& memory);
    /// The array at the address; nullptr: none.
    GlobalArray* find(uint64_t address);
    bool changes(uint64_t base) const;
    /// What has been written of the array that begins there.
    std::vector<std::pair<uint64_t, uint64_t>> writtenIn(uint64_t base) const;

private:
    std::vector<GlobalArray> m_arrays; ///< ascending
};

} // namespace warplens::sim::check
