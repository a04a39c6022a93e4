// SPDX-License-Identifier: GPL-3.0-or-later
// Who was last at 32 places side by side, where whole warps go through memory: one stamp for a row of lanes instead of 32. What
// lies between barriers of the grid is read and written so, all of it in each phase, and what that costs is waiting for
// memory: a span is half a line, the stamps of its places are six to nine.
//
// It is for launches whose blocks one host thread runs. A row that has been written is newer than what the places' own
// stamps say; who needs these asks for it to be put there first. Rows that have been read are readers beside those.
#pragma once

#include "sim/check/lazy_zeros.h"
#include "sim/check/record.h"
#include "sim/check/touched_pages.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace warplens::sim::check {

class RowShadow {
public:
    static constexpr unsigned lanes = 32, mostReads = 4;
    /// The places are those of one span and, but for the first `begin` of these, of the next; of a row that begins in it.
    struct alignas(32) Span {
        Stamp written = 0;    ///< its lane is where the row begins; 0: no row was written, or it stands at the places
        uint32_t changed = 0; ///< lanes that have changed a value
        std::array<Stamp, mostReads> reads{};
        Stamp latestWrite = 0, latestRead = 0; ///< no stamp of the span's places is greater
    };

    RowShadow() = default;
    explicit RowShadow(size_t places)
        : m_spans(places / lanes + 4) {}
    static constexpr double bytesOfPlace = double(sizeof(Span)) / lanes;

    /// Those with a row that reaches into the span with this number are it and the one before.
    Span& span(size_t number) const { return m_spans.data()[number + 1]; }
    static size_t spanOf(size_t place) { return place / lanes; }
    static uint32_t beginOf(Stamp row) { return laneOf(row); }
    const Span* fetch(size_t place) const { return &span(spanOf(place)) - 1; }

    /// The spans that isWritten() asks of places from `low` to `high` lie from here, and end there.
    std::pair<const Span*, const Span*> spans(size_t low, size_t high) const { return {fetch(low), fetch(high) + 2}; }
    TouchedPages touched() const { return {m_spans.data(), m_spans.bytes()}; }

    bool isUsed() const { return m_isUsed; }
    bool hasReads() const { return m_hasReads; }
    Stamp latestWrite(size_t number) const { return std::max(m_before, span(number).latestWrite); }
    Stamp latestRead(size_t number) const { return std::max(m_before, span(number).latestRead); }

    /// Somebody with this record has been, or is about to be, at places from `low` to `high`, and it stands there.
    void raise(size_t low, size_t high, uint32_t record, bool reads, bool writes) {
        const Stamp most = stampOf(record, lanes - 1) | 1;
        if (!m_isUsed) { // one word stands for all spans
            m_before = std::max(m_before, most);
            return;
        }
        for (size_t number = spanOf(low); number <= spanOf(high); ++number) {
            if (reads)
                span(number).latestRead = std::max(span(number).latestRead, most);
            if (writes)
                span(number).latestWrite = std::max(span(number).latestWrite, most);
        }
    }
    /// What rows have written of these places stands at the places from now on.
    void settle(Stamp* written, size_t low, size_t high) {
        if (!m_isUsed)
            return;
        for (size_t number = spanOf(low); number <= spanOf(high) + 1; ++number)
            settleSpan(written, number - 1);
    }
    /// Whether a row has written there.
    bool isWritten(size_t place) const {
        const Stamp here = span(spanOf(place)).written, before = span(spanOf(place) - 1).written;
        return (here != 0 && beginOf(here) <= place % lanes) || (before != 0 && beginOf(before) > place % lanes);
    }
    /// Whether rows have written all places of the one that begins there.
    bool isRowWritten(size_t place) const {
        const Span* spans = &span(spanOf(place));
        const auto begin = static_cast<uint32_t>(place % lanes);
        const Stamp here = spans->written;
        if (here == 0)
            return false;
        const auto [other, reaches] = beginOf(here) > begin
                                          ? std::pair{spans[-1].written, beginOf(spans[-1].written) >= beginOf(here)}
                                          : std::pair{spans[1].written, beginOf(spans[1].written) <= beginOf(here)};
        return beginOf(here) == begin || (other != 0 && reaches);
    }

