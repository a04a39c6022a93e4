// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of addresses against the counts: a word's place tells its bank, piles are as high as wavefronts say, and
// what is wasted is what moves and was not asked for.
#include "app/model/addresses.h"
#include "app/views/addresses_geometry.h"
#include "app/views/global_painting.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

using namespace warplens;
using namespace warplens::app;

namespace {

std::shared_ptr<const Scene> sceneOn(const std::string& stage, kernels::ParameterValues chosen,
                                     const std::string& architecture) {
    SceneRequest request;
    request.stage = *tests::catalogue().find(stage);
    request.parameters = kernels::completeParameters(request.stage, chosen);
    request.size = {64, 64, 64};
    request.architecture = architecture;
    return buildScene(tests::compiler(), request);
}

/// The first of each shape: the others have the same costs.
template<class Each>
void forShapes(const Scene& scene, Each each) {
    std::vector<bool> seen(scene.trace.events.shapes().size());
    for (size_t event = 0; event < scene.trace.events.size(); ++event) {
        const uint32_t shape = scene.trace.events.shapeNumber(event);
        if (seen[shape] || scene.trace.events.shapes()[shape].kind == sim::trace::EventKind::Barrier)
            continue;
        seen[shape] = true;
        const Request request = lookAt(scene, event);
        if (request.activeLanes() > 0)
            each(request);
    }
}

} // namespace

TEST(MappedArray, HasTheRowsOfTheMatrix) {
    GlobalArray array;
    array.bytes = 64 * 48 * 8;
    array.rows = 64;
    array.columns = 48;
    array.elementBytes = 8;
    EXPECT_EQ(mappedArray(array).rowBytes, 48u * 8);
    EXPECT_EQ(mappedArray(array).rows(), 64u);
    array.rows = 1;
    EXPECT_EQ(mappedArray(array).rowBytes, 1024u);
}

TEST(GlobalHeadline, TellsWhatMovesForNothing) {
    const auto scene = sceneOn("matmul/07-tiled", {}, "9.0");
    const Look look;
    size_t requests = 0;
    forShapes(*scene, [&](Request request) {
        if (isShared(request.kind))
            return;
        ++requests;
        const auto headline = [&](uint32_t sectors) {
            request.cost.sectors = sectors;
            return GlobalPainting{look, request, {}}.headline();
        };
        const uint64_t asked = request.distinctBytes(); // 128 bytes, in 4 sectors
        ASSERT_EQ(asked, 128u);
        ASSERT_EQ(request.cost.sectorsIdeal, 4u);
        EXPECT_EQ(headline(4), "128 bytes moved, none for nothing");
        EXPECT_EQ(headline(16),
                  isLoad(request.kind) ? "384 of 512 bytes moved for nothing" : "384 of 512 bytes moved, not written");
    });
    EXPECT_GE(requests, 2u);
}

TEST(SharedMap, APlaceInTheTableTellsTheBank) {
    for (const char* architecture : {"1.0", "2.0", "3.0", "9.0"})
        for (const int64_t pad : {0, 1}) {
            const auto scene = sceneOn("matmul/06-tiled-conflicts", {{"PAD", pad}}, architecture);
            size_t requests = 0;
            forShapes(*scene, [&](const Request& request) {
                if (!isShared(request.kind))
                    return;
                ++requests;
                const SharedMap map = sharedMap(*scene, request);
                EXPECT_TRUE(map.asDeclared);
                EXPECT_EQ(map.rowWords, 32 + pad);
                EXPECT_EQ(map.usedWords, 32);
                EXPECT_EQ(map.shift(), static_cast<unsigned>(32 + pad) % map.banks);
                uint32_t lanes = 0;
                for (const SharedMap::Cell& cell : map.touched) {
                    EXPECT_EQ(cell.bank, map.bankOf(cell.row, cell.column)) << architecture;
                    EXPECT_LT(cell.column, map.usedWords) << "nobody touches padding";
                    lanes |= cell.lanes;
                }
                EXPECT_EQ(lanes, request.access.mask);
            });
            EXPECT_GE(requests, 3u);
        }
}

TEST(SharedMap, PilesAreAsHighAsWavefrontsSay) {
    for (const auto& [stage, parameters] :
         {std::pair<const char*, kernels::ParameterValues>{"matmul/06-tiled-conflicts", {{"PAD", 0}}},
          {"matmul/06-tiled-conflicts", {{"PAD", 1}}},
          {"matmul/07-tiled", {}}}) {
        const auto scene = tests::sceneOf(stage, parameters);
        size_t requests = 0;
        forShapes(*scene, [&](const Request& request) {
            if (!isShared(request.kind) || request.access.bytes > 4)
                return; // wider ones are served in phases
            ++requests;
            const SharedMap map = sharedMap(*scene, request);
            EXPECT_EQ(map.most(), request.cost.wavefronts) << stage << ' ' << request.element;
            EXPECT_EQ(map.conflicts(), request.cost.wavefronts > request.cost.wavefrontsIdeal);
            EXPECT_NE(plainText(map.verdict).find(std::to_string(request.cost.wavefronts)), std::string::npos);
        });
        EXPECT_GE(requests, 1u) << stage;
    }
}

