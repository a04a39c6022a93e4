// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/copies.h"

#include "sim/simt/async_copy.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::check {
namespace {

constexpr uint64_t bytesOfPlace = 16; // most copies have as many
constexpr int bitsOfPlaces = 10;

/// Rows of a matrix lie powers of two apart: they are spread.
size_t placeOf(uint64_t sixteen) {
    return sixteen * 0x9E3779B97F4A7C15u >> (64 - bitsOfPlaces);
}

} // namespace

bool isCopySource(const simt::Op& op, const simt::MemoryOp& memory) {
    return (op.run == simt::runCopyAsync || op.run == simt::runCopyBulk) && memory.kind == simt::AccessKind::Load;
}

void Copies::place(uint32_t copy, uint64_t begin, uint64_t end) {
    if (m_places.empty())
        m_places.assign(size_t(1) << bitsOfPlaces, none);
    for (uint64_t sixteen = begin / bytesOfPlace; begin < end && sixteen * bytesOfPlace < end; ++sixteen) {
        const auto at = static_cast<uint32_t>(placeOf(sixteen));
        uint32_t index = m_freePiece;
        if (index == none) {
            index = static_cast<uint32_t>(m_pieces.size());
            m_pieces.emplace_back();
        } else {
            m_freePiece = m_pieces[index].more;
        }
        m_pieces[index] = {copy, at, m_places[at], none, m_copies[copy].first};
        if (m_places[at] != none)
            m_pieces[m_places[at]].previous = index;
        m_places[at] = m_copies[copy].first = index;
    }
}

void Copies::displace(Flying& copy) {
    for (uint32_t index = copy.first; index != none;) {
        Piece& piece = m_pieces[index];
        (piece.previous == none ? m_places[piece.place] : m_pieces[piece.previous].next) = piece.next;
        if (piece.next != none)
            m_pieces[piece.next].previous = piece.previous;
        const uint32_t more = piece.more;
        piece.more = m_freePiece;
        m_freePiece = index;
        index = more;
    }
    copy.first = none;
}

/// Moves those out of the list of which `isDone` holds.
template<class Done>
void Copies::take(std::vector<uint32_t>& from, std::vector<Copy>& to, Done isDone) {
    to.reserve(to.size() + from.size());
    auto kept = from.begin();
    for (const uint32_t index : from) {
        Flying& copy = m_copies[index];
        if (!isDone(copy)) {
            *kept++ = index;
            continue;
        }
        to.push_back(copy);
        displace(copy);
        m_free.push_back(index);
    }
    from.erase(kept, from.end());
}

void Copies::begin(size_t warps) {
    m_flying.resize(warps);
    for (auto& list : m_flying)
        list.clear();
    if (!m_pieces.empty())
        std::fill(m_places.begin(), m_places.end(), none);
    m_pieces.clear();
    m_freePiece = none;
    m_copies.clear();
    m_free.clear();
    m_group.assign(warps * 32, 0);
    m_low = UINT64_MAX;
    m_high = 0;
}

void Copies::add(uint32_t warp, const Copy& copy) {
    std::vector<uint32_t>& flying = m_flying[warp];
    m_low = std::min(m_low, copy.begin);
    m_high = std::max(m_high, copy.end);
    Flying* last = flying.empty() ? nullptr : &m_copies[flying.back()];
    // A bulk copy comes in pieces.
    uint64_t from = copy.begin;
    uint32_t index = 0;
    if (last != nullptr && last->end == copy.begin && last->op == copy.op && last->thread == copy.thread &&
        last->group == copy.group && last->mbarrier == copy.mbarrier) {
        index = flying.back();
        if (last->begin < last->end)
            from = (last->end + bytesOfPlace - 1) / bytesOfPlace * bytesOfPlace; // so far it is kept already
        last->end = copy.end;
    } else {
        if (m_free.empty()) {
            m_free.push_back(static_cast<uint32_t>(m_copies.size()));
            m_copies.emplace_back();
        }
        index = m_free.back();
        m_free.pop_back();
        m_copies[index] = {copy, m_added++, none};
        flying.push_back(index);
    }
    place(index, from, copy.end);
}

const Copy* Copies::at(uint64_t begin, uint64_t end) const {
    const Flying* found = nullptr;
    if (begin >= m_high || end <= m_low)
        return found;
    const auto isLater = [&](const Flying& copy) {
        const int warp = copy.thread / 32, other = found->thread / 32;
        return warp != other ? warp > other : copy.number > found->number;
    };
    for (uint64_t sixteen = begin / bytesOfPlace; sixteen * bytesOfPlace < end; ++sixteen)
        for (uint32_t piece = m_places[placeOf(sixteen)]; piece != none; piece = m_pieces[piece].next) {
            const Flying& copy = m_copies[m_pieces[piece].copy];
            if (begin < copy.end && copy.begin < end && (found == nullptr || isLater(copy)))
                found = &copy;
        }
    return found;
}

void Copies::commit(uint32_t warp, uint32_t lanes) {
    for (; lanes != 0; lanes &= lanes - 1)
        ++m_group[warp * 32 + static_cast<uint32_t>(std::countr_zero(lanes))];
}

std::vector<Copy> Copies::await(uint32_t warp, uint32_t lanes, int64_t left) {
    std::vector<Copy> done;
    take(m_flying[warp], done, [&](const Copy& copy) {
        return copy.mbarrier == noMbarrier && (lanes >> copy.thread % 32 & 1) != 0 &&
               (left < 0 || int64_t(copy.group) + left < int64_t(m_group[copy.thread]));
    });
    return done;
}

std::vector<Copy> Copies::awaitMbarrier(uint64_t mbarrier) {
    std::vector<Copy> done;
    for (auto& list : m_flying)
        take(list, done, [&](const Copy& copy) { return copy.mbarrier == mbarrier; });
    return done;
}

uint64_t toldMbarrier(const simt::Program& program, const simt::Machine& m, const simt::Op& op, uint32_t lane) {
    if (op.run != simt::runCopyBulk || op.flags == 0)
        return Copies::noMbarrier;
    const simt::MemoryOp& told = program.memoryOps[op.extra + 2];
    return told.address64 ? reinterpret_cast<const uint64_t*>(m.registers + op.d)[lane]
                          : reinterpret_cast<const uint32_t*>(m.registers + op.d)[lane];
}

} // namespace warplens::sim::check