    void write(Stamp* written, size_t place, uint32_t record, uint32_t changed) {
        m_isUsed = true;
        const size_t number = spanOf(place);
        const auto begin = static_cast<uint32_t>(place % lanes);
        const auto settleWhere = [&](size_t other, bool overlaps) {
            if (overlaps)
                settleSpan(written, other);
        };
        settleWhere(number - 1, beginOf(span(number - 1).written) > begin);
        settleWhere(number, beginOf(span(number).written) != begin);
        settleWhere(number + 1, beginOf(span(number + 1).written) < begin);
        span(number).written = stampOf(record, begin) | 1;
        span(number).changed = changed;
    }
    /// Stamps below `dead` need not be known any more, and nor need rows of which `isGone(stamp)` says so: that takes longer to
    /// tell. Returns whether there was room.
    template<class IsGone>
    bool read(size_t place, uint32_t record, Stamp dead, IsGone isGone) {
        m_isUsed = m_hasReads = true;
        const Stamp mine = stampOf(record, static_cast<uint32_t>(place % lanes)) | 1;
        std::array<Stamp, mostReads>& reads = span(spanOf(place)).reads;
        if (std::find(reads.begin(), reads.end(), mine) != reads.end())
            return true;
        auto gone = std::find_if(reads.begin(), reads.end(), [&](Stamp row) { return row < dead; });
        if (gone == reads.end())
            gone = std::find_if(reads.begin(), reads.end(), isGone);
        if (gone == reads.end())
            return false;
        *gone = mine;
        return true;
    }
    /// Whether all that has been written around the row that begins there, or is part of it, has stamps below this one.
    bool isWrittenBelow(size_t place, Stamp dead) const {
        const Span* spans = &span(spanOf(place));
        return std::max({m_before, spans[-1].written, spans[0].written, spans[1].written, spans[0].latestWrite,
                         spans[1].latestWrite}) < dead;
    }
    /// Likewise, of all that has been read.
    bool isReadBelow(size_t place, Stamp dead) const {
        const Span* spans = &span(spanOf(place));
        Stamp most = std::max({m_before, spans[0].latestRead, spans[1].latestRead});
        for (const Span* each = spans - 1; each != spans + 2; ++each)
            for (const Stamp read : each->reads)
                most = std::max(most, read);
        return most < dead;
    }
    /// `ask(stamp, isSame)` of each row written, or read, that shares places with the one that begins there; whether it has said
    /// yes of all. The same are those that begin there, too.
    template<class Ask>
    bool allWritten(size_t place, Ask ask) const {
        return allAround(place, [&](const Span& span, auto overlaps) {
            return !overlaps(span.written) || ask(span.written, overlaps.isSame(span.written));
        });
    }
    template<class Ask>
    bool allRead(size_t place, Ask ask) const {
        return allAround(place, [&](const Span& span, auto overlaps) {
            return std::all_of(span.reads.begin(), span.reads.end(),
                               [&](Stamp read) { return !overlaps(read) || ask(read, overlaps.isSame(read)); });
        });
    }
    /// `visit(first, record, lanes)` hears of rows that have been read at any of these places: which of their lanes those are.
    template<class Visit>
    void forEachRead(size_t low, size_t high, Visit visit) const {
        for (size_t number = spanOf(low); number <= spanOf(high) + 1; ++number)
            for (const Stamp read : span(number - 1).reads) {
                const size_t first = (number - 1) * lanes + beginOf(read); // that of -1 wraps, and so does what follows
                uint32_t there = 0;
                for (uint32_t l = 0; read != 0 && l < lanes; ++l)
                    there |= static_cast<uint32_t>(first + l >= low && first + l <= high) << l;
                if (there != 0)
                    visit(first, recordOf(read), there);
            }
    }

private:
    /// Whether a row of one of the three spans around a place reaches into the one that begins there.
    struct Overlaps {
        int distance; ///< of the span
        uint32_t begin;
        bool operator()(Stamp row) const {
            return row != 0 && (distance == 0 || (distance < 0 ? beginOf(row) > begin : beginOf(row) < begin));
        }
        bool isSame(Stamp row) const { return distance == 0 && beginOf(row) == begin; }
    };
    template<class Each>
    bool allAround(size_t place, Each each) const {
        const Span* spans = &span(spanOf(place));
        const auto begin = static_cast<uint32_t>(place % lanes);
        return each(spans[-1], Overlaps{-1, begin}) && each(spans[0], Overlaps{0, begin}) &&
               each(spans[1], Overlaps{1, begin});
    }
    void settleSpan(Stamp* written, size_t number) {
        Span& there = span(number);
        if (there.written == 0)
            return;
        const size_t first = number * lanes + beginOf(there.written);
        const uint32_t record = recordOf(there.written);
        for (uint32_t l = 0; l < lanes; ++l)
            written[first + l] = stampOf(record, l) | (there.changed >> l & 1);
        there.written = 0;
        raise(first, first + lanes - 1, record, false, true);
    }

    LazyZeros<Span> m_spans;
    Stamp m_before = 0; ///< no stamp of before rows were noted here is greater
    bool m_isUsed = false, m_hasReads = false;
};

} // namespace warplens::sim::check
