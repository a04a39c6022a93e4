// SPDX-License-Identifier: GPL-3.0-or-later
// The search for padding and XOR against one that is written down here once more, the plain way: its own walk over the
// tile, its own addresses, its own count of banks.
#include "app/model/layout_task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace warplens::app {
namespace {

using namespace sim::memory;

constexpr unsigned none = ~0u;

/// Wavefronts of all requests; `none` where a lane's bytes do not lie side by side, or are not aligned.
unsigned plainWavefronts(const Tile& tile, bool down, unsigned bytes, unsigned padding, unsigned bits, unsigned base,
                         unsigned shift) {
    std::vector<std::vector<unsigned>> lanes; // all lanes of all warps: byte addresses of their words
    const unsigned unit = bytes / tile.elementBytes;
    const auto add = [&](unsigned row, unsigned column) {
        std::vector<unsigned> elements;
        for (unsigned i = 0; i < unit; ++i) {
            unsigned moved = column + i;
            for (unsigned bit = 0; bit < bits; ++bit)
                if (row >> (shift + bit) & 1)
                    moved ^= 1u << (base + bit);
            elements.push_back((row * (tile.columns + padding) + moved) * tile.elementBytes);
        }
        lanes.push_back(elements);
    };
    if (down)
        for (unsigned column = 0; column < tile.columns; column += unit)
            for (unsigned row = 0; row < tile.rows; ++row)
                add(row, column);
    else
        for (unsigned row = 0; row < tile.rows; ++row)
            for (unsigned column = 0; column < tile.columns; column += unit)
                add(row, column);
    for (const auto& elements : lanes) {
        if (elements.front() % bytes != 0)
            return none;
        for (unsigned i = 1; i < unit; ++i)
            if (elements[i] != elements[i - 1] + tile.elementBytes)
                return none;
    }
    const unsigned together = bytes <= 4 ? 32 : 128 / bytes; // lanes of a phase
    unsigned wavefronts = 0;
    for (size_t first = 0; first < lanes.size(); first += together) {
        std::map<unsigned, std::set<unsigned>> banks;
        for (size_t lane = first; lane < std::min(first + together, lanes.size()); ++lane)
            for (unsigned byte = 0; byte < bytes; ++byte)
                banks[(lanes[lane].front() + byte) / 4 % 32].insert((lanes[lane].front() + byte) / 4);
        unsigned most = 0;
        for (const auto& [bank, words] : banks)
            most = std::max<unsigned>(most, static_cast<unsigned>(words.size()));
        wavefronts += most;
    }
    return wavefronts;
}

struct Case {
    Tile tile;
    std::vector<std::string> accesses;
};

unsigned plainSum(const Case& each, unsigned padding, unsigned bits = 0, unsigned base = 0, unsigned shift = 0) {
    unsigned sum = 0;
    for (const std::string& name : each.accesses) {
        const bool matrix = name == "ldmatrix";
        const unsigned bytes = matrix ? 16 : static_cast<unsigned>(std::stoul(name.substr(name.find(':') + 1)));
        const unsigned one =
            plainWavefronts(each.tile, matrix || name.starts_with("column"), bytes, padding, bits, base, shift);
        if (one == none)
            return none;
        sum += one;
    }
    return sum;
}

std::vector<TileAccess> accesses(const Case& each) {
    std::vector<TileAccess> all;
    for (const std::string& name : each.accesses)
        all.push_back(tileAccess(each.tile, name));
    return all;
}

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {{32, 32, 4}, {"row:4", "column:4"}},   {{32, 32, 4}, {"column:4", "row:16"}},
        {{32, 32, 4}, {"column:8", "row:8"}},   {{16, 32, 4}, {"row:4", "column:4"}},
        {{32, 64, 4}, {"column:16", "row:16"}}, {{64, 64, 2}, {"ldmatrix", "row:16"}},
        {{64, 32, 2}, {"ldmatrix", "row:16"}},  {{32, 8, 4}, {"column:4"}},
        {{24, 24, 4}, {"column:4", "row:4"}},   {{16, 16, 8}, {"column:8", "row:8"}},
        {{64, 128, 1}, {"column:1", "row:16"}}, {{32, 32, 4}, {"row:4"}},
    };
    return all;
}

