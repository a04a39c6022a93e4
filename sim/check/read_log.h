// SPDX-License-Identifier: GPL-3.0-or-later
// What warps have done to shared memory since the last barrier of the whole block. As long as nothing has ordered some of
// the block's threads only, two readers of a place stand for all of them; when something does, the others are wanted, and
// are found here.
#pragma once

#include "sim/simt/observer.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace warplens::sim::check {

class ReadLog {
public:
    using Deltas = std::array<int32_t, 32>;
    struct Entry {
        uint64_t first; ///< as of the event
        uint32_t mask, op, number, deltas;
    };

    explicit ReadLog(size_t operations)
        : m_last(operations) {}

    void add(const simt::AccessEvent& event, uint32_t number) {
        Last& last = m_last[event.memory->index];
        if (last.deltas == 0 ||
            std::memcmp(m_deltas[last.deltas - 1].data(), event.pattern->delta, sizeof(Deltas)) != 0) {
            Deltas& added = m_deltas.emplace_back();
            std::memcpy(added.data(), event.pattern->delta, sizeof(Deltas));
            last.deltas = static_cast<uint32_t>(m_deltas.size());
        } else if (last.entry != 0) {
            const Entry& before = m_entries[last.entry - 1];
            if (before.number == number && before.first == event.first && before.mask == event.mask)
                return;
        }
        m_entries.push_back({event.first, event.mask, event.memory->index, number, last.deltas - 1});
        last.entry = static_cast<uint32_t>(m_entries.size());
    }
    bool isFull() const { return m_entries.size() >= most || m_deltas.size() >= most / 8; }
    template<class Each>
    void forEach(Each each) const {
        for (const Entry& entry : m_entries)
            each(entry, m_deltas[entry.deltas]);
    }
    void clear() {
        for (const Entry& entry : m_entries)
            m_last[entry.op] = {};
        m_entries.clear();
        m_deltas.clear();
    }

private:
    static constexpr size_t most = size_t(1) << 16;

    struct Last {
        uint32_t deltas = 0, entry = 0; ///< 1: the first one
    };
    std::vector<Last> m_last; ///< by memory operation
    std::vector<Entry> m_entries;
    std::vector<Deltas> m_deltas;
};

} // namespace warplens::sim::check
