// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/tile_layout.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <stdexcept>
#include <tuple>

namespace warplens::sim::memory {
namespace {

constexpr unsigned bankPeriod = banks * wordBytes; ///< bytes after which the banks repeat

unsigned bitsOf(unsigned count) {
    return static_cast<unsigned>(std::bit_width(count - 1));
}

/// The lanes take the tile's units of so many elements one after the other: along rows, or down columns.
std::vector<TileRequest> walk(const Tile& tile, unsigned bytes, bool down) {
    const unsigned unit = bytes / tile.elementBytes, across = tile.columns / unit, all = across * tile.rows;
    std::vector<TileRequest> requests;
    for (unsigned first = 0; first < all; first += lanesPerWarp) {
        TileRequest request;
        request.bytes = bytes;
        for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
            const unsigned at = first + lane, row = down ? at % tile.rows : at / across,
                           column = (down ? at / tile.rows : at % across) * unit;
            request.element[lane] = at < all ? static_cast<int>(row * tile.columns + column) : -1;
        }
        requests.push_back(request);
    }
    return requests;
}

/// How much a layout has of what is searched for: padding takes memory, so fewer bits count among equals.
auto amount(const Layout& layout) {
    return std::tuple(layout.padding, layout.bits);
}

auto order(const FoundLayout& found) {
    const Layout& layout = found.layout;
    return std::tuple(found.wavefronts, amount(layout), layout.shift, layout.base);
}

/// What all requests of an access ask for. Nothing: not possible in that layout.
std::optional<std::vector<Access>> placedAll(const Tile& tile, const Layout& layout, const TileAccess& access) {
    std::vector<Access> all;
    for (const TileRequest& request : access.requests) {
        const std::optional<Access> one = placed(tile, layout, request);
        if (!one)
            return std::nullopt;
        all.push_back(*one);
    }
    return all;
}

AccessCost costOfAll(const std::vector<Access>& placed, SharedRule rule) {
    AccessCost cost;
    for (const Access& one : placed) {
        const SharedCost each = sharedCost(one, rule);
        ++cost.requests;
        cost.wavefronts += each.wavefronts;
        cost.ideal += each.wavefrontsIdeal;
        cost.worst = std::max(cost.worst, each.wavefronts);
    }
    return cost;
}

} // namespace

uint64_t Layout::address(const Tile& tile, unsigned row, unsigned column) const {
    const unsigned moved = column ^ ((row >> shift & ((1u << bits) - 1)) << base);
    return (uint64_t{row} * (tile.columns + padding) + moved) * tile.elementBytes;
}

std::string problemOf(const Tile& tile) {
    if (tile.elementBytes == 0 || tile.elementBytes > 16 || !std::has_single_bit(tile.elementBytes))
        return "elements have 1, 2, 4, 8 or 16 bytes";
    if (tile.rows == 0 || tile.columns == 0)
        return "a tile has at least one row and one column";
    if (tile.rows > mostTileElements || tile.columns > mostTileElements / tile.rows)
        return "a tile has at most " + std::to_string(mostTileElements) + " elements";
    return {};
}

std::string problemOf(const Tile& tile, const Layout& layout) {
    if (layout.padding > mostTileElements)
        return "padding is at most " + std::to_string(mostTileElements) + " elements";
    if (layout.bits == 0)
        return {};
    if (!std::has_single_bit(tile.columns))
        return "XOR needs rows whose length is a power of two";
    if (layout.bits > 14 || layout.base > 14 || layout.base + layout.bits > bitsOf(tile.columns))
        return "XOR would lead out of the row: a column has " + std::to_string(bitsOf(tile.columns)) + " bits";
    if (layout.shift > 14)
        return "a row has no bit " + std::to_string(layout.shift);
    return {};
}

TileAccess tileAccess(const Tile& tile, const std::string& name) {
    if (const std::string problem = problemOf(tile); !problem.empty())
        throw std::invalid_argument(problem);
    const size_t colon = std::min(name.find(':'), name.size());
    const std::string kind = name.substr(0, colon);
    if (kind == "ldmatrix" && colon == name.size()) {
        if (tile.elementBytes != 2 || tile.rows % 8 != 0 || tile.columns % 8 != 0)
            throw std::invalid_argument(
                "ldmatrix reads 8×8 matrices of elements of 2 bytes: the tile needs such, and multiples of 8");
        return {name, walk(tile, 16, true)};
    }
    if (kind != "row" && kind != "column")
        throw std::invalid_argument("'" + name + "' is no access: write row:BYTES, column:BYTES or ldmatrix");
    unsigned bytes = colon == name.size() ? tile.elementBytes : 0;
    if (colon < name.size()) {
        const auto [end, error] = std::from_chars(name.data() + colon + 1, name.data() + name.size(), bytes);
        if (error != std::errc() || end != name.data() + name.size())
            bytes = 0;
    }
    if (bytes < tile.elementBytes || bytes > 16 || !std::has_single_bit(bytes))
        throw std::invalid_argument("'" + name + "': a lane reads " + std::to_string(tile.elementBytes) +
                                    (tile.elementBytes < 16 ? " to 16 bytes, a power of two" : " bytes"));
    if (tile.columns % (bytes / tile.elementBytes) != 0)
        throw std::invalid_argument("'" + name + "': " + std::to_string(bytes) + " bytes do not divide a row of " +
                                    std::to_string(tile.columns * tile.elementBytes));
    return {kind + ":" + std::to_string(bytes), walk(tile, bytes, kind == "column")};
}

