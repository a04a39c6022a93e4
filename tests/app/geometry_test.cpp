// SPDX-License-Identifier: GPL-3.0-or-later
// Where things lie, without a window: nothing outside its area, nothing on top of anything else, and places under the
// mouse that are the inverse of what is painted.
#include "app/report/filled_pages.h"
#include "app/views/arrangement.h"
#include "app/views/banks_geometry.h"
#include "app/views/global_geometry.h"
#include "app/views/heat_label.h"
#include "app/views/memory_map.h"
#include "app/views/tiles_geometry.h"
#include "app/views/timeline_geometry.h"
#include "app/views/transactions_geometry.h"
#include "app/views/warp_geometry.h"

#include <gtest/gtest.h>

#include <set>

using namespace warplens::app;
using warplens::sim::memory::Access;

namespace {

const QRectF sizes[] = {{14, 30, 380, 230}, {14, 30, 620, 380}, {0, 0, 1400, 900}};

bool within(const QRectF& inner, const QRectF& outer) {
    return outer.adjusted(-1, -1, 1, 1).contains(inner);
}

Access strided(uint64_t bytes) {
    Access access;
    access.mask = ~0u;
    for (unsigned lane = 0; lane < 32; ++lane)
        access.address[lane] = lane * bytes;
    return access;
}

} // namespace

TEST(Arrangement, ShowsNoBanksOfAKernelThatHasNone) {
    PictureRoom room;
    room.presentation = true;
    room.opens = "banks";
    EXPECT_EQ(suitingPictures(room), (PictureNames{"tiles", "banks"}));
    room.hasShared = false;
    EXPECT_EQ(suitingPictures(room), (PictureNames{"tiles", "global"}));
    room.opens = "warp";
    EXPECT_EQ(suitingPictures(room), (PictureNames{"tiles", "warp"}));
}

TEST(Arrangement, InAPapersColumnOneStandsBelowTheOther) {
    PictureRoom room;
    room.height = 240;
    room.width = 321;
    EXPECT_EQ(pictureColumns({"tiles", "global"}, room).size(), 1u);
    room.width = 500;
    EXPECT_EQ(pictureColumns({"tiles", "global"}, room).size(), 2u);
}

TEST(BanksGeometry, ShowsTheWavefrontThatIsServed) {
    for (const QRectF& area : sizes)
        for (const unsigned wavefronts : {1u, 2u, 8u, 32u, 128u})
            for (unsigned current = 0; current < wavefronts; current += 1 + wavefronts / 9) {
                const BanksGeometry g = layOutBanks(area, 1.0, wavefronts, current);
                ASSERT_TRUE(g.shows(current)) << wavefronts << ' ' << current;
                EXPECT_TRUE(within(g.cell(31, current), g.grid));
                EXPECT_TRUE(within(g.cell(0, current), g.grid));
                EXPECT_TRUE(within(g.chip(wavefronts - 1), g.strip));
                EXPECT_LE(g.comparison.bottom(), area.bottom() + 1);
            }
}

TEST(BanksGeometry, APaneWithoutRoomHasFewRows) {
    for (const QRectF& area : {QRectF(), QRectF(0, 0, 0, 700), QRectF(10, 10, -30, 900), QRectF(0, 0, 1e-9, 2000)}) {
        const BanksGeometry g = layOutBanks(area, 2.0, 64, 40);
        EXPECT_LE(g.rows, 2000u);
        EXPECT_TRUE(g.shows(40));
        EXPECT_GE(g.cell(3, 40).left(), g.cell(2, 40).left());
    }
}

TEST(BanksGeometry, ACellIsOneBankAndOneWavefront) {
    const BanksGeometry g = layOutBanks(sizes[1], 1.0, 32, 0);
    EXPECT_FALSE(g.cell(3, 1).intersects(g.cell(4, 1)));
    EXPECT_FALSE(g.cell(3, 1).intersects(g.cell(3, 2)));
    EXPECT_LT(g.cell(3, 1).left(), g.cell(4, 1).left());
    EXPECT_LT(g.cell(3, 1).top(), g.cell(3, 2).top());
}

