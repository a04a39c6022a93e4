// SPDX-License-Identifier: GPL-3.0-or-later
// A warp lane by lane, the PTX of a line and the line of a PTX instruction, the heat of lines, bookmarks.
#include "app/model/line_heat.h"
#include "app/model/ptx_links.h"
#include "app/model/thread_tile.h"
#include "app/model/warp_table.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <sstream>

using namespace warplens;
using namespace warplens::app;
using sim::trace::EventKind;
using tests::sceneOf;

namespace {

WarpTable tableAt(const Scene& scene, size_t event) {
    const Navigator navigator(scene.trace);
    return *warpTableAt(scene, navigator, momentAt(scene, navigator, {event, 0}));
}

template<class Condition>
size_t firstEvent(const Scene& scene, Condition condition) {
    const auto& events = scene.trace.events;
    for (size_t i = 0; i < events.size(); ++i)
        if (condition(i, events[i]))
            return i;
    ADD_FAILURE() << "there is no such event";
    return 0;
}

} // namespace

TEST(WarpTable, SaysWhatEachLaneReadsAndWhatItIs) {
    const auto scene = sceneOf("matmul/06-tiled-conflicts");
    const size_t event =
        firstEvent(*scene, [](size_t, const auto& e) { return e.kind == EventKind::GlobalLoad && e.warp == 3; });
    const WarpTable table = tableAt(*scene, event);
    EXPECT_FALSE(table.split);
    ASSERT_EQ(table.parties.size(), 1u);
    EXPECT_EQ(table.parties[0].mask, ~0u);
    const LaneRow& lane = table.lanes[9];
    EXPECT_EQ(lane.state, LaneState::Acts);
    EXPECT_EQ(lane.thread.x, 9u);
    EXPECT_EQ(lane.thread.y, 3u);
    EXPECT_EQ(lane.element, "A[3][9]");
    EXPECT_EQ(lane.address, scene->globals[0].base + (3 * 64 + 9) * 4);
    EXPECT_EQ(lane.sector, 1u);
    // The value is the one that the array holds: inputs are never written.
    const auto& array = scene->simulation->array("A");
    const auto contents = scene->simulation->contents(array);
    EXPECT_EQ(lane.value, valueText(std::span(contents).subspan((3 * 64 + 9) * 4, 4), array.type));
    EXPECT_NE(lane.value, valueText(std::span(contents).subspan((3 * 64 + 10) * 4, 4), array.type));
}

TEST(WarpTable, TellsBanksAndWavefrontsAndWhatWasStored) {
    const auto scene = sceneOf("matmul/06-tiled-conflicts");
    const size_t store = firstEvent(*scene, [&](size_t i, const auto& e) {
        return e.kind == EventKind::SharedStore && lookAt(*scene, i).cost.wavefronts == 32;
    });
    const WarpTable table = tableAt(*scene, store);
    std::array<bool, 32> seen{};
    for (const LaneRow& lane : table.lanes) {
        EXPECT_EQ(lane.bank, table.lanes[0].bank) << "a column of Bs is one bank";
        seen[lane.wavefront.value()] = true;
    }
    EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](bool each) { return each; })) << "one wavefront each";
    // What is stored in Bs is what the same warp has read of B just before.
    const Navigator navigator(scene->trace);
    const auto& own = navigator.eventsOf(table.warp);
    size_t load = 0;
    for (const uint32_t event : own)
        if (event < store && scene->trace.events[event].kind == EventKind::GlobalLoad)
            load = event;
    const WarpTable before = tableAt(*scene, load);
    for (unsigned lane = 0; lane < 32; ++lane)
        EXPECT_EQ(table.lanes[lane].value, before.lanes[lane].value) << lane;
    EXPECT_EQ(table.lanes[5].value.empty(), false);
}

TEST(WarpTable, ResultsAreTheSumsThatTheReferenceHas) {
    const auto scene = sceneOf("matmul/07-tiled");
    const size_t event =
        firstEvent(*scene, [](size_t, const auto& e) { return e.kind == EventKind::GlobalStore && e.warp == 2; });
    const WarpTable table = tableAt(*scene, event);
    const auto read = [&](const char* name, int64_t index) {
        const auto& array = scene->simulation->array(name);
        float value;
        std::memcpy(&value, scene->simulation->contents(array).data() + index * 4, 4);
        return value;
    };
    float sum = 0;
    for (int k = 0; k < 64; ++k)
        sum = std::fma(read("A", 2 * 64 + k), read("B", k * 64 + 7), sum);
    std::array<std::byte, 4> bytes;
    std::memcpy(bytes.data(), &sum, 4);
    EXPECT_EQ(table.lanes[7].element, "C[2][7]");
    EXPECT_EQ(table.lanes[7].value, valueText(bytes, kernels::ElementType::F32));
}