std::vector<std::string> tileAccesses(const Tile& tile) {
    std::vector<std::string> names;
    for (const char* kind : {"row", "column"})
        for (unsigned bytes = tile.elementBytes; bytes <= 16; bytes *= 2)
            if ((bytes >= 4 || bytes == tile.elementBytes) && tile.columns % (bytes / tile.elementBytes) == 0)
                names.push_back(std::string(kind) + ":" + std::to_string(bytes));
    if (tile.elementBytes == 2 && tile.rows % 8 == 0 && tile.columns % 8 == 0)
        names.emplace_back("ldmatrix");
    return names;
}

std::optional<Access> placed(const Tile& tile, const Layout& layout, const TileRequest& request) {
    Access access;
    access.bytes = static_cast<uint8_t>(request.bytes);
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        if (request.element[lane] < 0)
            continue;
        const auto first = static_cast<unsigned>(request.element[lane]);
        const unsigned row = first / tile.columns, column = first % tile.columns;
        const uint64_t address = layout.address(tile, row, column);
        if (address % request.bytes != 0)
            return std::nullopt;
        for (unsigned next = 1; next < request.bytes / tile.elementBytes; ++next)
            if (layout.address(tile, row, column + next) != address + uint64_t{next} * tile.elementBytes)
                return std::nullopt;
        access.mask |= 1u << lane;
        access.address[lane] = address;
    }
    return access;
}

std::optional<AccessCost> costOf(const Tile& tile, const Layout& layout, const TileAccess& access, SharedRule rule) {
    const auto all = placedAll(tile, layout, access);
    return all ? std::optional(costOfAll(*all, rule)) : std::nullopt;
}

std::vector<Layout> layoutsOf(const Tile& tile, Family family) {
    std::vector<Layout> all;
    if (family == Family::Padding) {
        for (unsigned padding = 0; padding < bankPeriod / tile.elementBytes; ++padding)
            all.push_back({.padding = padding});
        return all;
    }
    if (!std::has_single_bit(tile.columns))
        return all;
    if (family == Family::Both) {
        for (const Layout& padded : layoutsOf(tile, Family::Padding))
            for (Layout layout : layoutsOf(tile, Family::Xor)) {
                layout.padding = padded.padding;
                all.push_back(layout);
            }
        return all;
    }
    all.emplace_back();
    const unsigned rowBits = bitsOf(tile.rows), columnBits = bitsOf(tile.columns);
    for (unsigned bits = 1; bits <= std::min(rowBits, columnBits); ++bits)
        for (unsigned shift = 0; shift + bits <= rowBits; ++shift)
            for (unsigned base = 0; base + bits <= columnBits; ++base)
                all.push_back({.bits = bits, .base = base, .shift = shift});
    return all;
}

// With less first, so that the best of those is known when a better one comes. One that takes more than the best so far is
// not counted to its end.
LayoutSearch searchLayout(const Tile& tile, Family family, const std::vector<TileAccess>& accesses, SharedRule rule) {
    LayoutSearch search;
    search.family = family;
    for (const Layout& layout : layoutsOf(tile, family)) {
        ++search.tried;
        std::vector<std::vector<Access>> all;
        for (const TileAccess& access : accesses)
            if (auto placed = placedAll(tile, layout, access))
                all.push_back(std::move(*placed));
        if (all.size() < accesses.size()) {
            ++search.impossible;
            continue;
        }
        FoundLayout found{layout, {}, 0, 0};
        for (size_t i = 0; i < all.size() && !(search.best && found.wavefronts > search.best->wavefronts); ++i) {
            found.costs.push_back(costOfAll(all[i], rule));
            found.wavefronts += found.costs.back().wavefronts;
            found.ideal += found.costs.back().ideal;
        }
        if (search.best && found.wavefronts > search.best->wavefronts)
            continue;
        search.conflictFree += found.conflictFree();
        if (search.best && found.wavefronts == search.best->wavefronts)
            ++search.asGood;
        else
            search.asGood = 1;
        if (search.best && order(*search.best) <= order(found))
            continue;
        if (search.best && amount(search.best->layout) < amount(layout))
            search.withLess = search.best->wavefronts;
        search.best = std::move(found);
    }
    return search;
}

} // namespace warplens::sim::memory
