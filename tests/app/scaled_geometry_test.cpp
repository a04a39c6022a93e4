// SPDX-License-Identifier: GPL-3.0-or-later
// Every picture at type of 200 % on a screen with twice as many pixels each way is the same picture, twice as large: a
// length that is not scaled is too small there to be read, or leaves no room for what is.
#include "app/views/addresses_geometry.h"
#include "app/views/banks_geometry.h"
#include "app/views/global_geometry.h"
#include "app/views/layout_picture.h"
#include "app/views/memory_map.h"
#include "app/views/mistake_view.h"
#include "app/views/occupancy_view.h"
#include "app/views/tiles_geometry.h"
#include "app/views/time_view.h"
#include "app/views/timeline_geometry.h"
#include "app/views/transactions_geometry.h"
#include "app/views/warp_geometry.h"
#include "app/views/why_geometry.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

using namespace warplens::app;

namespace {

/// Lengths by name, which grow with the scale, and numbers, which do not.
struct Lengths {
    std::vector<std::pair<std::string, double>> lengths, numbers;
    std::vector<std::pair<std::string, QRectF>> all; ///< areas

    Lengths& length(const std::string& name, double value) {
        lengths.emplace_back(name, value);
        return *this;
    }
    Lengths& area(const std::string& name, const QRectF& area) {
        all.emplace_back(name, area);
        return length(name + ".left", area.left())
            .length(name + ".top", area.top())
            .length(name + ".width", area.width())
            .length(name + ".height", area.height());
    }
    Lengths& areas(const std::string& name, const std::vector<QRectF>& areas) {
        number(name + ".size", static_cast<double>(areas.size()));
        for (size_t i = 0; i < areas.size(); ++i)
            area(name + std::to_string(i), areas[i]);
        return *this;
    }
    Lengths& number(const std::string& name, double value) {
        numbers.emplace_back(name, value);
        return *this;
    }
};

using Layout = std::function<Lengths(const QRectF& area, double scale)>;

Lengths words(const QRectF& area, double scale) {
    const WordsGeometry g = layOutWords(area, scale, {40, 33, 4, 36, 0, 32, 32, 30 * scale, 40 * scale});
    return Lengths()
        .area("sentence", g.sentence)
        .area("columnNumbers", g.columnNumbers)
        .area("rowNumbers", g.rowNumbers)
        .area("grid", g.grid)
        .area("banksTitle", g.banksTitle)
        .area("banks", g.banks)
        .area("verdict", g.verdict)
        .area("bank", g.bank(3, 2, 5))
        .length("cellWidth", g.cellWidth)
        .length("cellHeight", g.cellHeight)
        .number("rows", static_cast<double>(g.rows))
        .number("columns", static_cast<double>(g.columns));
}

Lengths bytes(const QRectF& area, double scale) {
    const BytesGeometry g = layOutBytes(area, scale, {9, 0, 128, 80 * scale, 40 * scale});
    return Lengths()
        .area("sentence", g.sentence)
        .area("columnNumbers", g.columnNumbers)
        .area("rowNumbers", g.rowNumbers)
        .area("grid", g.grid)
        .area("facts", g.facts)
        .area("moved", g.moved)
        .area("movedText", g.movedText)
        .area("more", g.more)
        .area("bytes", g.bytes(0, 32, 16))
        .length("rowHeight", g.rowHeight)
        .number("rows", static_cast<double>(g.rows));
}

Layout banks(unsigned wavefronts, unsigned columns, double halves) {
    return [=](const QRectF& area, double scale) {
        const BanksGeometry g = layOutBanks(area, scale, wavefronts, wavefronts / 2, columns, halves * scale);
        return Lengths()
            .area("header", g.header)
            .area("grid", g.grid)
            .area("halves", g.halves)
            .area("note", g.note)
            .area("stripTitle", g.stripTitle)
            .area("strip", g.strip)
            .area("comparison", g.comparison)
            .area("chip", g.chip(0))
            .length("columnWidth", g.columnWidth)
            .length("rowHeight", g.rowHeight)
            .number("rows", g.rows)
            .number("chips", g.chips);
    };
}

Layout global(size_t lines, bool mapAlone) {
    return [=](const QRectF& area, double scale) {
        std::vector<uint64_t> sectors;
        for (size_t n = 0; n < lines; ++n)
            sectors.push_back(4 * n);
        const GlobalGeometry g = layOutGlobal(area, scale, sectors, mapAlone);
        return Lengths()
            .area("headline", g.headline)
            .area("bar", g.bar)
            .area("lanesTitle", g.lanesTitle)
            .area("lanes", g.lanes)
            .area("lines", g.lines)
            .area("caption", g.caption)
            .area("mapTitle", g.mapTitle)
            .area("map", g.map)
            .area("lane", g.lane(17))
            .length("lineWidth", g.lineWidth)
            .length("lineHeight", g.lineHeight)
            .length("rowStep", g.rowStep)
            .number("linesPerRow", g.linesPerRow);
    };
}

Layout tiles(bool product, unsigned warps, bool threadTile) {
    return [=](const QRectF& area, double scale) {
        const TilesGeometry g = layOutTiles(area, scale, {{64, 64}, {64, 64}, {64, 64}}, product, {{16, 16}, {16, 17}},
                                            warps, threadTile ? std::optional(MatrixShape{8, 8}) : std::nullopt);
        return Lengths()
            .areas("matrices", g.matrices)
            .areas("titles", g.titles)
            .areas("shareds", g.shareds)
            .areas("sharedTitles", g.sharedTitles)
            .areas("fills", g.fills)
            .area("lanesTitle", g.lanesTitle)
            .area("lanes", g.lanes)
            .area("captions", g.captions)
            .area("gateTitle", g.gateTitle)
            .area("gate", g.gate)
            .area("gateNote", g.gateNote)
            .area("fillTitle", g.fillTitle)
            .area("tileTitle", g.tileTitle)
            .area("tile", g.tile)
            .area("lane", g.lane(17))
            .area("warp", g.warp(0));
    };
}

Lengths timeline(const QRectF& area, double scale) {
    const TimelineGeometry g = layOutTimeline(area, scale, 8, 300, {10, 100});
    return Lengths()
        .area("labels", g.labels)
        .area("marks", g.marks)
        .area("overview", g.overview)
        .area("window", g.windowInOverview())
        .area("mark", g.mark(3, 40))
        .length("rowHeight", g.rowHeight)
        .length("columnWidth", g.columnWidth);
}

Lengths transactions(const QRectF& area, double scale) {
    const TransactionsGeometry g = layOutTransactions(
        area, scale, {{0, 64, 0xFF, 0}, {128, 128, 0xFF00, 0}, {512, 32, 0xFF0000, 1}, {576, 64, 0xFF000000, 1}});
    return Lengths().areas("titles", g.titles).areas("boxes", g.boxes);
}

Lengths warp(const QRectF& area, double scale) {
    const WarpGeometry g = layOutWarp(area, scale, 2, {4, 6, 12, 14, 7, 3, 9}, 11 * scale);
    Lengths all;
    for (size_t c = 0; c < warpColumns; ++c)
        all.length("column" + std::to_string(c), g.columns[c].first)
            .length("width" + std::to_string(c), g.columns[c].second);
    return all.area("diagram", g.diagram)
        .area("header", g.header)
        .area("table", g.table)
        .area("row", g.row(20))
        .area("party", g.party(1))
        .length("rowHeight", g.rowHeight)
        .length("stackStep", g.stackStep)
        .length("stackWidth", g.stackWidth)
        .length("fontPixels", g.fontPixels)
        .number("stacks", g.stacks);
}

Lengths why(const QRectF& area, double scale) {
    const WhyGeometry g =
        layOutWhy(area, scale, {7, 5, {20 * scale, 40 * scale}, 90 * scale, 50 * scale, 36 * scale, 3.5});
    return Lengths()
        .area("sentence", g.sentence)
        .area("origin", g.origin)
        .area("barsTitle", g.barsTitle)
        .areas("names", g.names)
        .areas("tracks", g.tracks)
        .area("axis", g.axis)
        .area("more", g.more)
        .area("linesTitle", g.linesTitle)
        .areas("lines", g.lines)
        .area("changesTitle", g.changesTitle)
        .areas("changes", g.changes)
        .length("aside", asideWidth(area, scale))
        .number("end", g.end);
}

Lengths ofLayout(const QRectF& area, double scale) {
    const LayoutGeometry g = layOutLayout(area, scale, 8, 33);
    return Lengths()
        .area("heading", g.heading)
        .area("grid", g.grid)
        .area("banksTitle", g.banksTitle)
        .area("banks", g.banks)
        .area("verdict", g.verdict)
        .area("cell", g.cell(3, 4));
}

Lengths memory(const QRectF& area, double scale) {
    const MemoryMap g = layOutMemory(area, scale, {0x1000, 64 * 256, 256}, {0, 5, 9, 130}, 34 * scale);
    return Lengths()
        .area("cells", g.cells)
        .area("columnNumbers", g.columnNumbers)
        .area("rowNumbers", g.rowNumbers)
        .area("note", g.note)
        .area("cell", g.cell(0, 0))
        .number("rows", static_cast<double>(g.rows.all.size()))
        .number("columns", static_cast<double>(g.columns.all.size()));
}

Lengths mistake(const QRectF& area, double scale) {
    const MistakeGeometry g = layOutMistake(area, scale, {2, 5, 7, 2, 40 * scale, 80 * scale});
    Lengths all;
    for (size_t i = 0; i < g.rows.size(); ++i)
        all.length("row" + std::to_string(i), g.rows[i]);
    return all.area("sentence", g.sentence)
        .area("origin", g.origin)
        .area("axis", g.axis)
        .areas("lines", g.lines)
        .area("others", g.others)
        .length("left", g.left)
        .length("step", g.step)
        .number("rows", static_cast<double>(g.rows.size()));
}

Lengths time(const QRectF& area, double scale) {
    const TimeGeometry g =
        layOutTime(area, scale, {12, 0, 5000, 22, 36 * scale, 18 * scale, 8, 60 * scale, 40 * scale});
    Lengths all;
    all.number("ticks", static_cast<double>(g.ticks.size()));
    for (const double tick : g.ticks)
        all.number("tick", tick);
    return all.area("sentence", g.sentence)
        .area("origin", g.origin)
        .area("key", g.key)
        .area("bars", g.bars)
        .area("axis", g.axis)
        .length("rowHeight", g.rowHeight);
}

Layout occupancy(size_t bars, size_t stairs) {
    return [=](const QRectF& area, double scale) {
        const OccupancyGeometry g = layOutOccupancy(area, scale, bars, stairs, 40 * scale, 90 * scale);
        return Lengths()
            .area("sentence", g.sentence)
            .area("origin", g.origin)
            .areas("names", g.names)
            .areas("tracks", g.tracks)
            .areas("details", g.details)
            .area("more", g.more)
            .areas("stairs", g.stairs);
    };
}

const std::map<std::string, Layout> layouts{
    {"words", words},
    {"bytes", bytes},
    {"banks", banks(1, 32, 0)},
    {"banks, a conflict", banks(32, 32, 0)},
    {"banks, half warps", banks(4, 16, 60)},
    {"global", global(4, false)},
    {"global, many lines", global(32, false)},
    {"global, the map alone", global(8, true)},
    {"tiles", tiles(true, 8, false)},
    {"tiles, a thread's", tiles(true, 8, true)},
    {"tiles, no product", tiles(false, 32, false)},
    {"timeline", timeline},
    {"transactions", transactions},
    {"warp", warp},
    {"why", why},
    {"layout", ofLayout},
    {"memory", memory},
    {"mistake", mistake},
    {"time", time},
    {"occupancy", occupancy(5, 3)},
    {"occupancy, no stairs", occupancy(4, 0)},
};

const QRectF panes[] = {
    {14, 30, 380, 230}, {14, 30, 620, 380}, {14, 96, 900, 300}, {0, 0, 1400, 900}, {20, 40, 300, 700}};

} // namespace