TEST(SharedMap, SaysWhatTheLengthOfARowDoes) {
    for (const int64_t pad : {0, 1}) {
        const auto scene = tests::sceneOf("matmul/06-tiled-conflicts", {{"PAD", pad}});
        bool found = false;
        forShapes(*scene, [&](const Request& request) {
            if (request.kind != sim::trace::EventKind::SharedStore)
                return;
            const std::string text = plainText(sharedMap(*scene, request).sentence);
            found = true;
            EXPECT_NE(text.find(pad ? "33 words" : "32 words"), std::string::npos) << text;
            EXPECT_NE(text.find(pad ? "one bank further" : "the same bank"), std::string::npos) << text;
        });
        EXPECT_TRUE(found);
    }
}

TEST(SharedMap, SaysWhatXorMakesOfAColumn) {
    for (const int64_t swizzle : {0, 1}) {
        const auto scene = tests::sceneOf("patterns/08-shared-column", {{"SWIZZLE", swizzle}}, 1024);
        size_t loads = 0;
        forShapes(*scene, [&](const Request& request) {
            if (request.kind != sim::trace::EventKind::SharedLoad)
                return;
            ++loads;
            const SharedMap map = sharedMap(*scene, request);
            EXPECT_EQ(map.wavefronts, swizzle ? 1u : 32u);
            const std::string text = plainText(map.sentence);
            EXPECT_NE(text.find(swizzle ? "each row from another column" : "a column is one bank"), std::string::npos)
                << text;
        });
        EXPECT_GE(loads, 1u);
    }
}

TEST(SharedMap, AnArrayOfOneRowIsCutAtTheBanks) {
    const auto scene = tests::sceneOf("reduction/05-block-sum", {}, 4096);
    size_t requests = 0;
    forShapes(*scene, [&](const Request& request) {
        if (!isShared(request.kind))
            return;
        ++requests;
        const SharedMap map = sharedMap(*scene, request);
        EXPECT_EQ(map.rowWords, 32);
        EXPECT_EQ(map.shift(), 0u);
        for (const SharedMap::Cell& cell : map.touched)
            EXPECT_EQ(cell.bank, cell.column);
    });
    EXPECT_GE(requests, 1u);
}

TEST(GlobalMap, WasteIsWhatMovesAndWasNotAskedFor) {
    for (const char* stage : {"matmul/01-uncoalesced", "matmul/05-tiled-uncoalesced", "matmul/07-tiled",
                              "transpose/05-swizzled", "patterns/02-stride"}) {
        if (!tests::catalogue().find(stage))
            continue;
        const auto scene = tests::sceneOf(stage);
        size_t requests = 0, wasteful = 0;
        forShapes(*scene, [&](const Request& request) {
            if (!isGlobal(request.kind))
                return;
            ++requests;
            const GlobalMap map = globalMap(*scene, request);
            EXPECT_EQ(map.moved, 32u * request.cost.sectors);
            EXPECT_EQ(map.wasted(), 32u * request.cost.sectors - request.distinctBytes());
            EXPECT_TRUE(map.drawsAll) << stage;
            uint64_t used = 0;
            uint32_t lanes = 0;
            for (const GlobalMap::Row& row : map.rows)
                for (const GlobalMap::Sector& sector : row.sectors) {
                    used += static_cast<uint64_t>(std::popcount(sector.used));
                    lanes |= sector.lanes;
                    EXPECT_EQ(static_cast<int64_t>(row.begin) + sector.offset, static_cast<int64_t>(sector.address));
                    EXPECT_TRUE(std::binary_search(request.sectors.begin(), request.sectors.end(), sector.address));
                    EXPECT_GE(sector.offset, map.first);
                    EXPECT_LE(sector.offset + 32, map.end);
                }
            EXPECT_EQ(used, request.distinctBytes());
            EXPECT_EQ(lanes, request.access.mask);
            const std::string text = plainText(map.sentence);
            EXPECT_NE(text.find(std::to_string(map.wanted)), std::string::npos) << text;
            EXPECT_NE(text.find(std::to_string(map.moved)), std::string::npos) << text;
            wasteful += map.sectors > map.sectorsIdeal;
        });
        EXPECT_GE(requests, 2u) << stage;
        const std::string name = stage;
        EXPECT_EQ(wasteful > 0, name.ends_with("uncoalesced") || name.ends_with("stride")) << stage;
    }
}

TEST(GlobalMap, AColumnIsAColumn) {
    const auto scene = tests::sceneOf("matmul/01-uncoalesced");
    bool found = false;
    forShapes(*scene, [&](const Request& request) {
        if (request.kind != sim::trace::EventKind::GlobalLoad || request.cost.sectors != 32)
            return;
        found = true;
        const GlobalMap map = globalMap(*scene, request);
        EXPECT_TRUE(map.byRow);
        ASSERT_EQ(map.rows.size(), 32u);
        for (const GlobalMap::Row& row : map.rows) {
            ASSERT_EQ(row.sectors.size(), 1u);
            EXPECT_EQ(row.sectors[0].offset, map.rows[0].sectors[0].offset);
            EXPECT_EQ(row.sectors[0].used, map.rows[0].sectors[0].used);
        }
        EXPECT_NE(plainText(map.sentence).find("7 of 8 are thrown away"), std::string::npos) << plainText(map.sentence);
    });
    EXPECT_TRUE(found);
}