TEST(WarpTable, ShowsWhereLanesPartAndMeetAgain) {
    const auto scene = sceneOf("reduction/06-tree-doubling", {{"STRIDED", 0}}, 4096);
    const size_t split =
        firstEvent(*scene, [](size_t, const auto& e) { return isShared(e.kind) && std::popcount(e.mask) == 8; });
    const WarpTable table = tableAt(*scene, split);
    EXPECT_TRUE(table.split);
    ASSERT_EQ(table.parties.size(), 2u);
    EXPECT_EQ(table.parties[0].state, LaneState::Acts);
    EXPECT_EQ(table.parties[0].mask, 0x11111111u) << "every fourth lane";
    EXPECT_EQ(table.parties[1].state, LaneState::Joining);
    EXPECT_EQ(table.parties[1].mask, ~0x11111111u);
    EXPECT_EQ(table.lanes[1].state, LaneState::Joining);
    EXPECT_GT(table.meetingLine, table.parties[0].line);
    EXPECT_EQ(partyText(table.parties[0]), "8 lanes act at line " + std::to_string(table.parties[0].line));
    const Navigator navigator(scene->trace);
    const Focus focus = focusOnTableLane(*scene, momentAt(*scene, navigator, {split, 0}), table, 1);
    EXPECT_EQ(focus.sharedLanes, 2u);
    EXPECT_NE(focus.text.find("waits there for the others"), std::string::npos) << focus.text;
    // The next barrier of that warp finds all of them together.
    const auto& own = navigator.eventsOf(table.warp);
    const auto barrier = std::find_if(own.begin(), own.end(), [&](uint32_t e) {
        return e > split && scene->trace.events[e].kind == EventKind::Barrier;
    });
    ASSERT_NE(barrier, own.end());
    const WarpTable after = tableAt(*scene, *barrier);
    EXPECT_FALSE(after.split);
    EXPECT_TRUE(after.rejoined);
    EXPECT_EQ(after.parties.size(), 1u);
}

TEST(WarpTable, PutsEveryLaneInOneParty) {
    // 40 is no multiple of 32: in the last block some lanes have nothing to compute.
    SceneRequest request;
    request.stage = *tests::catalogue().find("matmul/02-naive");
    request.parameters = kernels::defaultParameters(request.stage);
    request.size = {40, 40, 40};
    request.block = {1, 1, 0};
    const auto scene = buildScene(tests::compiler(), request);
    bool aside = false;
    for (size_t event = 0; event < scene->trace.events.size(); event += 7) {
        const WarpTable table = tableAt(*scene, event);
        uint32_t all = 0;
        for (const LaneParty& party : table.parties) {
            EXPECT_EQ(all & party.mask, 0u) << "a lane stands at one place";
            all |= party.mask;
            aside |= party.state != LaneState::Acts;
        }
        EXPECT_EQ(all, ~0u);
    }
    EXPECT_TRUE(aside);
}

TEST(PtxLinks, AreTheSameBothWays) {
    const auto scene = sceneOf("matmul/06-tiled-conflicts");
    const PtxLinks links(*scene);
    std::istringstream text(scene->image.ptx);
    std::string line;
    unsigned instructions = 0;
    for (uint32_t number = 1; std::getline(text, line); ++number) {
        const uint32_t source = links.sourceLine(number);
        if (source == 0)
            continue;
        ++instructions;
        const auto& back = links.ptxLines(source);
        EXPECT_NE(std::find(back.begin(), back.end(), number), back.end());
        EXPECT_NE(line.find(links.mnemonic(number)), std::string::npos) << "line " << number << " of the text";
    }
    EXPECT_GT(instructions, 50u);
    for (const auto& event : scene->trace.events)
        EXPECT_EQ(links.sourceLine(PtxLinks::ptxLineOf(*scene, event.op)), scene->lineOf(event));
    const Navigator navigator(scene->trace);
    const Moment moment = momentAt(*scene, navigator, {0, 0});
    const uint32_t now = PtxLinks::ptxLineOf(*scene, scene->trace.events[0].op);
    EXPECT_EQ(focusOnPtxLine(*scene, moment, links, now).line, moment.line);
    EXPECT_TRUE(focusOnPtxLine(*scene, moment, links, 1).empty()) << "the first line is no instruction";
    // Every instruction is told with what it does, and its place in the ISA's text.
    size_t loads = 0;
    for (uint32_t at = 1; at < 400; ++at)
        if (const std::string name = links.mnemonic(at); !name.empty()) {
            const std::string told = focusOnPtxLine(*scene, moment, links, at).text;
            EXPECT_NE(told.find("(PTX ISA 9.0, 9."), std::string::npos) << name << ": " << told;
            loads += name.starts_with("ld.global") &&
                     told.find("ld d, [a]: load (PTX ISA 9.0, 9.7.9.8)") != std::string::npos;
        }
    EXPECT_GT(loads, 0u);
    // A line that only computes is told by its instructions.
    uint32_t quiet = 0;
    for (uint32_t at = 1; at < 40 && !quiet; ++at)
        if (!links.ptxLines(at).empty() && !scene->lines.contains(at))
            quiet = at;
    ASSERT_NE(quiet, 0u);
    EXPECT_NE(focusOnSourceLine(*scene, moment, links, quiet).text.find("no request to memory"), std::string::npos);
}