// On 1.x: 16 banks, and each wavefront is of one half of the warp.
TEST(BanksGeometry, AWavefrontOf1xIsOfOneHalfWarp) {
    using warplens::sim::memory::SharedRule;
    const auto halvesOf = [](const Access& access) {
        const unsigned wavefronts = sharedCost(access, SharedRule::HalfWarpBroadcast).wavefronts;
        return halfWarps(bankWords(access, SharedRule::HalfWarpBroadcast), wavefronts);
    };
    EXPECT_EQ(halvesOf(strided(4)), (std::vector<unsigned>{0, 1}));
    EXPECT_EQ(halvesOf(strided(8)), (std::vector<unsigned>{0, 0, 1, 1}));
    std::vector<unsigned> column(32, 0);
    std::fill(column.begin() + 16, column.end(), 1);
    EXPECT_EQ(halvesOf(strided(64)), column);
    Access upper = strided(4);
    upper.mask = 0xffff0000;
    EXPECT_EQ(halvesOf(upper), std::vector<unsigned>{1});
    Access twice = strided(4);
    twice.passes = 2;
    EXPECT_EQ(halvesOf(twice), (std::vector<unsigned>{0, 0, 1, 1}));
    for (const QRectF& area : sizes) {
        const BanksGeometry g = layOutBanks(area, 1.0, 32, 0, 16, 70);
        EXPECT_TRUE(within(g.halves, area));
        EXPECT_LE(g.halves.right(), g.cell(0, 0).left());
        EXPECT_TRUE(within(g.cell(15, 0), area));
        EXPECT_EQ(g.bankAt(g.cell(3, 0).center()), 3u);
        EXPECT_TRUE(layOutBanks(area, 1.0, 32, 0).halves.isEmpty());
    }
}

TEST(BanksGeometry, LanesThatWantTheSameWordShareACell) {
    const auto broadcast = bankCells(bankWords(strided(0)));
    ASSERT_EQ(broadcast.size(), 1u);
    EXPECT_EQ(broadcast[0].lanes, 32u);
    EXPECT_EQ(bankCells(bankWords(strided(4))).size(), 32u);
    const auto pile = bankCells(bankWords(strided(128)));
    ASSERT_EQ(pile.size(), 32u);
    for (const BankCell& cell : pile)
        EXPECT_EQ(cell.bank, 0u);
    EXPECT_EQ(pile[31].wavefront, 31u);
}

TEST(GlobalGeometry, LinesStandInTheirOrderAndApart) {
    for (const QRectF& area : sizes)
        for (const size_t count : {1, 2, 4, 7, 8, 20, 32}) {
            std::vector<uint64_t> sectors;
            for (size_t i = 0; i < count; ++i)
                sectors.push_back(0x7f0000000000 + i * 4096);
            const GlobalGeometry g = layOutGlobal(area, 1.0, sectors);
            ASSERT_EQ(g.lineAddresses.size(), count);
            for (size_t i = 0; i < count; ++i) {
                EXPECT_TRUE(within(g.line(i), area)) << count << " lines, number " << i;
                EXPECT_LE(g.line(i).bottom(), g.mapTitle.top() + 1) << "the map is not covered";
                for (size_t j = i + 1; j < count; ++j)
                    EXPECT_FALSE(g.line(i).intersects(g.line(j))) << i << ' ' << j;
            }
        }
}

// Type of 200 % beside a lesson leaves 167 pixels: the line is as high as it has to be to be seen, and nothing covers it.
TEST(GlobalGeometry, LargeTypeShowsTheLineBeforeItsNames) {
    for (const double height : {150.0, 167.0, 200.0, 240.0, 300.0}) {
        const QRectF area(28, 308, 586, height);
        const GlobalGeometry g = layOutGlobal(area, 2.0, {0x7f0000000000, 0x7f0000000020});
        EXPECT_TRUE(within(g.line(0), area)) << height;
        EXPECT_GE(g.line(0).height(), 12) << height;
        EXPECT_GE(g.line(0).top(), g.lanes.bottom() + 8) << height;
        if (!g.caption.isEmpty()) {
            EXPECT_GE(g.caption.top(), g.line(0).bottom()) << height;
            EXPECT_FALSE(g.lanesTitle.isEmpty());
        }
    }
}