// A GPU that makes one transaction for each lane moves more than the sectors that are touched: that is said.
TEST(GlobalMap, OlderGpusMoveMoreThanIsDrawn) {
    const auto scene = sceneOn("matmul/01-uncoalesced", {}, "1.0");
    size_t requests = 0;
    forShapes(*scene, [&](const Request& request) {
        if (!isGlobal(request.kind))
            return;
        ++requests;
        const GlobalMap map = globalMap(*scene, request);
        size_t drawn = 0;
        for (const GlobalMap::Row& row : map.rows)
            drawn += row.sectors.size();
        EXPECT_EQ(map.drawsAll, drawn == request.cost.sectors);
        EXPECT_TRUE(map.cost.empty()) << "one line a clock is not a rule of this GPU";
    });
    EXPECT_GE(requests, 1u);
}

TEST(AddressesGeometry, WhatIsTouchedIsSeen) {
    for (const QRectF& area : {QRectF(14, 34, 340, 200), QRectF(14, 34, 700, 520), QRectF(0, 0, 1200, 900)})
        for (const double scale : {1.0, 1.43, 2.0}) {
            WordsWants wants;
            wants.rows = 64;
            wants.columns = 132;
            wants.firstRow = wants.lastRow = 50;
            wants.firstColumn = 100;
            wants.lastColumn = 107;
            wants.rowNumberWidth = 20 * scale;
            wants.sentenceHeight = 24 * scale;
            const WordsGeometry g = layOutWords(area, scale, wants);
            EXPECT_TRUE(g.shows(50, 100) && g.shows(50, 107)) << area.width() << ' ' << scale;
            EXPECT_TRUE(area.adjusted(-1, -1, 1, 1).contains(g.grid));
            EXPECT_LE(g.grid.bottom(), g.verdict.top() + 1);
            EXPECT_EQ(g.cellAt(g.cell(50, 103).center()), std::pair(int64_t{50}, int64_t{103}));
            EXPECT_FALSE(g.cell(50, 103).intersects(g.cell(50, 104)));
            EXPECT_FALSE(g.cellAt(area.topLeft()));
            if (!g.banks.isEmpty()) {
                EXPECT_TRUE(area.adjusted(-1, -1, 1, 1).contains(g.bank(31, 32, 32)));
                EXPECT_GT(g.bank(3, 32, 32).height(), g.bank(3, 8, 32).height());
                EXPECT_GE(g.banks.top(), g.grid.bottom());
            }
        }
}

TEST(AddressesGeometry, ABankStandsBelowItsWordsOfTheFirstRow) {
    for (const int64_t columns : {32, 33}) {
        WordsWants wants;
        wants.rows = 32;
        wants.columns = columns;
        wants.lastRow = 31;
        wants.rowNumberWidth = 20;
        wants.sentenceHeight = 24;
        for (const double width : {760.0, 1260.0}) { // the second is more than the cells take
            const WordsGeometry g = layOutWords(QRectF(0, 0, width, 700), 1, wants);
            ASSERT_FALSE(g.banks.isEmpty());
            for (const unsigned bank : {0u, 7u, 31u})
                EXPECT_NEAR(g.bank(bank, 1, 1).center().x(), g.cell(0, bank).center().x(), 0.5)
                    << columns << ' ' << width;
        }
    }
}

TEST(AddressesGeometry, BytesLieWhereTheirAddressesAre) {
    for (const QRectF& area : {QRectF(14, 34, 340, 200), QRectF(14, 34, 700, 520), QRectF(0, 0, 1200, 900)})
        for (const double scale : {1.0, 1.43, 2.0}) {
            BytesWants wants;
            wants.rows = 32;
            wants.first = -8;
            wants.end = 248;
            wants.rowNumberWidth = 20 * scale;
            wants.sentenceHeight = 24 * scale;
            const BytesGeometry g = layOutBytes(area, scale, wants);
            EXPECT_TRUE(area.adjusted(-1, -1, 1, 1).contains(g.grid));
            EXPECT_TRUE(area.adjusted(-1, -1, 1, 1).contains(g.movedText)) << area.height() << ' ' << scale;
            EXPECT_FALSE(g.grid.intersects(g.moved));
            EXPECT_EQ(g.more.isEmpty(), g.rows == 32);
            const QRectF sector = g.bytes(0, 24, 32);
            EXPECT_NEAR(sector.width(), g.grid.width() / 8, 0.01);
            EXPECT_EQ(g.byteAt(sector.center() + QPointF(0.5, 0)), std::pair(size_t{0}, int64_t{40}));
        }
}
