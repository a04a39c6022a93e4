// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/trace/shape_table.h"

#include <cstring>
#include <string_view>

namespace warplens::sim::trace {
namespace {

/// Each value by an odd factor of its own: no product waits for another.
template<class... Values>
size_t mixed(Values... values) {
    constexpr uint64_t golden = 0x9e3779b97f4a7c15;
    uint64_t hash = 0, factor = golden;
    ((hash += static_cast<uint64_t>(values) * factor, factor = factor * golden | 1), ...);
    hash = (hash ^ hash >> 32) * golden;
    return hash ^ hash >> 29;
}

} // namespace

uint32_t PatternTable::numberOf(const int32_t (&offsets)[memory::lanesPerWarp], uint32_t guess) {
    const auto isThat = [&](uint32_t number) {
        return std::memcmp(m_patterns[number].data(), offsets, sizeof offsets) == 0;
    };
    if (guess < m_patterns.size() && isThat(guess))
        return guess;
    const size_t key = std::hash<std::string_view>()({reinterpret_cast<const char*>(offsets), sizeof offsets});
    for (auto [at, end] = m_byHash.equal_range(key); at != end; ++at)
        if (isThat(at->second))
            return at->second;
    const auto number = static_cast<uint32_t>(m_patterns.size());
    std::memcpy(m_patterns.emplace_back().data(), offsets, sizeof offsets);
    m_byHash.emplace(key, number);
    return number;
}

uint32_t ShapeTable::numberOf(const Shape& s) {
    const size_t key = mixed(s.op, s.mask, s.computed, s.pattern, s.farAddress, s.divergence, s.sectors, s.lines,
                             s.wavefronts, s.wavefrontsIdeal, s.away);
    for (auto [at, end] = m_byHash.equal_range(key); at != end; ++at)
        if (m_events.shapes()[at->second] == s)
            return at->second;
    const uint32_t number = m_events.addShape(s);
    m_byHash.emplace(key, number);
    return number;
}

size_t ShapeTable::placeOf(const Uncosted& request) {
    const auto pair = [](uint64_t high, uint64_t low) { return high << 32 | low; }; // half as many products
    return mixed(pair(request.op, request.pattern), pair(request.computed, request.mask),
                 pair(request.divergence, request.first % Uncosted::period << 8 | static_cast<uint8_t>(request.kind))) %
           recentSize;
}

std::optional<uint32_t> ShapeTable::recall(const Uncosted& request) const {
    const Recent& recent = m_recent[placeOf(request)];
    if (recent.shape == Shape::nothing || !(recent.request == request))
        return std::nullopt;
    return recent.shape;
}

void ShapeTable::remember(const Uncosted& request, uint32_t shape) {
    m_recent[placeOf(request)] = {request, shape};
}

} // namespace warplens::sim::trace