TEST(GlobalGeometry, BytesLieInTheirSector) {
    const uint64_t line = 0x7f0000001000;
    const GlobalGeometry g = layOutGlobal(sizes[1], 1.0, {line, line + 96});
    for (unsigned offset = 0; offset < 128; offset += 4)
        EXPECT_TRUE(within(g.bytes(line + offset, 4), g.sector(0, offset / 32))) << offset;
    EXPECT_TRUE(g.bytes(line + 128, 4).isEmpty()) << "of a line that is not moved";
    EXPECT_FALSE(g.lane(7).intersects(g.lane(8)));
}

TEST(GlobalGeometry, WhatIsMovedForNothingStandsAboveAll) {
    for (const QRectF& area : sizes)
        for (const bool mapAlone : {false, true}) {
            const GlobalGeometry g = layOutGlobal(area, 1.0, {0x7f0000000000}, mapAlone);
            EXPECT_TRUE(within(g.headline, area) && within(g.bar, area));
            EXPECT_LE(g.headline.bottom(), g.bar.top() + 1e-9);
            EXPECT_LE(g.bar.bottom(), g.lanesTitle.top());
            EXPECT_EQ(g.lines.isEmpty(), mapAlone);
            EXPECT_TRUE(g.map.isEmpty() || within(g.map, area));
        }
}

TEST(Bands, HaveAPlaceForEverything) {
    for (const size_t places : {1, 7, 64, 513, 1 << 20})
        for (const double extent : {20.0, 90.0, 350.0, 1100.0})
            for (const size_t step : {0, 1, 3, 16}) {
                BandsWants wants{.places = places, .touched = {}};
                for (size_t i = 0; i < 32 && i * step < places && (step > 0 || i == 0); ++i)
                    wants.touched.push_back(i * step);
                const Bands bands = layOutBands(extent, wants);
                const auto told = [&] { return testing::Message() << places << ' ' << extent << ' ' << step; };
                size_t next = 0;
                double begin = 0;
                for (const Bands::Band& band : bands.all) {
                    EXPECT_EQ(band.first, next) << told();
                    EXPECT_NEAR(band.begin, begin, 1e-6) << told();
                    EXPECT_GT(band.size, 0) << told();
                    next = band.first + band.count;
                    begin += band.size;
                }
                EXPECT_EQ(next, places) << told();
                EXPECT_LE(bands.extent(), extent + 1e-6) << told();
                for (const size_t touched : wants.touched) {
                    const auto of = bands.of(touched);
                    ASSERT_TRUE(of) << told();
                    const Bands::Band& band = bands.all[*of];
                    EXPECT_TRUE(band.touched) << told();
                    EXPECT_EQ(bands.at(band.begin + band.size / 2), of) << told();
                    if (extent >= 90) { // what is touched is alone, and never smaller than what is not
                        EXPECT_EQ(band.count, 1u) << told();
                    }
                    for (const Bands::Band& other : bands.all)
                        EXPECT_LE(other.size, band.size + 1e-9) << told();
                }
                EXPECT_FALSE(bands.of(places));
            }
}

