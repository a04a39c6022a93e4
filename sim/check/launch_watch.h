// SPDX-License-Identifier: GPL-3.0-or-later
// Watches the blocks of a launch for mistakes that leave no trace of their own: races, reads of what nobody wrote, use
// of what was given back, values that mean nothing.
#pragma once

#include "sim/check/facts.h"
#include "sim/check/global_memory.h"
#include "sim/check/horizon.h"
#include "sim/check/order.h"
#include "sim/simt/block.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

namespace warplens::sim::check {

class LateWrites;
class LentPlaces;

class LaunchWatch : public simt::Watch {
public:
    LaunchWatch();
    ~LaunchWatch() override;

    void prepare(const simt::Program& program, const simt::Launch& launch, const memory::DeviceMemory& memory) override;
    bool mayChange(const memory::Allocation& array) const override;
    void begin(const simt::RunState& run, bool whole, bool together) override;
    std::unique_ptr<simt::AccessObserver> observe(simt::Block& block) override;
    void end(bool failed) override;
    bool isOrderFelt() const override { return m_orderFelt; }
    bool writesMayComeLate() const override;
    void letWritesComeLate(uint32_t seed) override;
    /// Addresses [begin, end), ascending.
    using Pieces = std::vector<std::pair<uint64_t, uint64_t>>;
    /// The arrays that the launch may have changed, by where they begin, and what it has written there; nothing: nobody
    /// knows.
    using Changed = std::map<uint64_t, std::optional<Pieces>>;
    const std::optional<Changed>& changed() const { return m_changed; }

    // For the checkers of its blocks.
    const Facts& facts() const { return *m_facts; }
    /// nullptr where not all blocks are watched: then global memory is left alone.
    GlobalMemory* global() { return m_global ? &*m_global : nullptr; }
    LaunchRecords& records() { return *m_records; }
    /// nullptr: nobody looks how far back there is something to see.
    Horizon* horizon() { return m_horizon ? &*m_horizon : nullptr; }
    SyncPlaces& places() { return m_places; }
    /// Whether blocks reach one another's shared memory, and that is watched.
    bool hasClusters() const { return m_hasClusters; }
    /// The barrier of the cluster whose first block has this number.
    SyncPlace& clusterPlace(uint64_t firstBlock) { return m_clusterPlaces[firstBlock]; }
    /// nullptr: each write is seen by all at once.
    LateWrites* late() { return m_late.get(); }
    LentPlaces& lent() { return *m_lent; }
    bool together() const { return m_together; }
    /// Two blocks have met: what they did may depend on which came first.
    void feelOrder() { m_orderFelt = true; }
    /// A read of an array that had no contents, before anybody wrote there. It is told in the end, unless somebody
    /// writes there in a race with it.
    void noteBareRead(uint32_t op, simt::Finding finding);
    void noteRaced(uint32_t op);
    /// A piece of the heap was taken, with what is to be said where it is never given back.
    void noteTaken(uint64_t address, simt::Finding finding);
    void noteFreed(uint64_t address);
    /// Once for each memory operation.
    void noteSum(uint32_t op, simt::Finding finding);

private:
    std::unique_ptr<Facts> m_facts;
    std::optional<GlobalMemory> m_global;
    std::unique_ptr<LaunchRecords> m_records;
    std::optional<Horizon> m_horizon;
    SyncPlaces m_places, m_clusterPlaces;
    bool m_hasClusters = false;
    std::unique_ptr<LateWrites> m_late;
    std::unique_ptr<LentPlaces> m_lent;
    const simt::RunState* m_run = nullptr;
    bool m_together = false;
    std::atomic<bool> m_orderFelt{false};
    std::mutex m_mutex;
    std::map<uint32_t, simt::Finding> m_bareReads; ///< by memory operation
    std::map<uint64_t, simt::Finding> m_taken;     ///< by address
    std::map<uint32_t, simt::Finding> m_sums;      ///< by memory operation
    std::set<uint32_t> m_raced;                    ///< memory operations
    std::optional<Changed> m_changed;
};

} // namespace warplens::sim::check
