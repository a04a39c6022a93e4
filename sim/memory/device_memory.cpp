// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/device_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

namespace warplens::sim::memory {
namespace {

constexpr uint64_t alignment = 512;
constexpr uint64_t gap = 1u << 20;
constexpr uint64_t pageBytes = 4096;

uint64_t mappedBytes(const Allocation& allocation) {
    return std::max<uint64_t>(allocation.bytes, 1);
}

} // namespace

struct DeviceMemory::Pages {
    enum State : uint8_t { Empty, Filled };

    Fill fill;
    std::vector<std::atomic<uint8_t>> state;
    std::atomic<uint64_t> left; ///< pages that are still empty
    std::mutex mutex;

    Pages(Fill how, uint64_t bytes)
        : fill(std::move(how))
        , state((bytes + pageBytes - 1) / pageBytes)
        , left(state.size()) {}
    void make(const Allocation& allocation, uint64_t page) {
        if (state[page].load(std::memory_order_acquire) == Filled)
            return;
        const std::lock_guard lock(mutex);
        if (state[page].load(std::memory_order_relaxed) == Filled)
            return;
        fillPages(allocation, page, page + 1);
    }
    void fillPages(const Allocation& allocation, uint64_t first, uint64_t end) {
        const uint64_t from = first * pageBytes, to = std::min(end * pageBytes, allocation.bytes);
        fill(from, {allocation.host + from, to - from});
        for (uint64_t page = first; page < end; ++page)
            state[page].store(Filled, std::memory_order_release);
        left.fetch_sub(end - first);
    }
};

DeviceMemory::DeviceMemory() = default;

DeviceMemory::~DeviceMemory() {
    for (const Array& array : m_arrays)
        if (array.owned)
            munmap(array.allocation.host, mappedBytes(array.allocation));
}

DeviceMemory::DeviceMemory(DeviceMemory&& other) noexcept
    : m_arrays(std::exchange(other.m_arrays, {}))
    , m_next(other.m_next)
    , m_pageBytes(other.m_pageBytes)
    , m_explain(std::move(other.m_explain)) {}

DeviceMemory& DeviceMemory::operator=(DeviceMemory&& other) noexcept {
    std::swap(m_arrays, other.m_arrays);
    std::swap(m_next, other.m_next);
    std::swap(m_pageBytes, other.m_pageBytes);
    std::swap(m_explain, other.m_explain);
    return *this;
}

Allocation DeviceMemory::allocate(uint64_t bytes, std::string_view name, bool readOnly, Fill fill, bool initialized) {
    Allocation allocation{m_next, bytes, nullptr, std::string(name), readOnly, initialized};
    void* host = mmap(nullptr, mappedBytes(allocation), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (host == MAP_FAILED)
        throw std::bad_alloc();
    allocation.host = static_cast<std::byte*>(host);
    m_next = (m_next + bytes + gap + alignment - 1) / alignment * alignment;
    m_arrays.push_back({allocation, fill && bytes ? std::make_unique<Pages>(std::move(fill), bytes) : nullptr});
    return allocation;
}

void DeviceMemory::adopt(Allocation array, Fill touched) {
    const auto after = std::upper_bound(m_arrays.begin(), m_arrays.end(), array.base,
                                        [](uint64_t a, const Array& other) { return a < other.allocation.base; });
    auto pages = touched && array.bytes ? std::make_unique<Pages>(std::move(touched), array.bytes) : nullptr;
    m_arrays.insert(after, {std::move(array), std::move(pages), false});
}

void DeviceMemory::fillAll() {
    constexpr uint64_t piece = 256; // pages
    for (Array& array : m_arrays) {
        if (!array.owned || !array.pages || array.pages->left == 0)
            continue;
        Pages& pages = *array.pages;
        std::atomic<uint64_t> next{0};
        const auto work = [&] {
            for (uint64_t first = next.fetch_add(piece); first < pages.state.size(); first = next.fetch_add(piece)) {
                const uint64_t end = std::min<uint64_t>(first + piece, pages.state.size());
                // Pages that a kernel has been to already keep what it wrote.
                for (uint64_t page = first; page < end;) {
                    if (pages.state[page].load() == Pages::Filled) {
                        ++page;
                        continue;
                    }
                    uint64_t stop = page + 1;
                    while (stop < end && pages.state[stop].load() != Pages::Filled)
                        ++stop;
                    pages.fillPages(array.allocation, page, stop);
                    page = stop;
                }
            }
        };
        std::vector<std::jthread> pool;
        if (pages.state.size() > piece)
            for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i)
                pool.emplace_back(work);
        work();
    }
}

void DeviceMemory::forEach(const std::function<void(const Allocation&)>& visit) const {
    for (const Array& array : m_arrays)
        visit(array.allocation);
}

const DeviceMemory::Array* DeviceMemory::arrayAt(uint64_t address) const {
    auto after = std::upper_bound(m_arrays.begin(), m_arrays.end(), address,
                                  [](uint64_t a, const Array& array) { return a < array.allocation.base; });
    if (after == m_arrays.begin())
        return nullptr;
    const Array& candidate = *--after;
    return address < candidate.allocation.end() ? &candidate : nullptr;
}

Ready DeviceMemory::ready(uint64_t address, uint64_t bytes) {
    const Array* array = arrayAt(address);
    if (array == nullptr || bytes > array->allocation.end() - address)
        return {};
    const Allocation& allocation = array->allocation;
    if (!array->pages || array->pages->left.load(std::memory_order_acquire) == 0)
        return {&allocation, allocation.base, allocation.end()};
    const uint64_t first = (address - allocation.base) / pageBytes;
    const uint64_t last = (address + std::max<uint64_t>(bytes, 1) - 1 - allocation.base) / pageBytes;
    for (uint64_t page = first; page <= last; ++page)
        array->pages->make(allocation, page);
    return {&allocation, allocation.base + first * pageBytes,
            std::min(allocation.base + (last + 1) * pageBytes, allocation.end())};
}

const Allocation* DeviceMemory::find(uint64_t address) const {
    const Array* array = arrayAt(address);
    return array ? &array->allocation : nullptr;
}

bool DeviceMemory::isMapped(uint64_t address) const {
    const Allocation* array = nearest(address);
    if (array == nullptr || m_pageBytes == 0)
        return false;
    return address >= array->base / m_pageBytes * m_pageBytes &&
           address < (array->end() + m_pageBytes - 1) / m_pageBytes * m_pageBytes;
}

const Allocation* DeviceMemory::nearest(uint64_t address) const {
    const Allocation* best = nullptr;
    uint64_t bestDistance = UINT64_MAX;
    for (const Array& array : m_arrays) {
        const Allocation& allocation = array.allocation;
        const uint64_t distance = address < allocation.base     ? allocation.base - address
                                  : address >= allocation.end() ? address - allocation.end() + 1
                                                                : 0;
        if (distance < bestDistance) {
            best = &allocation;
            bestDistance = distance;
        }
    }
    return best;
}

const Allocation* DeviceMemory::beside(uint64_t address) const {
    constexpr uint64_t far = 1u << 20;
    const Allocation* array = nearest(address);
    const bool isFar =
        array != nullptr && (address >= array->end() ? address - array->end() >= far
                                                     : array->base > address && array->base - address >= far);
    return isFar ? nullptr : array;
}

} // namespace warplens::sim::memory
