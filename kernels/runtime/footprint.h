// SPDX-License-Identifier: GPL-3.0-or-later
// Which bytes of memory a piece of work has read and written.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace warplens::runtime {

class Footprint {
public:
    enum Kind : uint8_t {
        Reads,
        Writes,
        Meets, ///< atomic and volatile accesses: they may meet one another
    };
    static constexpr uint64_t pageBytes = 4096;

    void add(Kind kind, uint64_t begin, uint64_t bytes);
    /// The same for much at a time: copies and fills. Takes no room for each byte.
    void addWhole(Kind kind, uint64_t begin, uint64_t bytes);
    void merge(const Footprint& other);
    bool empty() const { return m_pages.empty() && m_pieces.empty(); }
    uint64_t bytes() const { return m_pages.size() * sizeof(Page); } ///< that it takes itself

    struct Clash {
        uint64_t address;
        Kind mine, others;
    };
    /// A byte that both touch, one of them to write: of the lowest page on which they do.
    std::optional<Clash> clash(const Footprint& other) const;

    /// What it does to any of these bytes.
    struct Touch {
        bool reads = false, writes = false, meets = false;
    };
    Touch at(uint64_t begin, uint64_t bytes) const;

private:
    using Bits = std::array<uint64_t, pageBytes / 64>;
    struct Page {
        std::array<Bits, 3> bits{}; ///< by kind
    };
    struct Piece {
        Kind kind;
        uint64_t begin, end;
    };
    Page& page(uint64_t number);
    std::optional<Clash> clashOfPieces(const Footprint& other) const;

    std::unordered_map<uint64_t, std::unique_ptr<Page>> m_pages; ///< by address / pageBytes
    std::vector<Piece> m_pieces;
    uint64_t m_lastNumber = UINT64_MAX;
    Page* m_last = nullptr;
};

} // namespace warplens::runtime
