// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that is taken and given back in the order of a stream. A GPU's pool keeps what was freed, to give it out again;
// here every allocation is new memory, so that a late access is found.
#pragma once

#include "kernels/runtime/memory.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace warplens::runtime {

class Device;
struct Stream;

struct Pool {
    Device* device = nullptr;
    uint64_t releaseThreshold = 0; ///< as it was set; nothing is kept
    int reuse[3] = {1, 1, 1};      ///< of streams' events, of what is over, of dependencies; as they were set
    std::atomic<uint64_t> used{0}, most{0};
};
using PoolPtr = std::shared_ptr<Pool>;

/// Memory at once: whatever the stream does before cannot touch it. Throws Failure.
MemoryPtr allocateFrom(const PoolPtr& pool, uint64_t bytes, const std::string& call);
/// It may be touched by what comes after that place in the stream's order.
void beginInOrder(Device& device, Stream& stream, const Memory& memory, const std::string& call);
/// Is freed when everything that was put into the stream so far is done. Throws Failure for what cannot be freed.
void freeInOrder(Device& device, Stream& stream, uint64_t address, const std::string& call);

} // namespace warplens::runtime
