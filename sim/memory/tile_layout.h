// SPDX-License-Identifier: GPL-3.0-or-later
// Where the elements of a tile lie in shared memory, what accesses to it cost then, and the search for the least padding
// or XOR without bank conflicts.
//
// Terms
//   tile      rows and columns of elements
//   padding   elements at the end of each row that nobody uses
//   XOR       the column's bits from `base` on, `bits` of them, are XORed with the row's bits from `shift` on:
//             column ^ ((row >> shift & (1 << bits) - 1) << base). With rows of 2^n elements that is CuTe's
//             Swizzle<bits, base, n - base + shift>
//   access    requests of whole warps that together read the tile once
//   family    the layouts among which is searched: all of them are tried, so that what is found is the least there is
#pragma once

#include "sim/memory/shared_cost.h"

#include <optional>
#include <string>
#include <vector>

namespace warplens::sim::memory {

struct Tile {
    unsigned rows = 32, columns = 32, elementBytes = 4;
    unsigned elements() const { return rows * columns; }
    bool operator==(const Tile&) const = default;
};

constexpr unsigned mostTileElements = 16384; ///< of a tile; of 4 bytes: 64 KiB

struct Layout {
    unsigned padding = 0;
    unsigned bits = 0, base = 0, shift = 0;
    bool operator==(const Layout&) const = default;

    /// Of the element's first byte, from where the tile begins.
    uint64_t address(const Tile& tile, unsigned row, unsigned column) const;
    uint64_t bytes(const Tile& tile) const {
        return uint64_t{tile.rows} * (tile.columns + padding) * tile.elementBytes;
    }
};

/// Why a tile cannot be, or the layout cannot be one of it; empty: it can.
std::string problemOf(const Tile& tile);
std::string problemOf(const Tile& tile, const Layout& layout);

/// One request: each lane's first element, counted along the rows; -1: the lane takes no part.
struct TileRequest {
    std::array<int, lanesPerWarp> element{};
    unsigned bytes = 4; ///< for each lane
};

struct TileAccess {
    std::string name; ///< "column:4"
    std::vector<TileRequest> requests;
};

/// "row:B" and "column:B": the lanes walk along the rows, or down the columns and then on with the next ones, with B bytes
/// each (4, 8 or 16, or one element). "ldmatrix": 8×8 matrices of 16-bit elements, of which each lane names a row of 16
/// bytes. Throws std::invalid_argument with what is wrong.
TileAccess tileAccess(const Tile& tile, const std::string& name);
/// What can be asked for of that tile: names for tileAccess.
std::vector<std::string> tileAccesses(const Tile& tile);

/// Nothing: the layout takes a lane's elements apart, or puts them where they are not aligned.
std::optional<Access> placed(const Tile& tile, const Layout& layout, const TileRequest& request);

struct AccessCost {
    uint64_t requests = 0, wavefronts = 0, ideal = 0;
    unsigned worst = 0; ///< wavefronts of the request that takes most
    bool operator==(const AccessCost&) const = default;
};
/// Nothing: not possible in that layout.
std::optional<AccessCost> costOf(const Tile& tile, const Layout& layout, const TileAccess& access,
                                 SharedRule rule = SharedRule::Phases);

enum class Family { Padding, Xor, Both };

struct FoundLayout {
    Layout layout;
    std::vector<AccessCost> costs; ///< of each access
    uint64_t wavefronts = 0, ideal = 0;
    bool conflictFree() const { return wavefronts == ideal; }
};

struct LayoutSearch {
    Family family{};
    size_t tried = 0;        ///< all layouts of the family
    size_t impossible = 0;   ///< of these, where an access would be torn apart or not be aligned
    size_t conflictFree = 0; ///< of these
    size_t asGood = 0;       ///< take as few wavefronts as the best, itself among them
    std::optional<FoundLayout>
        best; ///< fewest wavefronts, then least padding, then fewest bits, then the smallest numbers
    /// The fewest wavefronts of all layouts with less: less padding, or as much and fewer bits. Nothing where there is no
    /// such layout.
    std::optional<uint64_t> withLess;
};

/// All layouts of a family. Padding: 0 to 128 bytes less one element: 128 more puts each row into the same banks again.
/// XOR: all bits of row and column that there are; none where rows are no power of two long. Both: each padding with each
/// XOR. Those with less come first.
std::vector<Layout> layoutsOf(const Tile& tile, Family family);

/// Tries them all.
LayoutSearch searchLayout(const Tile& tile, Family family, const std::vector<TileAccess>& accesses,
                          SharedRule rule = SharedRule::Phases);

} // namespace warplens::sim::memory