// A column of B: one sector below the other, each in a row of its own, whatever the room and however long the rows.
TEST(MemoryMap, AColumnIsAColumn) {
    for (const QRectF& area : {QRectF(14, 60, 345, 150), QRectF(14, 60, 560, 420)})
        for (const uint64_t edge : {32, 64, 512, 4096}) {
            const MappedArray array{0x7f0000000000, edge * edge * 4, edge * 4};
            std::vector<uint64_t> wanted;
            for (uint64_t row = 0; row < 32; ++row)
                wanted.push_back(row * edge * 4 + 20);
            const MemoryMap map = layOutMemory(area, 1.0, array, wanted, 30);
            for (size_t i = 0; i < wanted.size(); ++i) {
                const QRectF cell = map.cellOf(wanted[i]);
                EXPECT_TRUE(within(cell, area)) << edge;
                EXPECT_GE(cell.height(), 2.5) << edge;
                EXPECT_GE(cell.width(), 20) << edge << ": its eight words can be told apart";
                EXPECT_DOUBLE_EQ(cell.left(), map.cellOf(wanted[0]).left()) << edge;
                if (i > 0) {
                    EXPECT_GE(cell.top(), map.cellOf(wanted[i - 1]).bottom()) << edge;
                }
                EXPECT_TRUE(within(map.bytes(wanted[i], 4), cell)) << edge;
                EXPECT_EQ(map.sectorAt(cell.center()), wanted[i] / 32) << edge;
            }
            const bool folds = map.rows.most > 1 || map.columns.most > 1;
            EXPECT_EQ(map.note.isEmpty(), !folds);
            if (folds) {
                EXPECT_TRUE(within(map.note, area));
            }
            EXPECT_GE(map.rowNumbers.left(), area.left());
        }
}

// Rows of 61 elements begin in the middle of a sector: what is wanted of one that two rows share is drawn in its row.
TEST(MemoryMap, RowsThatBeginWithinASectorAreRows) {
    const MappedArray array{0x7f0000000000, 61 * 61 * 4, 61 * 4};
    std::vector<uint64_t> wanted;
    for (uint64_t row = 0; row < 32; ++row)
        wanted.push_back(row * 61 * 4);
    const MemoryMap map = layOutMemory({14, 60, 560, 420}, 1.0, array, wanted, 30);
    for (size_t i = 0; i < wanted.size(); ++i) {
        const QRectF cell = map.cellOf(wanted[i]);
        EXPECT_DOUBLE_EQ(cell.left(), map.cellOf(0).left()) << i;
        if (i > 0) {
            EXPECT_GE(cell.top(), map.cellOf(wanted[i - 1]).bottom());
        }
    }
    // All sectors have a place, and none lies past the array.
    std::set<uint64_t> seen;
    for (uint64_t row = 0; row < array.rows(); ++row)
        for (uint64_t column = 0; column < array.columns(); ++column)
            if (const auto sector = array.sectorAt(row, column))
                seen.insert(*sector);
    EXPECT_EQ(seen.size(), array.sectors());
    EXPECT_EQ(*seen.rbegin(), array.sectors() - 1);
}

TEST(TilesGeometry, AProductStandsAsOneWritesIt) {
    for (const QRectF& area : sizes) {
        const TilesGeometry g =
            layOutTiles(area, 1.0, {{96, 64}, {64, 128}, {96, 128}}, true, {{32, 33}, {32, 33}}, 32);
        const QRectF &a = g.matrices[0], &b = g.matrices[1], &c = g.matrices[2];
        EXPECT_DOUBLE_EQ(a.top(), c.top());
        EXPECT_DOUBLE_EQ(b.left(), c.left());
        EXPECT_LT(a.right(), c.left());
        EXPECT_LT(b.bottom(), c.top());
        EXPECT_NEAR(a.height(), c.height(), 1e-9);
        EXPECT_NEAR(b.width(), c.width(), 1e-9);
        for (const QRectF& r : {a, b, c, g.shareds[0], g.shareds[1], g.lanes, g.gate})
            EXPECT_TRUE(within(r, area));
        EXPECT_FALSE(g.shareds[0].intersects(g.shareds[1]));
        EXPECT_FALSE(g.lanes.intersects(c));
        EXPECT_FALSE(g.shareds[0].intersects(c));
        EXPECT_FALSE(g.shareds[0].intersects(g.gate));
    }
}

// A column of 32 words is drawn eight pixels wide: its name has the room beside it, up to the next one's.
TEST(TilesGeometry, ANameHasTheRoomUpToTheNext) {
    for (const QRectF& area : sizes) {
        const TilesGeometry g =
            layOutTiles(area, 1.0, {{64, 64}, {64, 64}, {64, 64}, {4096, 1}, {64, 1}}, false, {{32, 32}, {32, 32}}, 8);
        ASSERT_EQ(g.titles.size(), 5u);
        for (size_t i = 0; i < 5; ++i) {
            EXPECT_LE(g.titles[i].bottom(), g.matrices[i].top());
            if (i > 0) {
                EXPECT_LT(g.titles[i - 1].right(), g.titles[i].left());
            }
        }
        EXPECT_GT(g.titles[3].width(), 2 * g.matrices[3].width());
    }
}

