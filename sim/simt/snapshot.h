// SPDX-License-Identifier: GPL-3.0-or-later
// What arrays and the heap held before a launch, so that it can be run once more.
#pragma once

#include "sim/memory/device_memory.h"
#include "sim/simt/observer.h"
#include "sim/simt/system_call.h"

#include <algorithm>
#include <vector>

namespace warplens::sim::simt {

class Snapshot {
public:
    /// Of the arrays that the launch may change, as the watch says.
    Snapshot(const memory::DeviceMemory& memory, const Watch& watch, Heap* heap)
        : Snapshot(heap) {
        memory.forEach([&](const memory::Allocation& array) {
            if (!array.readOnly && watch.mayChange(array))
                m_saved.push_back({array.host, {array.host, array.host + array.bytes}});
        });
    }
    /// That one would take.
    static uint64_t bytesOf(const memory::DeviceMemory& memory, const Watch& watch) {
        uint64_t sum = 0;
        memory.forEach([&](const memory::Allocation& array) {
            sum += !array.readOnly && watch.mayChange(array) ? array.bytes : 0;
        });
        return sum;
    }
    void restore() const {
        for (const Saved& saved : m_saved)
            std::copy(saved.bytes.begin(), saved.bytes.end(), saved.host);
        if (m_heap)
            m_heap->setPieces(m_pieces);
    }
    uint64_t bytes() const {
        uint64_t sum = 0;
        for (const Saved& saved : m_saved)
            sum += saved.bytes.size();
        return sum;
    }
    /// Another one of the same memory, as it is now.
    Snapshot again() const {
        Snapshot now(m_heap);
        for (const Saved& saved : m_saved)
            now.m_saved.push_back({saved.host, {saved.host, saved.host + saved.bytes.size()}});
        return now;
    }

private:
    explicit Snapshot(Heap* heap)
        : m_heap(heap)
        , m_pieces(heap != nullptr ? heap->pieces() : Heap::Pieces()) {}
    struct Saved {
        std::byte* host;
        std::vector<std::byte> bytes;
    };
    std::vector<Saved> m_saved;
    Heap* m_heap;
    Heap::Pieces m_pieces;
};

} // namespace warplens::sim::simt
