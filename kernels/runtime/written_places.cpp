// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/written_places.h"

#include <algorithm>
#include <bit>

namespace warplens::runtime {
namespace {

constexpr uint64_t each = 64; ///< bytes whose bits are in a word

uint64_t wordsOf(uint64_t bytes) {
    return (bytes + each - 1) / each;
}

/// Of 64 bytes from number `at` on those in [begin, end).
uint64_t maskOf(uint64_t at, uint64_t begin, uint64_t end) {
    const uint64_t from = std::max(begin, at) - at, to = std::min(end, at + each) - at;
    return (to == each ? ~uint64_t(0) : (uint64_t(1) << to) - 1) & ~((uint64_t(1) << from) - 1);
}

} // namespace

bool WrittenPlaces::markAll() {
    return !m_all.exchange(true);
}

void WrittenPlaces::clear() {
    const std::lock_guard lock(m_mutex);
    for (uint64_t i = 0; m_bits != nullptr && i < wordsOf(m_size); ++i)
        m_bits[i] = 0;
    m_count = 0;
    m_all = false;
}

bool WrittenPlaces::mark(uint64_t begin, uint64_t bytes, uint64_t size) {
    if (m_all || bytes == 0)
        return false;
    if (bytes >= size || size > mostBytes)
        return markAll();
    const std::lock_guard lock(m_mutex);
    const bool isFirst = m_bits == nullptr;
    if (isFirst) {
        m_size = size;
        m_bits = std::make_unique<Bits[]>(wordsOf(size));
        m_place = m_bits.get();
    }
    const uint64_t end = std::min(begin + bytes, size);
    for (uint64_t at = begin / each * each; at < end; at += each) {
        const uint64_t mask = maskOf(at, begin, end);
        const uint64_t before = m_bits[at / each].fetch_or(mask);
        m_count += static_cast<uint64_t>(std::popcount(mask & ~before));
    }
    return (m_count == size && markAll()) || isFirst;
}

uint64_t WrittenPlaces::hash() const {
    const Bits* const all = bits();
    if (all == nullptr)
        return m_all ? 1 : 0;
    const std::lock_guard lock(m_mutex);
    uint64_t hash = 0xcbf29ce484222325ull;
    for (uint64_t i = 0; i < wordsOf(m_size); ++i)
        hash = (hash ^ all[i].load()) * 0x100000001b3ull;
    return hash;
}

std::optional<WrittenPlaces::Gap> WrittenPlaces::gapIn(uint64_t begin, uint64_t bytes) const {
    const Bits* const all = bits();
    if (all == nullptr || bytes == 0)
        return {};
    Gap gap;
    const uint64_t end = begin + bytes;
    for (uint64_t at = begin / each * each; at < end; at += each) {
        const uint64_t lacks = maskOf(at, begin, end) & ~all[at / each].load();
        if (lacks == 0)
            continue;
        if (gap.bytes == 0)
            gap.first = at + static_cast<uint64_t>(std::countr_zero(lacks));
        gap.bytes += static_cast<uint64_t>(std::popcount(lacks));
    }
    if (gap.bytes == 0)
        return {};
    return gap;
}

uint64_t WrittenPlaces::next(uint64_t at, uint64_t end, bool written) const {
    const Bits* const all = bits();
    if (all == nullptr)
        return written == m_all ? at : end;
    while (at < end) {
        const uint64_t word = all[at / each].load(), found = (written ? word : ~word) >> at % each;
        if (found != 0)
            return std::min(end, at + static_cast<uint64_t>(std::countr_zero(found)));
        at = at / each * each + each;
    }
    return end;
}

} // namespace warplens::runtime
