// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/pool.h"

#include "kernels/runtime/platform.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::runtime {

Pool::Amounts Pool::amounts() const {
    const std::lock_guard lock(m_mutex);
    return m_amounts;
}

bool Pool::take(uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    if (limit != 0 && m_amounts.used + bytes > limit)
        return false;
    m_amounts.used += bytes;
    m_amounts.mostUsed = std::max(m_amounts.mostUsed, m_amounts.used);
    m_amounts.reserved = std::max(m_amounts.reserved, m_amounts.used);
    m_amounts.mostReserved = std::max(m_amounts.mostReserved, m_amounts.reserved);
    return true;
}

void Pool::giveBack(uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    m_amounts.used -= bytes;
    keep(m_amounts.threshold);
}

void Pool::trimTo(uint64_t least) {
    const std::lock_guard lock(m_mutex);
    keep(least);
}

void Pool::setThreshold(uint64_t threshold) {
    const std::lock_guard lock(m_mutex);
    m_amounts.threshold = threshold;
    keep(threshold);
}

void Pool::resetMostUsed() {
    const std::lock_guard lock(m_mutex);
    m_amounts.mostUsed = m_amounts.used;
}

void Pool::resetMostReserved() {
    const std::lock_guard lock(m_mutex);
    m_amounts.mostReserved = m_amounts.reserved;
}

void Pool::keep(uint64_t atMost) {
    m_amounts.reserved = std::min(m_amounts.reserved, std::max(m_amounts.used, atMost));
}

MemoryPtr allocateFrom(const PoolPtr& pool, uint64_t bytes, const std::string& call) {
    if (!pool->take(bytes))
        throw Failure(
            Error::MemoryAllocation,
            fmt::format("{}: {} bytes more than the {} that are in use would be more than the {} that the pool "
                        "may have",
                        call, bytes, pool->amounts().used, pool->limit));
    MemoryPtr memory;
    try {
        memory = pool->device->allocate(bytes, call);
    } catch (...) {
        pool->giveBack(bytes);
        throw;
    }
    memory->pool = pool;
    pool->device->platform().memory().notePooled();
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