TEST(Geometry, IsTwiceAsLargeAtTwiceTheSize) {
    const double hairline = 2; // between cells: a pixel on each side, as thin as it can be
    for (const auto& [name, layout] : layouts)
        for (const QRectF& pane : panes) {
            SCOPED_TRACE(testing::Message() << name << ", " << pane.width() << " x " << pane.height());
            const Lengths once = layout(pane, 1);
            const Lengths twice = layout({2 * pane.left(), 2 * pane.top(), 2 * pane.width(), 2 * pane.height()}, 2);
            EXPECT_EQ(once.numbers, twice.numbers);
            ASSERT_EQ(once.lengths.size(), twice.lengths.size());
            for (size_t i = 0; i < once.lengths.size(); ++i)
                EXPECT_NEAR(2 * once.lengths[i].second, twice.lengths[i].second, hairline) << once.lengths[i].first;
        }
}

// However large the type is. What has no room is left out: it has neither width nor height.
TEST(Geometry, LiesWithinItsPane) {
    for (const auto& [name, layout] : layouts)
        for (const QRectF& pane : panes)
            for (const double scale : {1.0, 1.25, 1.6})
                for (const auto& [part, area] : layout(pane, scale).all) {
                    if (area.width() <= 0 || area.height() <= 0)
                        continue;
                    EXPECT_TRUE(pane.adjusted(-1, -1, 1, 1).contains(area))
                        << name << ": " << part << " (" << area.left() << ", " << area.top() << ", " << area.width()
                        << " x " << area.height() << ") in (" << pane.left() << ", " << pane.top() << ", "
                        << pane.width() << " x " << pane.height() << ") at " << scale;
                }
}

// Parts of which there are several stand beside each other.
TEST(Geometry, PartsOfOneKindDoNotLieOnEachOther) {
    const auto kindOf = [](const std::string& part) { return part.substr(0, part.find_last_not_of("0123456789") + 1); };
    for (const auto& [name, layout] : layouts)
        for (const QRectF& pane : panes) {
            const auto all = layout(pane, 1).all;
            for (size_t i = 0; i < all.size(); ++i)
                for (size_t j = 0; j < i; ++j) {
                    if (kindOf(all[i].first) != kindOf(all[j].first))
                        continue;
                    const QRectF both = all[i].second & all[j].second;
                    EXPECT_LE(std::min(both.width(), both.height()), 0.51)
                        << name << ": " << all[i].first << " lies on " << all[j].first << " in " << pane.width()
                        << " x " << pane.height();
                }
        }
}
