// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/address_range.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace warplens::runtime {
namespace {

constexpr uint64_t pageBytes = 4096;
constexpr uint64_t gap = 1u << 20; ///< behind each piece: an access past its end meets nothing else

uint64_t rounded(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

void* reserve(uint64_t bytes, int protection) {
    void* place = mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED)
        throw std::bad_alloc();
    return place;
}

} // namespace

AddressRange::AddressRange(uint64_t bytes, bool hidden)
    : m_bytes(bytes)
    , m_hidden(hidden) {
    // What nobody has taken yet cannot be touched by the program in either kind.
    void* shown = reserve(bytes, PROT_NONE);
    m_base = reinterpret_cast<uint64_t>(shown);
    m_next = rounded(m_base, gap);
    if (!hidden)
        return;
    try {
        m_distance = reinterpret_cast<uint64_t>(reserve(bytes, PROT_READ | PROT_WRITE)) - m_base;
    } catch (...) {
        munmap(shown, bytes);
        throw;
    }
}

AddressRange::~AddressRange() {
    munmap(reinterpret_cast<void*>(m_base), m_bytes);
    if (m_hidden)
        munmap(host(m_base), m_bytes);
}

uint64_t AddressRange::take(uint64_t bytes, uint64_t alignment) {
    const uint64_t end = m_base + m_bytes;
    if (bytes > m_bytes)
        throw std::bad_alloc();
    alignment = std::max(alignment, pageBytes);
    for (int round = 0; round < 2; ++round) {
        while (true) {
            const uint64_t base = rounded(m_next, alignment);
            if (base > end || bytes + gap > end - base)
                break;
            // Once round, pieces that are still in use lie in the way.
            const auto after = m_taken.lower_bound(base + bytes + gap);
            if (after != m_taken.begin() && std::prev(after)->second + gap > base) {
                m_next = std::prev(after)->second + gap;
                continue;
            }
            m_next = base + bytes + gap;
            if (!m_hidden && mprotect(reinterpret_cast<void*>(base), rounded(std::max<uint64_t>(bytes, 1), pageBytes),
                                      PROT_READ | PROT_WRITE) != 0)
                throw std::bad_alloc();
            m_taken[base] = base + bytes;
            return base;
        }
        m_next = rounded(m_base, gap);
    }
    throw std::bad_alloc();
}

void AddressRange::giveBack(uint64_t base) {
    const auto found = m_taken.find(base);
    if (found == m_taken.end())
        return;
    const uint64_t bytes = rounded(std::max<uint64_t>(found->second - base, 1), pageBytes);
    m_taken.erase(found);
    madvise(host(base), bytes, MADV_DONTNEED);
    if (!m_hidden)
        mprotect(reinterpret_cast<void*>(base), bytes, PROT_NONE);
}

} // namespace warplens::runtime
