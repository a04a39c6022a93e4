// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that is taken and given back in the order of a stream. A GPU's pool keeps what was freed, to give it out again;
// here every allocation is new memory, so that a late access is found, and of what would be kept the amount alone. An H200's
// pool is a range of addresses of which pieces of 32 MiB have memory: those in which something lies, and until the host waits
// those in which nothing does any more (tests/hardware/pool_pieces.cu).
#pragma once

#include "kernels/runtime/memory.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace warplens::runtime {

class Device;
class Platform;
struct Stream;

struct Pool {
    Device* device = nullptr;
    uint64_t limit = 0;       ///< it has no more than this; 0: than the device
    int reuse[3] = {1, 1, 1}; ///< of streams' events, of what is over, of dependencies; as they were set

    static constexpr uint64_t pieceBytes = uint64_t(32) << 20;

    /// In bytes. What is reserved are pieces that are in use, or kept for the next one: no more than the threshold says.
    struct Amounts {
        uint64_t used = 0, mostUsed = 0, reserved = 0, mostReserved = 0, threshold = 0;
    };
    Amounts amounts() const;
    bool take(uint64_t bytes);                   ///< false: that would be more than the limit
    void hold(uint64_t address, uint64_t bytes); ///< what was taken is there
    void giveUp(uint64_t bytes);                 ///< what was taken has not come to be
    void giveBack(uint64_t address, uint64_t bytes);
    void trimTo(uint64_t least);
    void setThreshold(uint64_t threshold);
    void hostHasWaited(); ///< what is reserved, beyond the threshold, and not in use is let go
    void resetMostUsed();
    void resetMostReserved();
    uint64_t mostBytes() const; ///< whole pieces

private:
    struct Place {
        uint64_t end, address;
    };
    uint64_t placeFor(uint64_t bytes) const;
    /// Pieces in which nothing lies, while more than `most` is reserved, and so that `least` stays.
    void letGo(uint64_t most, uint64_t least);

    mutable std::mutex m_mutex;
    Amounts m_amounts;
    std::map<uint64_t, Place> m_places; ///< by where in the pool's range
    std::set<uint64_t> m_pieces;        ///< those that have memory, by their number
};
using PoolPtr = std::shared_ptr<Pool>;

/// The host has waited for a stream, an event or a device.
void letPoolsGo(Platform& platform);
/// Memory at once: whatever the stream does before cannot touch it. Throws Failure.
MemoryPtr allocateFrom(const PoolPtr& pool, uint64_t bytes, const std::string& call);
/// It may be touched by what comes after that place in the stream's order.
void beginInOrder(Device& device, Stream& stream, const Memory& memory, const std::string& call);
/// Is freed when everything that was put into the stream so far is done. Throws Failure for what cannot be freed.
void freeInOrder(Device& device, Stream& stream, uint64_t address, const std::string& call);

} // namespace warplens::runtime
