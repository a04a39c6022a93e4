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

uint64_t Pool::mostBytes() const {
    return limit / pieceBytes * pieceBytes + (limit % pieceBytes != 0 ? pieceBytes : 0);
}

bool Pool::take(uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    if (limit != 0 && (bytes > mostBytes() || m_amounts.used > mostBytes() - bytes))
        return false;
    m_amounts.used += bytes;
    m_amounts.mostUsed = std::max(m_amounts.mostUsed, m_amounts.used);
    return true;
}

/// The first gap that is large enough, or behind all.
uint64_t Pool::placeFor(uint64_t bytes) const {
    constexpr uint64_t unit = 512;
    uint64_t begin = 0;
    for (const auto& [place, there] : m_places) {
        if (place >= begin && place - begin >= bytes)
            break;
        begin = (there.end + unit - 1) / unit * unit;
    }
    return begin;
}

void Pool::hold(uint64_t address, uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    const uint64_t begin = placeFor(bytes), end = begin + std::max<uint64_t>(bytes, 1);
    m_places[begin] = {end, address};
    for (uint64_t piece = begin / pieceBytes; piece * pieceBytes < end; ++piece)
        m_pieces.insert(piece);
    m_amounts.reserved = m_pieces.size() * pieceBytes;
    m_amounts.mostReserved = std::max(m_amounts.mostReserved, m_amounts.reserved);
}

void Pool::giveUp(uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    m_amounts.used -= bytes;
}

void Pool::giveBack(uint64_t address, uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    m_amounts.used -= bytes;
    std::erase_if(m_places, [&](const auto& each) { return each.second.address == address; });
}

void Pool::trimTo(uint64_t least) {
    const std::lock_guard lock(m_mutex);
    letGo(least, least);
}

void Pool::hostHasWaited() {
    const std::lock_guard lock(m_mutex);
    letGo(m_amounts.threshold, 0);
}

void Pool::setThreshold(uint64_t threshold) {
    const std::lock_guard lock(m_mutex);
    m_amounts.threshold = threshold;
}

void Pool::resetMostUsed() {
    const std::lock_guard lock(m_mutex);
    m_amounts.mostUsed = m_amounts.used;
}

void Pool::resetMostReserved() {
    const std::lock_guard lock(m_mutex);
    m_amounts.mostReserved = m_amounts.reserved;
}

void Pool::letGo(uint64_t most, uint64_t least) {
    std::set<uint64_t> busy;
    for (const auto& [begin, there] : m_places)
        for (uint64_t piece = begin / pieceBytes; piece * pieceBytes < there.end; ++piece)
            busy.insert(piece);
    for (auto piece = m_pieces.begin(); piece != m_pieces.end() && m_amounts.reserved > most;) {
        if (busy.contains(*piece) || m_amounts.reserved < least + pieceBytes) {
            ++piece;
            continue;
        }
        piece = m_pieces.erase(piece);
        m_amounts.reserved -= pieceBytes;
    }
}

void letPoolsGo(Platform& platform) {
    for (const std::unique_ptr<Device>& device : platform.devices())
        device->defaultPool()->hostHasWaited();
    platform.pools.forEach([](const PoolPtr& pool) { pool->hostHasWaited(); });
}

MemoryPtr allocateFrom(const PoolPtr& pool, uint64_t bytes, const std::string& call) {
    if (!pool->take(bytes))
        throw Failure(
            Error::MemoryAllocation,
            fmt::format("{}: {} bytes more than the {} that are in use would be more than the {} that the pool "
                        "may have",
                        call, bytes, pool->amounts().used, pool->mostBytes()));
    MemoryPtr memory;
    try {
        memory = pool->device->allocate(bytes, call);
    } catch (...) {
        pool->giveUp(bytes);
        throw;
    }
    pool->hold(memory->base, bytes);
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