TEST(TilesGeometry, MatricesAreToScale) {
    const TilesGeometry g = layOutTiles(sizes[2], 1.0, {{100, 50}, {50, 200}, {100, 200}}, true, {}, 8);
    EXPECT_NEAR(g.matrices[0].width() * 2, g.matrices[0].height(), 1e-6);
    EXPECT_NEAR(g.matrices[1].width(), g.matrices[1].height() * 4, 1e-6);
    const QRectF last = elementArea(g.matrices[2], {100, 200}, 99, 199);
    EXPECT_NEAR(last.right(), g.matrices[2].right(), 1e-6);
    EXPECT_NEAR(last.bottom(), g.matrices[2].bottom(), 1e-6);
}

TEST(TimelineGeometry, ThePlaceUnderTheMouseIsTheMarkThatIsPainted) {
    const TimelineGeometry g = layOutTimeline({0, 0, 900, 80}, 1.0, 32, 45);
    for (unsigned warp = 0; warp < 32; ++warp)
        for (uint32_t column = 0; column < 45; ++column) {
            const QPointF centre = g.mark(warp, column).center();
            EXPECT_EQ(g.warpAt(centre.y()), warp);
            EXPECT_EQ(g.columnAt(centre.x()), column);
        }
    EXPECT_EQ(g.columnAt(-100), 0u);
    EXPECT_EQ(g.columnAt(1e9), 44u);
}

TEST(TimelineGeometry, ZoomKeepsThePlaceUnderTheMouse) {
    const QRectF area(0, 0, 1400, 100);
    const TimelineGeometry all = layOutTimeline(area, 1, 32, 1000);
    EXPECT_EQ(all.window.count, 1000);
    EXPECT_TRUE(within(all.overview, area));
    EXPECT_FALSE(all.overview.intersects(all.marks));
    const TimelineWindow window = zoomed(all, 4, 300);
    EXPECT_DOUBLE_EQ(window.count, 250);
    const TimelineGeometry g = layOutTimeline(area, 1, 32, 1000, window);
    EXPECT_NEAR(g.x(300), all.x(300), 1e-6);
    EXPECT_EQ(g.columnAt(g.mark(5, 321).center().x()), 321u);
    EXPECT_EQ(g.warpAt(g.mark(5, 321).center().y()), 5u);
    EXPECT_NEAR(g.windowInOverview().width(), g.overview.width() / 4, 1e-6);
    EXPECT_EQ(g.overviewColumnAt(g.overviewX(700) + 0.1), 700u);
    EXPECT_TRUE(zoomed(g, 0.2, 300).whole()) << "out again";
    EXPECT_EQ(zoomed(g, 1e9, 300).count, 8) << "not closer than eight columns";
}

TEST(TimelineGeometry, MovesNoFurtherThanThereIsAnything) {
    const QRectF area(0, 0, 1400, 100);
    const TimelineGeometry g = layOutTimeline(area, 1, 4, 1000, {100, 200});
    EXPECT_EQ(moved(g, -500).first, 0);
    EXPECT_EQ(moved(g, 5000).first, 800);
    EXPECT_EQ(moved(g, 10).first, 110);
    EXPECT_EQ(showing(g, 150), g.window) << "seen already";
    const TimelineWindow there = showing(g, 600);
    EXPECT_LE(there.first, 600);
    EXPECT_GE(there.first + there.count, 601);
    EXPECT_TRUE(moved(layOutTimeline(area, 1, 4, 1000), 10).whole());
}