// Twice the sectors that have to be is what an offset costs at most: more is waste.
TEST(LineHeat, IsRedFromMoreThanTwiceTheSectorsOn) {
    const auto redWith = [](uint64_t sectors) {
        LineCost cost;
        cost.globalRequests = 1;
        cost.sectorsIdeal = 4;
        cost.sectors = sectors;
        return lineHeat({{7, cost}}, Heat::PerRequest).at(7).bad;
    };
    EXPECT_FALSE(redWith(4));
    EXPECT_FALSE(redWith(5));
    EXPECT_FALSE(redWith(8));
    EXPECT_TRUE(redWith(9));
}

TEST(LineHeat, IsWhatTheLinesCost) {
    const auto scene = sceneOf("matmul/06-tiled-conflicts");
    uint64_t wavefronts = 0, most = 0;
    for (const auto& event : scene->trace.events)
        if (isShared(event.kind) && scene->lineOf(event) == 19)
            wavefronts += scene->trace.shapeOf(event).wavefronts;
    EXPECT_EQ(wavefronts, 2u * 32 * 32) << "32 warps store a column in each of two tiles";
    const auto heat = lineHeat(scene->lines, Heat::Wavefronts);
    ASSERT_TRUE(heat.contains(19));
    std::string digits = heat.at(19).text;
    std::erase_if(digits, [](char c) { return c < '0' || c > '9'; });
    EXPECT_EQ(digits, std::to_string(wavefronts));
    EXPECT_TRUE(heat.at(19).bad);
    EXPECT_FALSE(heat.at(18).bad);
    for (const auto& [line, cost] : scene->lines)
        most = std::max(most, cost.loadWavefronts + cost.storeWavefronts);
    EXPECT_DOUBLE_EQ(heat.at(19).share, double(wavefronts) / double(most));
    const auto excess = lineHeat(scene->lines, Heat::Excess);
    EXPECT_EQ(excess.at(18).text, "0");
    EXPECT_EQ(excess.at(18).share, 0);
    EXPECT_TRUE(excess.at(19).text.starts_with("+")) << excess.at(19).text;
    EXPECT_FALSE(lineHeat(scene->lines, Heat::Sectors).at(19).bad) << "B is read coalesced";
    EXPECT_EQ(lineHeat(scene->lines, Heat::PerRequest).at(19).text, "32 wf");
    EXPECT_TRUE(lineHeat({}, Heat::Sectors).empty());
}

TEST(ThreadTile, IsWhatTheThreadWritesInTheEnd) {
    const auto scene = sceneOf("matmul/15-thread-tile", {}, 128);
    const Navigator navigator(scene->trace);
    const auto tile = threadTileOf(*scene, 1, 3);
    ASSERT_TRUE(tile);
    EXPECT_EQ(tile->rowCount(), 8u);
    EXPECT_EQ(tile->columnCount(), 8u);
    EXPECT_EQ(tile->thread.x, 3u);
    EXPECT_EQ(tile->thread.y, 2u) << "16 threads a row: thread 35";
    EXPECT_EQ(tile->element(0, 0), (Element{2, 16, 24}));
    EXPECT_EQ(tile->element(7, 7), (Element{2, 23, 31}));
    EXPECT_FALSE(tile->isWritten(0, 0, 0));
    EXPECT_TRUE(tile->isWritten(7, 7, scene->trace.events.size() - 1));
    const Focus focus = focusOnTileElement(*scene, momentAt(*scene, navigator, {0, 0}), *tile, 1, 2);
    EXPECT_EQ(focus.text,
              "C[17][26], one of 64 sums in the registers of thread (3, 2): still summed up, not written yet.");
    const auto column = sceneOf("matmul/12-outer-product");
    const auto own = threadTileOf(*column, 0, 0);
    ASSERT_TRUE(own);
    EXPECT_GT(own->rowCount() * own->columnCount(), 1u);
    const auto single = sceneOf("matmul/07-tiled");
    EXPECT_FALSE(threadTileOf(*single, 0, 0)) << "one element is no tile";
}