TEST(LayoutSearch, FindsTheLeastPaddingThereIs) {
    for (const Case& each : cases()) {
        SCOPED_TRACE(each.accesses.front() + " of " + std::to_string(each.tile.rows) + "x" +
                     std::to_string(each.tile.columns));
        const LayoutSearch search = searchLayout(each.tile, Family::Padding, accesses(each));
        // Further than the search: nothing behind its end is better.
        const unsigned end = 2 * 128 / each.tile.elementBytes;
        unsigned least = none, at = none, tried = 0, impossible = 0;
        for (unsigned padding = 0; padding < end; ++padding) {
            const unsigned sum = plainSum(each, padding);
            if (sum < least) {
                least = sum;
                at = padding;
            }
            if (padding < 128 / each.tile.elementBytes) {
                ++tried;
                impossible += sum == none;
            }
        }
        ASSERT_TRUE(search.best);
        EXPECT_EQ(search.best->layout.padding, at);
        EXPECT_EQ(search.best->wavefronts, least);
        EXPECT_EQ(search.tried, tried);
        EXPECT_EQ(search.impossible, impossible);
        unsigned less = none;
        for (unsigned padding = 0; padding < at; ++padding)
            less = std::min(less, plainSum(each, padding));
        EXPECT_EQ(search.withLess.value_or(none), less);
    }
}

TEST(LayoutSearch, FindsTheFewestBitsOfXorThereAre) {
    for (const Case& each : cases()) {
        SCOPED_TRACE(each.accesses.front() + " of " + std::to_string(each.tile.rows) + "x" +
                     std::to_string(each.tile.columns));
        const LayoutSearch search = searchLayout(each.tile, Family::Xor, accesses(each));
        if (each.tile.columns == 24) {
            EXPECT_EQ(search.tried, 0u);
            EXPECT_FALSE(search.best);
            continue;
        }
        // Every number up to eight bits that stays in the tile.
        unsigned least = none, fewest = none, tried = 1;
        const auto take = [&](unsigned sum, unsigned bits) {
            if (sum < least || (sum == least && bits < fewest)) {
                least = sum;
                fewest = bits;
            }
        };
        std::map<unsigned, unsigned> bestOf; // by bits
        take(bestOf[0] = plainSum(each, 0), 0);
        for (unsigned bits = 1; bits <= 8; ++bits)
            for (unsigned base = 0; base <= 8; ++base)
                for (unsigned shift = 0; shift <= 8; ++shift)
                    if ((1u << (base + bits)) <= each.tile.columns && (1u << (shift + bits)) <= each.tile.rows) {
                        ++tried;
                        const unsigned sum = plainSum(each, 0, bits, base, shift);
                        take(sum, bits);
                        const auto [best, fresh] = bestOf.try_emplace(bits, sum);
                        best->second = std::min(best->second, sum);
                    }
        ASSERT_TRUE(search.best);
        EXPECT_EQ(search.tried, tried);
        EXPECT_EQ(search.best->wavefronts, least);
        EXPECT_EQ(search.best->layout.bits, fewest);
        const Layout& found = search.best->layout;
        EXPECT_EQ(plainSum(each, 0, found.bits, found.base, found.shift), least) << "what it found is what it says";
        unsigned less = none;
        for (const auto& [bits, sum] : bestOf)
            less = bits < fewest ? std::min(less, sum) : less;
        EXPECT_EQ(search.withLess.value_or(none), less);
    }
}