TEST(WarpGeometry, RowsLieSideBySideAndCanBeFound) {
    const WarpColumnWidths widths{4, 6, 12, 14, 7, 3, 9};
    for (const QRectF& area : sizes)
        for (const double scale : {1.0, 20.0 / 14})
            for (const unsigned parties : {1u, 3u}) {
                const WarpGeometry g = layOutWarp(area, scale, parties, widths);
                EXPECT_TRUE(g.shows(WarpColumn::Lane));
                for (unsigned lane = 0; lane < 32; ++lane) {
                    EXPECT_TRUE(within(g.row(lane), area)) << lane;
                    EXPECT_EQ(g.laneAt(g.row(lane).center()), lane);
                    for (unsigned other = 0; other < lane; ++other)
                        EXPECT_FALSE(g.row(lane).adjusted(0.1, 0.1, -0.1, -0.1).intersects(g.row(other)));
                    double right = -1;
                    for (size_t c = 0; c < warpColumns; ++c) {
                        const auto column = static_cast<WarpColumn>(c);
                        if (!g.shows(column))
                            continue;
                        EXPECT_TRUE(within(g.cell(lane, column), g.row(lane)));
                        EXPECT_GE(g.cell(lane, column).left(), right - 0.01) << "columns do not overlap";
                        right = g.cell(lane, column).right();
                    }
                }
                for (unsigned party = 0; party < parties; ++party)
                    EXPECT_EQ(g.partyAt(g.party(party).center()), party);
                EXPECT_FALSE(g.diagram.intersects(g.table));
            }
}

TEST(WarpGeometry, TypeIsReadableWhereThereIsRoom) {
    const WarpColumnWidths widths{4, 6, 12, 14, 7, 3, 9};
    const WarpGeometry pane = layOutWarp({14, 34, 620, 410}, 1, 1, widths);
    EXPECT_GE(pane.fontPixels, 11) << "in one of four panes at 1920 x 1080";
    EXPECT_EQ(pane.stacks, 2u);
    const WarpGeometry alone = layOutWarp({14, 34, 1200, 880}, 1, 1, widths);
    EXPECT_EQ(alone.stacks, 1u);
    for (const WarpColumn column : {WarpColumn::Element, WarpColumn::Address, WarpColumn::Place, WarpColumn::Value})
        EXPECT_TRUE(alone.shows(column));
    const WarpGeometry room = layOutWarp({20, 48, 1240, 420}, 20.0 / 14, 1, widths);
    EXPECT_GE(room.fontPixels, 11 * 20.0 / 14) << "while presenting at 1280 x 720";
}

// Type that has to be readable is no smaller than that: columns that it has no room for are left out, not cut.
TEST(WarpGeometry, NoColumnIsNarrowerThanItsType) {
    const WarpColumnWidths widths{4, 6, 8, 6, 4, 2, 10};
    for (const double width : {300.0, 600.0, 900.0}) {
        const WarpGeometry g = layOutWarp({20, 96, width, 380}, 1, 2, widths, 18);
        EXPECT_GE(g.fontPixels, 18);
        EXPECT_GT(g.rowHeight, 0.85 * 18) << "rows do not lie in one another";
        for (size_t c = 0; c < warpColumns; ++c)
            if (g.shows(static_cast<WarpColumn>(c))) {
                const unsigned characters =
                    static_cast<WarpColumn>(c) == WarpColumn::Value ? std::min(widths[c], 9u) : widths[c];
                EXPECT_GE(g.columns[c].second, characters * 18 * 0.6) << width << ' ' << c;
            }
    }
}

