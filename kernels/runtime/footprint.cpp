// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/footprint.h"

#include <algorithm>
#include <bit>

namespace warplens::runtime {
namespace {

using Kind = Footprint::Kind;

bool mayMeet(Kind a, Kind b) {
    return (a == Footprint::Reads && b == Footprint::Reads) || (a == Footprint::Meets && b == Footprint::Meets);
}

/// Bits [from, to) of a word.
uint64_t bitsOf(uint64_t from, uint64_t to) {
    return (to - from == 64 ? ~0ull : (1ull << (to - from)) - 1) << from;
}

template<class Do>
void forWords(uint64_t begin, uint64_t end, Do each) {
    for (uint64_t at = begin; at < end;) {
        const uint64_t next = std::min(end, (at / 64 + 1) * 64);
        each(at, bitsOf(at % 64, at % 64 + (next - at)));
        at = next;
    }
}

} // namespace

Footprint::Page& Footprint::page(uint64_t number) {
    if (number == m_lastNumber)
        return *m_last;
    std::unique_ptr<Page>& found = m_pages[number];
    if (!found)
        found = std::make_unique<Page>();
    m_lastNumber = number;
    m_last = found.get();
    return *found;
}

void Footprint::add(Kind kind, uint64_t begin, uint64_t bytes) {
    forWords(begin, begin + bytes,
             [&](uint64_t at, uint64_t bits) { page(at / pageBytes).bits[kind][at % pageBytes / 64] |= bits; });
}

void Footprint::addWhole(Kind kind, uint64_t begin, uint64_t bytes) {
    if (bytes != 0)
        m_pieces.push_back({kind, begin, begin + bytes});
}

void Footprint::merge(const Footprint& other) {
    for (const auto& [number, from] : other.m_pages) {
        Page& to = page(number);
        for (size_t kind = 0; kind < to.bits.size(); ++kind)
            for (size_t i = 0; i < to.bits[kind].size(); ++i)
                to.bits[kind][i] |= from->bits[kind][i];
    }
    m_pieces.insert(m_pieces.end(), other.m_pieces.begin(), other.m_pieces.end());
}

/// Where pieces of this one meet pieces, or bytes, of the other.
std::optional<Footprint::Clash> Footprint::clashOfPieces(const Footprint& other) const {
    constexpr Kind kinds[] = {Reads, Writes, Meets};
    for (const Piece& piece : m_pieces) {
        for (const Piece& its : other.m_pieces)
            if (!mayMeet(piece.kind, its.kind) && piece.begin < its.end && its.begin < piece.end)
                return Clash{std::max(piece.begin, its.begin), piece.kind, its.kind};
        std::optional<Clash> lowest;
        for (const auto& [number, page] : other.m_pages) {
            const uint64_t begin = std::max(piece.begin, number * pageBytes);
            const uint64_t end = std::min(piece.end, (number + 1) * pageBytes);
            if (begin >= end || (lowest && lowest->address < begin))
                continue;
            std::optional<Clash> found;
            forWords(begin, end, [&](uint64_t at, uint64_t bits) {
                for (const Kind kind : kinds)
                    if (const uint64_t both = page->bits[kind][at % pageBytes / 64] & bits;
                        !found && both != 0 && !mayMeet(piece.kind, kind))
                        found = Clash{at / 64 * 64 + static_cast<uint64_t>(std::countr_zero(both)), piece.kind, kind};
            });
            lowest = found ? found : lowest;
        }
        if (lowest)
            return lowest;
    }
    return std::nullopt;
}

std::optional<Footprint::Clash> Footprint::clash(const Footprint& other) const {
    if (const auto found = clashOfPieces(other))
        return found;
    if (const auto found = other.clashOfPieces(*this))
        return Clash{found->address, found->others, found->mine};
    std::optional<Clash> lowest;
    for (const auto& [number, mine] : m_pages) {
        const auto its = other.m_pages.find(number);
        if (its == other.m_pages.end() || (lowest && lowest->address < number * pageBytes))
            continue;
        std::optional<Clash> found;
        for (const Kind a : {Writes, Reads, Meets})
            for (const Kind b : {Writes, Reads, Meets})
                for (size_t i = 0; !found && !mayMeet(a, b) && i < mine->bits[a].size(); ++i)
                    if (const uint64_t both = mine->bits[a][i] & its->second->bits[b][i])
                        found =
                            Clash{number * pageBytes + i * 64 + static_cast<uint64_t>(std::countr_zero(both)), a, b};
        lowest = found ? found : lowest;
    }
    return lowest;
}

Footprint::Touch Footprint::at(uint64_t begin, uint64_t bytes) const {
    bool any[3] = {};
    for (const Piece& piece : m_pieces)
        any[piece.kind] |= piece.begin < begin + bytes && begin < piece.end;
    forWords(begin, begin + bytes, [&](uint64_t at, uint64_t bits) {
        const auto page = m_pages.find(at / pageBytes);
        for (size_t kind = 0; page != m_pages.end() && kind < std::size(any); ++kind)
            any[kind] |= (page->second->bits[kind][at % pageBytes / 64] & bits) != 0;
    });
    return {any[Reads], any[Writes], any[Meets]};
}

} // namespace warplens::runtime
