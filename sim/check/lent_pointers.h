// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses of local variables that threads give to others, and of shared memory that blocks do. Local memory is each
// thread's own, shared memory each block's, and both begin at the same address for all: who follows such a pointer comes to
// what is his own, and no fault tells him.
#pragma once

#include "sim/check/block_watch.h"

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace warplens::sim::check {

/// Where others reach such addresses. Checkers of several blocks use it.
class LentPlaces {
public:
    struct Lender {
        uint32_t block, thread, op;
    };
    using Place = std::pair<uint32_t, uint64_t>; ///< the block of shared memory, or everybody's; and the address

    void put(const Place& place, const Lender& lender);
    /// Something else lies there now.
    void forget(const Place& place);
    std::optional<Lender> at(const Place& place);

private:
    std::atomic<bool> m_any{false};
    std::mutex m_mutex;
    std::map<Place, Lender> m_lenders;
};

/// Of a block. For programs that lend pointers (Facts::lendsPointers).
class LentPointers {
public:
    explicit LentPointers(BlockWatch& watch)
        : m_watch(watch) {}

    void begin() { m_loaded.clear(); }
    /// An access to memory that others reach.
    void access(const simt::Machine& m, const simt::AccessEvent& event);
    /// An access to local or shared memory. Returns whether a pointer of another thread, or block, has led there.
    bool follow(const simt::Machine& m, const simt::AccessEvent& event);

private:
    void stored(const simt::Machine& m, const simt::AccessEvent& event);
    void loaded(const simt::Machine& m, const simt::AccessEvent& event);
    void tell(const simt::AccessEvent& event, uint32_t lane, const LentPlaces::Lender& lender);
    bool isOthers(uint64_t address, const LentPlaces::Lender& lender, uint32_t thread) const;
    LentPlaces::Place placeOf(const simt::AccessEvent& event, uint32_t lane, unsigned part) const;

    BlockWatch& m_watch;
    /// The memory operation that has loaded it, the thread, and whether it points to shared memory.
    using Loaded = std::tuple<uint32_t, uint32_t, bool>;
    std::map<Loaded, LentPlaces::Lender> m_loaded; ///< whose it is
};

} // namespace warplens::sim::check
