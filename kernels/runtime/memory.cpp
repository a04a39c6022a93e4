// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/memory.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::runtime {
namespace {

constexpr size_t freedKept = 4096;
constexpr uint64_t nearby = 1u << 20; ///< so far an address is told by its neighbour

} // namespace

std::string memoryLabel(const Memory& memory) {
    return memory.name.empty() ? fmt::format("memory {}", memory.number) : memory.name;
}

std::string memoryText(const Memory& memory) {
    if (!memory.name.empty())
        return fmt::format("{} ({} bytes)", memory.name, memory.bytes);
    return fmt::format("the {} bytes from {} (memory {})", memory.bytes, memory.call, memory.number);
}

MemoryPtr MemoryTable::at(uint64_t address) const {
    auto after = m_memory.upper_bound(address);
    if (after == m_memory.begin())
        return nullptr;
    --after;
    return address < after->second->end() ? after->second : nullptr;
}

MemoryPtr MemoryTable::add(MemoryPtr memory) {
    const std::lock_guard lock(m_mutex);
    if (memory->number == 0)
        memory->number = ++m_count;
    m_someUnwritten = true;
    m_memory[memory->base] = memory;
    ++m_generation;
    return memory;
}

void MemoryTable::expect(const MemoryPtr& memory) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_expected, [](const auto& each) { return each.second.expired(); });
    memory->number = ++m_count;
    m_expected[memory->base] = memory;
}

MemoryPtr MemoryTable::expected(uint64_t address) const {
    const std::lock_guard lock(m_mutex);
    return expectedAt(address);
}

MemoryPtr MemoryTable::expectedAt(uint64_t address) const {
    const auto after = m_expected.upper_bound(address);
    if (after == m_expected.begin())
        return nullptr;
    MemoryPtr memory = std::prev(after)->second.lock();
    return memory && address < memory->end() ? memory : nullptr;
}

MemoryPtr MemoryTable::remove(uint64_t base) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_memory.find(base);
    if (found == m_memory.end())
        return nullptr;
    MemoryPtr memory = found->second;
    m_memory.erase(found);
    memory->gpuShares.reset();
    if (memory->call != "cuMemAddressReserve") // which was a place, and never memory
        m_freed.push_back(memory);
    if (m_freed.size() > freedKept)
        m_freed.pop_front();
    ++m_generation;
    return memory;
}

MemoryPtr MemoryTable::find(uint64_t address) const {
    const std::lock_guard lock(m_mutex);
    return at(address);
}

void MemoryTable::markWritten(Memory& memory) {
    const bool isNew = memory.places.markAll();
    if (!memory.written.exchange(true) || isNew)
        ++m_generation;
}

void MemoryTable::markWritten(Memory& memory, uint64_t begin, uint64_t bytes) {
    if (bytes == 0)
        return;
    const bool isNew = memory.places.mark(begin - memory.base, bytes, memory.bytes);
    if (!memory.written.exchange(true) || isNew)
        ++m_generation;
}

uint64_t MemoryTable::count() const {
    const std::lock_guard lock(m_mutex);
    return m_count;
}

void MemoryTable::markAllWritten() {
    if (!m_someUnwritten.exchange(false))
        return;
    const std::lock_guard lock(m_mutex);
    for (const auto& [base, memory] : m_memory) {
        memory->places.markAll();
        memory->written = true;
    }
    ++m_generation;
}

bool MemoryTable::overlaps(uint64_t begin, uint64_t end) const {
    const std::lock_guard lock(m_mutex);
    const auto after = m_memory.lower_bound(end);
    return after != m_memory.begin() && std::prev(after)->second->end() > begin;
}

uint64_t MemoryTable::bytesOf(int device) const {
    const std::lock_guard lock(m_mutex);
    uint64_t sum = 0;
    for (const auto& [base, memory] : m_memory)
        if (memory->device == device && !memory->belongsToHost())
            sum += memory->bytes;
    for (const auto& [base, expected] : m_expected)
        if (const MemoryPtr memory = expected.lock();
            memory && memory->device == device && !memory->freeing && !m_memory.contains(base))
            sum += memory->bytes;
    return sum;
}

void MemoryTable::forEach(const std::function<void(const MemoryPtr&)>& visit) const {
    const std::lock_guard lock(m_mutex);
    for (const auto& [base, memory] : m_memory)
        visit(memory);
}

bool MemoryTable::wasFreed(uint64_t address) const {
    const std::lock_guard lock(m_mutex);
    return at(address) == nullptr && std::any_of(m_freed.begin(), m_freed.end(), [&](const MemoryPtr& freed) {
               return address >= freed->base && address < freed->end();
           });
}

std::string MemoryTable::describe(uint64_t address) const {
    const std::lock_guard lock(m_mutex);
    for (auto freed = m_freed.rbegin(); freed != m_freed.rend(); ++freed)
        if (address >= (*freed)->base && address < (*freed)->end())
            return fmt::format("it was part of {}, which have been freed", memoryText(**freed));
    if (const MemoryPtr memory = expectedAt(address))
        return fmt::format("it is part of {}, which no launch of a graph has taken", memoryText(*memory));
    const auto after = m_memory.upper_bound(address);
    if (after != m_memory.begin()) {
        const Memory& before = *std::prev(after)->second;
        if (address < before.end())
            return fmt::format("it is byte {} of {}", address - before.base, memoryText(before));
        if (address - before.end() < nearby)
            return fmt::format("it is {} bytes past the end of {}", address - before.end(), memoryText(before));
    }
    if (after != m_memory.end() && after->second->base - address < nearby)
        return fmt::format("it is {} bytes before the beginning of {}", after->second->base - address,
                           memoryText(*after->second));
    return {};
}

/// As a kernel sees it.
static sim::memory::Allocation allocationOf(const Memory& memory) {
    const bool isWatched = memory.kind == MemoryKind::Device || memory.kind == MemoryKind::Array;
    return {memory.base,
            memory.bytes,
            memory.host,
            memoryLabel(memory),
            memory.readOnly,
            memory.written.load() || !isWatched,
            isWatched ? memory.places.bits() : nullptr};
}

std::shared_ptr<sim::memory::DeviceMemory> MemoryTable::view(const std::function<bool(const Memory&)>& reached) const {
    auto view = std::make_shared<sim::memory::DeviceMemory>();
    const std::lock_guard lock(m_mutex);
    for (const auto& [base, memory] : m_memory)
        if (reached(*memory))
            view->adopt(allocationOf(*memory));
    return view;
}

std::vector<sim::memory::Allocation> MemoryTable::texelArrays() const {
    std::vector<sim::memory::Allocation> arrays;
    const std::lock_guard lock(m_mutex);
    for (const auto& [base, memory] : m_memory)
        if (memory->kind == MemoryKind::Array)
            arrays.push_back(allocationOf(*memory));
    return arrays;
}

} // namespace warplens::runtime
