// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/pool.h"

#include "kernels/runtime/platform.h"

#include <fmt/format.h>

namespace warplens::runtime {

MemoryPtr allocateFrom(const PoolPtr& pool, uint64_t bytes, const std::string& call) {
    const MemoryPtr memory = pool->device->allocate(bytes, call);
    memory->pool = pool;
    pool->device->platform().memory().notePooled();
    const uint64_t used = pool->used += bytes;
    uint64_t most = pool->most;
    while (used > most && !pool->most.compare_exchange_weak(most, used)) {
    }
    return memory;
}

void beginInOrder(Device& device, Stream& stream, const Memory& memory, const std::string& call) {
    if (!device.hasStreams())
        return; // all that comes is behind it
    HostAction take;
    take.touches.push_back({memory.base, memory.bytes, memory.bytes, 1, true});
    take.name = call;
    take.takes = true;
    put(device, stream, take);
}

void freeInOrder(Device& device, Stream& stream, uint64_t address, const std::string& call) {
    Platform& platform = device.platform();
    MemoryPtr memory = platform.memory().expected(address);
    if (!memory || memory->base != address || (memory->freeing && !platform.memory().find(address)))
        memory = platform.freeable(address, call, false);
    if (memory->kind != MemoryKind::Device)
        throw Failure(Error::InvalidValue,
                      fmt::format("{} of {:#x}: it is {}: free it with cudaFree", call, address, memoryText(*memory)));
    if (memory->freeing.exchange(true))
        throw Failure(Error::InvalidValue,
                      fmt::format("{} of {:#x}: {} are being freed already", call, address, memoryText(*memory)));
    HostAction give;
    give.touches.push_back({memory->base, memory->bytes, memory->bytes, 1, true});
    give.frees = memory;
    give.name = call;
    put(device, stream, std::move(give));
    if (memory->place)
        platform.device(memory->device).graphFootprint().give(memory->bytes, stream.number, device.mark(stream));
}

} // namespace warplens::runtime