// Both together: memory first, so the least padding of those that take as few wavefronts, then the fewest bits.
TEST(LayoutSearch, FindsTheLeastPaddingWithXor) {
    for (const Case& each : cases()) {
        if (each.tile.elements() > 1024)
            continue; // those below have all kinds
        SCOPED_TRACE(each.accesses.front() + " of " + std::to_string(each.tile.rows) + "x" +
                     std::to_string(each.tile.columns));
        const LayoutSearch search = searchLayout(each.tile, Family::Both, accesses(each));
        if (each.tile.columns == 24) {
            EXPECT_EQ(search.tried, 0u);
            continue;
        }
        unsigned least = none, padded = none, fewest = none, tried = 0, impossible = 0, free = 0;
        std::map<std::pair<unsigned, unsigned>, unsigned> bestOf; // by padding and bits
        const unsigned ideal = static_cast<unsigned>(search.best ? search.best->ideal : 0);
        for (unsigned padding = 0; padding < 128 / each.tile.elementBytes; ++padding)
            for (unsigned bits = 0; bits <= 8; ++bits)
                for (unsigned base = 0; base <= (bits ? 8u : 0u); ++base)
                    for (unsigned shift = 0; shift <= (bits ? 8u : 0u); ++shift) {
                        if ((1u << (base + bits)) > each.tile.columns || (1u << (shift + bits)) > each.tile.rows)
                            continue;
                        ++tried;
                        const unsigned sum = plainSum(each, padding, bits, base, shift);
                        impossible += sum == none;
                        free += sum == ideal;
                        const auto [best, fresh] = bestOf.try_emplace({padding, bits}, sum);
                        best->second = std::min(best->second, sum);
                        if (sum < least) { // in the order of what they need
                            least = sum;
                            padded = padding;
                            fewest = bits;
                        }
                    }
        ASSERT_TRUE(search.best);
        EXPECT_EQ(search.tried, tried);
        EXPECT_EQ(search.impossible, impossible);
        EXPECT_EQ(search.conflictFree, free);
        EXPECT_EQ(search.best->wavefronts, least);
        EXPECT_EQ(search.best->layout.padding, padded);
        EXPECT_EQ(search.best->layout.bits, fewest);
        unsigned less = none;
        for (const auto& [need, sum] : bestOf)
            less = need < std::pair(padded, fewest) ? std::min(less, sum) : less;
        EXPECT_EQ(search.withLess.value_or(none), less);
    }
}

// What neither padding nor XOR gives by itself.
TEST(LayoutSearch, BothTogetherFindWhatNeitherDoes) {
    const Case each{{32, 16, 4}, {"column:4", "row:8"}};
    const auto least = [&](Family family) { return searchLayout(each.tile, family, accesses(each)).best; };
    EXPECT_LE(least(Family::Both)->wavefronts, least(Family::Padding)->wavefronts);
    EXPECT_LE(least(Family::Both)->wavefronts, least(Family::Xor)->wavefronts);
}

TEST(LayoutSearch, KnowsTheBooks) {
    const auto least = [](const Case& each, Family family) {
        return searchLayout(each.tile, family, accesses(each)).best;
    };
    const Case column{{32, 32, 4}, {"row:4", "column:4"}}, narrow{{16, 32, 4}, {"row:4", "column:4"}};
    EXPECT_EQ(least(column, Family::Padding)->layout, (Layout{.padding = 1}));
    EXPECT_EQ(least(column, Family::Xor)->layout, (Layout{.bits = 5}));
    // The textbook's XOR is that of bit 0; what has no conflict is one bit further.
    EXPECT_EQ(least(narrow, Family::Xor)->layout, (Layout{.bits = 4, .base = 1}));
    EXPECT_TRUE(least(narrow, Family::Xor)->conflictFree());
    EXPECT_EQ(costOf(narrow.tile, {.bits = 4}, tileAccess(narrow.tile, "column:4"))->worst, 2u);
    // 128 bits along the rows and single words down the columns: no padding serves both, since rows have to be aligned.
    EXPECT_FALSE(least({{32, 32, 4}, {"column:4", "row:16"}}, Family::Padding)->conflictFree());
    EXPECT_FALSE(costOf(column.tile, {.padding = 1}, tileAccess(column.tile, "row:16")));
    EXPECT_FALSE(costOf(column.tile, {.bits = 5}, tileAccess(column.tile, "row:16"))) << "it takes four words apart";
}

