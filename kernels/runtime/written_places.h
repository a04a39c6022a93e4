// SPDX-License-Identifier: GPL-3.0-or-later
// Which bytes of a piece of memory somebody has written.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

namespace warplens::runtime {

class WrittenPlaces {
public:
    using Bits = std::atomic<uint64_t>;

    /// `size`: of the whole piece, in bytes. Returns whether what bits() gives, or areAll(), is another now.
    bool mark(uint64_t begin, uint64_t bytes, uint64_t size);
    bool markAll();
    /// Nobody has written anything.
    void clear();
    bool areAll() const { return m_all; }
    /// A bit for each byte; nullptr: all are written, or none is.
    const Bits* bits() const { return m_all ? nullptr : m_place.load(); }
    /// Another one, usually, for other bytes.
    uint64_t hash() const;

    struct Gap {
        uint64_t first = 0; ///< byte
        uint64_t bytes = 0; ///< of all that lack
    };
    /// What nobody has written of these bytes; nothing: all is written.
    std::optional<Gap> gapIn(uint64_t begin, uint64_t bytes) const;
    /// The pieces of these bytes that somebody has written: where each begins, and how many bytes it has.
    template<class Visit>
    void forWritten(uint64_t begin, uint64_t bytes, Visit visit) const {
        const uint64_t end = begin + bytes;
        for (uint64_t at = begin; at < end;) {
            const uint64_t from = next(at, end, true), to = next(from, end, false);
            if (from < to)
                visit(from, to - from);
            at = to;
        }
    }

private:
    static constexpr uint64_t mostBytes = uint64_t(1) << 28; ///< larger ones count as written whole

    /// The first byte from `at` on that is written, or is not; `end`: none.
    uint64_t next(uint64_t at, uint64_t end, bool written) const;

    mutable std::mutex m_mutex;
    std::atomic<bool> m_all{false};
    std::unique_ptr<Bits[]> m_bits;
    uint64_t m_size = 0; ///< bytes of the piece
    std::atomic<const Bits*> m_place{nullptr};
    uint64_t m_count = 0; ///< of those that are written
};

} // namespace warplens::runtime
