// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that is taken and given back in the order of a stream. A GPU's pool keeps what was freed, to give it out again;
// here every allocation is new memory, so that a late access is found, and of what would be kept the amount alone.
#pragma once

#include "kernels/runtime/memory.h"

#include <cstdint>
#include <memory>
#include <mutex>

namespace warplens::runtime {

class Device;
struct Stream;

struct Pool {
    Device* device = nullptr;
    uint64_t limit = 0;       ///< it has no more than this; 0: than the device
    int reuse[3] = {1, 1, 1}; ///< of streams' events, of what is over, of dependencies; as they were set

    /// In bytes. What is reserved is in use, or kept for the next one: no more than the threshold says.
    struct Amounts {
        uint64_t used = 0, mostUsed = 0, reserved = 0, mostReserved = 0, threshold = 0;
    };
    Amounts amounts() const;
    bool take(uint64_t bytes); ///< false: that would be more than the limit
    void giveBack(uint64_t bytes);
    void trimTo(uint64_t keep);
    void setThreshold(uint64_t threshold);
    void resetMostUsed();
    void resetMostReserved();

private:
    void keep(uint64_t atMost); ///< reserved, where less is in use

    mutable std::mutex m_mutex;
    Amounts m_amounts;
};
using PoolPtr = std::shared_ptr<Pool>;

/// Memory at once: whatever the stream does before cannot touch it. Throws Failure.
MemoryPtr allocateFrom(const PoolPtr& pool, uint64_t bytes, const std::string& call);
/// It may be touched by what comes after that place in the stream's order.
void beginInOrder(Device& device, Stream& stream, const Memory& memory, const std::string& call);
/// Is freed when everything that was put into the stream so far is done. Throws Failure for what cannot be freed.
void freeInOrder(Device& device, Stream& stream, uint64_t address, const std::string& call);

} // namespace warplens::runtime