TEST(LayoutSearch, WhatIsPublishedIsWhatTheModelCounts) {
    for (const PublishedLayout& each : publishedLayouts()) {
        const LayoutTask task = layoutTaskOf(each.link);
        const auto cost = costOf(task.tile, task.layout, tileAccess(task.tile, each.access));
        ASSERT_TRUE(cost) << each.title;
        EXPECT_EQ(waysOf(*cost), each.ways) << each.title;
        EXPECT_TRUE(std::string(each.source).starts_with("https://")) << each.title;
    }
}

TEST(LayoutTask, ALinkSaysAllOfIt) {
    LayoutTask task;
    task.tile = {16, 64, 2};
    task.accesses = {"ldmatrix", "row:16"};
    task.lanes = "(lane % 8) * 64 + lane / 8";
    task.layout = {.padding = 8, .bits = 3, .base = 3, .shift = 1};
    task.wanted = 2;
    EXPECT_EQ(layoutTaskOf(layoutLink(task)), task);
    EXPECT_EQ(layoutTaskOf("layout:32x32").tile, (Tile{32, 32, 4}));
    const auto wrong = [](const std::string& link, const std::string& part) {
        try {
            layoutTaskOf(link);
            ADD_FAILURE() << link;
        } catch (const std::invalid_argument& error) {
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
        }
    };
    wrong("layout:32", "write rows and columns");
    wrong("layout:0x32", "at least one row");
    wrong("layout:1024x1024", "at most 16384");
    wrong("layout:32x32?element=3", "1, 2, 4, 8 or 16");
    wrong("layout:32x32?access=diagonal:4", "no access");
    wrong("layout:32x32?access=row:5", "a power of two");
    wrong("layout:32x30?access=row:16", "do not divide");
    wrong("layout:32x32?access=ldmatrix", "2 bytes");
    wrong("layout:32x32?xor=5,1,0", "out of the row");
    wrong("layout:32x24?xor=1,0,0", "power of two");
    wrong("layout:32x32?xor=5", "as in 5,0,0");
    wrong("layout:32x32?lanes=lane*34", "lane 31 is led out of the tile");
    wrong("layout:32x32?lanes=lane - 1", "out of the tile");
    wrong("layout:32x32?lanes=line", "no expression");
    wrong("layout:32x32?lanes=1,2,3", "write all 32");
    wrong("layout:32x32?colour=red", "knows no");
}

TEST(LayoutTask, LanesThatWereDrawnAreKept) {
    const Tile tile;
    TileRequest drawn = typedRequest(tile, "lane * 32");
    drawn.element[5] = 7;
    drawn.element[6] = -1;
    const TileRequest again = typedRequest(tile, lanesText(drawn));
    EXPECT_EQ(again.element, drawn.element);
    const auto cost = costOf(tile, {}, {"lanes", {again}});
    EXPECT_EQ(cost->wavefronts, 30u) << "31 lanes, of which one left the column's bank";
}

TEST(LayoutTask, TellsWhatIsToBeWritten) {
    EXPECT_EQ(layoutCode({32, 32, 4}, {.padding = 1}), "float tile[32][32 + 1];  tile[row][column]");
    EXPECT_EQ(layoutCode({16, 32, 4}, {.bits = 4, .base = 1}),
              "float tile[16][32];  tile[row][column ^ ((row & 15) << 1)]");
    EXPECT_EQ(layoutCode({64, 32, 2}, {.bits = 2, .base = 3, .shift = 1}),
              "half tile[64][32];  tile[row][column ^ ((row >> 1 & 3) << 3)]");
    const LayoutTask task = layoutTaskOf("layout:32x32?access=column:4&access=row:4");
    const std::string told = searchText(task, searchLayout(task.tile, Family::Padding, accessesOf(task)));
    EXPECT_NE(told.find("32 paddings tried"), std::string::npos) << told;
    EXPECT_NE(told.find("at least 1056 wavefronts instead of 64"), std::string::npos) << told;
}

} // namespace
} // namespace warplens::app