TEST(TransactionsGeometry, EachHasABoxOfItsOwn) {
    using warplens::sim::memory::GlobalRule;
    for (const QRectF& area : sizes)
        for (const uint64_t step : {4u, 8u, 40u, 400u})
            for (const GlobalRule rule :
                 {GlobalRule::HalfWarpSegments, GlobalRule::ShrinkingSegments, GlobalRule::Lines}) {
                Access access = strided(step);
                access.bytes = 4;
                const auto made = warplens::sim::memory::transactionsOf(access, rule);
                const TransactionsGeometry g = layOutTransactions(area, 1.0, made);
                ASSERT_EQ(g.boxes.size(), made.size());
                for (size_t i = 0; i < made.size(); ++i) {
                    EXPECT_TRUE(within(g.boxes[i], area)) << step << ' ' << static_cast<int>(rule);
                    for (size_t j = 0; j < i; ++j)
                        EXPECT_FALSE(g.boxes[i].intersects(g.boxes[j]));
                    for (const QRectF& title : g.titles)
                        EXPECT_FALSE(g.boxes[i].intersects(title));
                    // As many pixels a byte everywhere, and each lane's word in the box that serves it.
                    EXPECT_NEAR((g.boxes[i].width() + 2) / made[i].bytes, (g.boxes[0].width() + 2) / made[0].bytes,
                                1e-9);
                    for (unsigned lane = 0; lane < 32; ++lane)
                        if (made[i].lanes >> lane & 1) {
                            EXPECT_TRUE(within(g.bytes(made, i, access.address[lane], 4), g.boxes[i]));
                        }
                }
            }
    EXPECT_TRUE(layOutTransactions(sizes[0], 1.0, {}).boxes.empty());
}

// A page of the report had two charts above, and its lower half was empty.
TEST(FilledPages, AreFullButForTheLast) {
    constexpr double page = 993, gap = 16;
    const std::vector<RowWish> rows(7, {430, 640});
    for (const double taken : {0.0, 60.0, 400.0, 700.0}) {
        const std::vector<RowPlace> places = filledPages(rows, taken, page, gap);
        ASSERT_EQ(places.size(), rows.size());
        double end = 0;
        for (size_t i = 0; i < rows.size(); ++i) {
            SCOPED_TRACE(testing::Message() << taken << " taken, row " << i);
            const bool begins = i == 0 || places[i].page != places[i - 1].page;
            EXPECT_NEAR(places[i].top, begins ? (places[i].page == 0 ? taken : 0) : end + gap, 1e-6);
            end = places[i].top + places[i].height;
            EXPECT_GE(places[i].height, rows[i].least);
            EXPECT_LE(end, page + 1e-6);
            if (i + 1 < rows.size() && places[i + 1].page != places[i].page) {
                EXPECT_NEAR(end, page, 1e-6) << "the page is full";
                EXPECT_EQ(places[i + 1].page, places[i].page + 1);
            }
        }
        EXPECT_EQ(places.front().page, taken > page - 430 ? 1u : 0u) << "a row that has no room begins the next";
        EXPECT_LE(places.back().page, 4u) << "two rows a page";
    }
}

TEST(FilledPages, KeepARowThatIsTallerThanAPage) {
    const std::vector<RowPlace> places = filledPages({{200, 300}, {1500, 1500}, {200, 300}}, 0, 993, 16);
    EXPECT_EQ(places[0].page, 0u);
    EXPECT_NEAR(places[0].height, 480, 1e-6) << "no row grows without end";
    EXPECT_EQ(places[1].page, 1u);
    EXPECT_NEAR(places[1].height, 993, 1e-6);
    EXPECT_EQ(places[2].page, 0u) << "it fills what was left";
    EXPECT_NEAR(places[2].top, 496, 1e-6);
    EXPECT_TRUE(filledPages({}, 0, 993, 16).empty());
}

TEST(HeatLabel, IsNotCutInTwoByTheBarsEdge) {
    const QRectF room(6, 20, 72, 16);
    for (double width = 10; width <= 70; width += 1)
        for (double length = 0; length <= 72; length += 0.5) {
            const HeatLabel label = heatLabel(room, length, width, 3);
            const double edge = room.right() - length;
            EXPECT_GE(label.area.left(), room.left() - 1) << width << ' ' << length;
            EXPECT_LE(label.area.right(), room.right());
            if (label.ground == HeatLabel::Ground::Bar) {
                EXPECT_GE(label.area.left(), edge) << width << ' ' << length;
            } else if (label.ground == HeatLabel::Ground::Pane) {
                EXPECT_LT(label.area.right(), edge) << width << ' ' << length;
            } else {
                EXPECT_GT(width, 34) << "short figures have room on one side";
            }
        }
}
