// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/async_copy.h"

#include "sim/memory/copy_past.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/lanes.h"
#include "sim/memory/shared_cost.h"
#include "sim/simt/block.h"
#include "sim/simt/memory_access.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

namespace warplens::sim::simt {
namespace {

using memory::forLanes;

/// The 64 bits of an mbarrier, in a form of our own: programs may not look inside.
class Mbarrier {
public:
    explicit Mbarrier(uint64_t bits)
        : m_bits(bits) {}
    static Mbarrier fresh(uint32_t count) { return Mbarrier(uint64_t(count) | uint64_t(count) << 20); }
    uint64_t bits() const { return m_bits; }
    uint32_t pending() const { return static_cast<uint32_t>(m_bits & field); }
    uint32_t expected() const { return static_cast<uint32_t>(m_bits >> 20 & field); }
    int32_t bytes() const { return static_cast<int32_t>(m_bits >> 40 << 10) >> 10; }
    bool phase() const { return m_bits >> 63; }

    void expect(int32_t more) { set(pending(), expected(), bytes() + more, phase()); }
    void addPending() { set(pending() + 1, expected(), bytes(), phase()); }
    void arrive(uint32_t count, bool drop) {
        set(pending() - count, drop ? expected() - count : expected(), bytes(), phase());
        finish();
    }
    /// The phase is over when nobody is awaited and no bytes are under way.
    void finish() {
        if (pending() == 0 && bytes() == 0)
            set(expected(), expected(), 0, !phase());
    }

private:
    static constexpr uint64_t field = (1u << 20) - 1;
    void set(uint32_t pending, uint32_t expected, int32_t bytes, bool phase) {
        m_bits = (pending & field) | (expected & field) << 20 |
                 (uint64_t(static_cast<uint32_t>(bytes)) & ((1u << 22) - 1)) << 40 | uint64_t(phase) << 63;
    }
    uint64_t m_bits;
};

/// What a lane has in the registers that hold another address than the instruction's own.
uint64_t addressIn(const Machine& m, uint32_t slot, const MemoryOp& memory, uint32_t lane) {
    return memory.address64 ? reinterpret_cast<const uint64_t*>(m.registers + slot)[lane]
                            : reinterpret_cast<const uint32_t*>(m.registers + slot)[lane];
}

memory::Access accessOf(const MemoryOp& memory, const LaneAddresses& addresses, uint32_t mask) {
    memory::Access access;
    access.mask = mask;
    access.bytes = memory.requestBytes;
    access.store = memory.kind == AccessKind::Store;
    access.exclusive = memory.exclusive();
    std::copy(std::begin(addresses.at), std::end(addresses.at), access.address.begin());
    return access;
}

/// What tells a copy's wavefronts: where the lanes' words lie, but for whole rows of banks.
struct CopyKey {
    std::array<uint64_t, 32> to{}, from{};
    uint32_t mask = 0, reading = 0;
    uint32_t bytes = 0; ///< of a lane, there and here
    bool operator==(const CopyKey&) const = default;
};

/// Wavefronts of a copy, for waiting where its words come from, besides those that have been counted. A loop repeats a few
/// kinds of copies: those seen last are kept.
uint64_t waits(const MemoryOp& from, const LaneAddresses& sources, uint32_t reading, const MemoryOp& to,
               const LaneAddresses& targets, uint32_t mask) {
    constexpr uint64_t row = 128;
    constexpr size_t kept = 256;
    struct Known {
        CopyKey key;
        uint64_t wavefronts = 0;
    };
    thread_local std::vector<Known> known(kept);
    CopyKey key;
    key.mask = mask;
    key.reading = reading;
    key.bytes = uint32_t(to.requestBytes) << 16 | uint32_t(from.requestBytes) << 8 | uint32_t(to.exclusive()) << 1 |
                uint32_t(from.exclusive());
    uint64_t hash = uint64_t(mask) << 32 | reading;
    const auto place = [&](std::array<uint64_t, 32>& at, const LaneAddresses& addresses, uint32_t lanes) {
        if (lanes == 0)
            return;
        const uint64_t first = addresses.at[std::countr_zero(lanes)] / row * row;
        forLanes(lanes, [&](uint32_t lane) {
            at[lane] = addresses.at[lane] - first;
            hash = (hash ^ at[lane]) * 0x9e3779b97f4a7c15ull;
        });
    };
    place(key.to, targets, mask);
    place(key.from, sources, reading);
    Known& found = known[(hash >> 32 ^ key.bytes) % kept];
    if (found.key != key) {
        const memory::Access goes = accessOf(to, targets, mask), comes = accessOf(from, sources, reading);
        found = {key, memory::copyCost(goes, comes).wavefronts - memory::sharedCost(goes).wavefronts};
    }
    return found.wavefronts;
}

/// The request to shared memory has been counted by where the words go; they also wait where they come from, and past L1
/// sectors are counted by where they go.
void countWaits(Machine& m, const MemoryOp& from, const LaneAddresses& sources, uint32_t reading, const MemoryOp& to,
                const LaneAddresses& targets, uint32_t mask) {
    if (!m.counting || to.sharedRule != memory::SharedRule::Phases)
        return;
    if (!to.passesL1) {
        m.counters[to.index].wavefronts += waits(from, sources, reading, to, targets, mask);
        return;
    }
    const memory::Access goes = accessOf(to, targets, mask), comes = accessOf(from, sources, reading);
    const memory::SharedCost counted = memory::sharedCost(goes);
    MemoryCounters& shared = m.counters[to.index];
    const memory::CopyPastCost past = memory::copyPastCost(goes, comes);
    const memory::GlobalCost read = memory::globalCost(comes, from.globalRule);
    MemoryCounters& global = m.counters[from.index];
    const auto correct = [](uint64_t& count, uint64_t had, uint64_t right) { count = count - had + right; };
    correct(shared.wavefronts, counted.wavefronts, past.shared.wavefronts);
    correct(shared.wavefrontsIdeal, counted.wavefrontsIdeal, past.shared.wavefrontsIdeal);
    correct(global.sectors, read.sectors, past.sectors);
    correct(global.sectorsIdeal, read.sectorsIdeal, past.sectorsIdeal);
}

/// The short way of a request whose lanes lie as they did the time before. False: nothing has been done.
bool foundAgain(Machine& m, const Op* op, const MemoryOp& memory, size_t number, const LaneAddresses& addresses,
                uint32_t mask, std::byte* (&host)[32]) {
    Pattern& pattern = m.patterns[number];
    std::byte* first = requestAgain(m, op, memory, pattern, addresses, mask);
    if (first == nullptr)
        return false;
    for (uint32_t lane = 0; lane < 32; ++lane)
        host[lane] = (mask >> lane & 1) != 0 ? first + pattern.delta[lane] : nullptr;
    return true;
}

} // namespace

const Op* runCopyAsync(Machine& m, const Op* op) {
    const uint32_t mask = lanesOf(m, op);
    if (mask == 0)
        return op + 1;
    const MemoryOp& from = m.memoryOps[op->extra];
    const MemoryOp& to = m.memoryOps[op->extra + 1];
    const auto* sizes = reinterpret_cast<const uint32_t*>(m.registers + op->c);
    uint32_t reading = 0;
    forLanes(mask, [&](uint32_t lane) { reading |= static_cast<uint32_t>(sizes[lane] != 0) << lane; });
    LaneAddresses addresses = laneAddresses(m, op, from), targets;
    for (uint32_t lane = 0; lane < 32; ++lane)
        targets.at[lane] = to.address64 ? addressIn(m, op->b, to, lane) + op->table
                                        : static_cast<uint32_t>(addressIn(m, op->b, to, lane) + op->table);
    std::byte *source[32], *target[32];
    if (!foundAgain(m, op, from, op->extra, addresses, reading, source))
        request(m, op, from, addresses, reading, source);
    Served written;
    // Who watches is to see what has been written.
    if (m.observer != nullptr || !foundAgain(m, op, to, op->extra + 1, targets, mask, target))
        written = quietRequest(m, op, to, targets, mask, target);
    countWaits(m, from, addresses, reading, to, targets, mask);
    forLanes(to.moves ? mask : 0, [&](uint32_t lane) {
        if (target[lane] == nullptr)
            return;
        std::byte bytes[16]{};
        if (source[lane] != nullptr)
            std::memcpy(bytes, source[lane], std::min<uint32_t>(sizes[lane], from.elementBytes));
        std::memcpy(target[lane], bytes, to.elementBytes);
    });
    showRequest(m, op, to, targets, written); // who watches may look at what was written
    return op + 1;
}

const Op* runCopyBulk(Machine& m, const Op* op) {
    constexpr uint32_t chunk = 16;
    const uint32_t mask = lanesOf(m, op);
    if (mask == 0)
        return op + 1;
    const MemoryOp& from = m.memoryOps[op->extra];
    const MemoryOp& to = m.memoryOps[op->extra + 1];
    const auto* sizes = reinterpret_cast<const uint32_t*>(m.registers + op->c);
    const LaneAddresses sources = laneAddresses(m, op, from);
    forLanes(mask, [&](uint32_t lane) {
        if (sizes[lane] % chunk != 0) {
            m.block->report(FindingKind::Misaligned, op, lane, sources.at[lane],
                            "the copy is of " + std::to_string(sizes[lane]) + " bytes, which is no multiple of 16");
            return;
        }
        LaneAddresses source = sources, target;
        const uint64_t first = addressIn(m, op->b, to, lane) + op->table;
        bool readable = true;
        for (uint32_t at = 0; at < sizes[lane]; at += chunk) {
            source.at[lane] = sources.at[lane] + at;
            target.at[lane] = first + at;
            std::byte *out[32], *in[32];
            if (readable) { // one finding is enough, and what cannot be read is 0
                request(m, op, from, source, 1u << lane, out, false);
                readable = out[lane] != nullptr;
            }
            const Served written = quietRequest(m, op, to, target, 1u << lane, in, false);
            if (in[lane] == nullptr)
                return;
            if (readable)
                std::memcpy(in[lane], out[lane], chunk);
            else
                std::memset(in[lane], 0, chunk);
            showRequest(m, op, to, target, written);
        }
    });
    if (op->flags == 0)
        return op + 1;
    // A copy that could not be done has been told of: who waits for it goes on, so that there is one mistake and not two.
    const MemoryOp& told = m.memoryOps[op->extra + 2];
    LaneAddresses barriers;
    forLanes(mask, [&](uint32_t lane) { barriers.at[lane] = addressIn(m, op->d, told, lane); });
    std::byte* host[32];
    const Served served = request(m, op, told, barriers, mask, host, false);
    forLanes(served.lanes, [&](uint32_t lane) {
        uint64_t bits;
        std::memcpy(&bits, host[lane], 8);
        Mbarrier barrier(bits);
        barrier.expect(-static_cast<int32_t>(sizes[lane]));
        barrier.finish();
        bits = barrier.bits();
        std::memcpy(host[lane], &bits, 8);
        if (m.observer != nullptr)
            m.observer->mbarrierUsed(m, op, 1u << lane, 0, host);
    });
    return op + 1;
}

const Op* runCommitGroup(Machine& m, const Op* op) {
    if (m.observer != nullptr)
        m.observer->copiesCommitted(m, lanesOf(m, op));
    return op + 1;
}

const Op* runWaitGroup(Machine& m, const Op* op) {
    if (m.observer != nullptr)
        m.observer->copiesAwaited(m, lanesOf(m, op), op->imm);
    return op + 1;
}

const Op* runMbarrier(Machine& m, const Op* op) {
    const uint32_t mask = lanesOf(m, op);
    if (mask == 0)
        return op + 1;
    const MemoryOp& memory = m.memoryOps[op->extra];
    std::byte* host[32];
    const Served served = request(m, op, memory, laneAddresses(m, op, memory), mask, host, false);
    const auto mode = static_cast<MbarrierMode>(op->flags);
    const auto* counts = reinterpret_cast<const uint32_t*>(m.registers + op->b);
    const auto* states = reinterpret_cast<const uint64_t*>(m.registers + op->b);
    auto* results = reinterpret_cast<uint64_t*>(m.registers + op->d);
    const bool tests = mode >= mbarrierTest && mode <= mbarrierTryParity;
    const bool arrives = !tests && mode != mbarrierInit && mode != mbarrierInvalidate && mode != mbarrierExpect;
    uint32_t done = 0;
    forLanes(served.lanes, [&](uint32_t lane) {
        uint64_t bits;
        std::memcpy(&bits, host[lane], 8);
        Mbarrier barrier(bits);
        switch (mode) {
        case mbarrierInit:
            barrier = Mbarrier::fresh(counts[lane]);
            break;
        case mbarrierInvalidate:
            barrier = Mbarrier(0);
            break;
        case mbarrierExpect:
            barrier.expect(static_cast<int32_t>(counts[lane]));
            break;
        case mbarrierComplete:
            barrier.expect(-static_cast<int32_t>(counts[lane]));
            barrier.finish();
            break;
        case mbarrierArrive:
        case mbarrierArriveDrop:
            results[lane] = bits;
            barrier.arrive(op->table ? counts[lane] : 1, mode == mbarrierArriveDrop);
            break;
        case mbarrierArriveExpect:
        case mbarrierArriveDropExpect:
            results[lane] = bits;
            barrier.expect(static_cast<int32_t>(counts[lane]));
            barrier.arrive(1, mode == mbarrierArriveDropExpect);
            break;
        case mbarrierCopyArrive: // the copies are done already: one more is awaited, and comes
            barrier.addPending();
            barrier.arrive(1, false);
            break;
        case mbarrierCopyArriveNoInc:
            barrier.arrive(1, false);
            break;
        case mbarrierTest:
        case mbarrierTry:
            done |= static_cast<uint32_t>(barrier.phase() != Mbarrier(states[lane]).phase()) << lane;
            break;
        case mbarrierTestParity:
        case mbarrierTryParity: // the phase of that parity is over when the present one has the other
            done |= static_cast<uint32_t>(barrier.phase() != bool(counts[lane] & 1)) << lane;
            break;
        }
        bits = barrier.bits();
        std::memcpy(host[lane], &bits, 8);
        // One lane after the other: a phase may end with any of them, and the next ones arrive in the phase after it.
        if (arrives && m.observer != nullptr)
            m.observer->mbarrierUsed(m, op, 1u << lane, 0, host);
    });
    if (tests) {
        if (m.observer != nullptr)
            m.observer->mbarrierUsed(m, op, 0, done, host);
        auto& p = *reinterpret_cast<uint32_t*>(m.registers + op->d);
        p = (p & ~mask) | done;
        if (done != mask)
            return yieldWaiting(m, op + 1); // whoever arrives has to have a turn
    }
    return op + 1;
}

const Op* runPendingCount(Machine& m, const Op* op) {
    const auto* states = reinterpret_cast<const uint64_t*>(m.registers + op->a);
    auto* d = reinterpret_cast<uint32_t*>(m.registers + op->d);
    forLanes(lanesOf(m, op), [&](uint32_t lane) { d[lane] = Mbarrier(states[lane]).pending(); });
    return op + 1;
}

} // namespace warplens::sim::simt
