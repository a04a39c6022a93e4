// SPDX-License-Identifier: GPL-3.0-or-later
// Warps in cycles: what the picture makes of the timeline of sim/time.
#include "app/model/cycles_picture.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace warplens;
using namespace warplens::app;
using sim::time::Stall;
using sim::time::Timeline;

namespace {

/// Two blocks of one warp: the first waits for memory from 10 on, issues at 50; the second begins at 20 and issues all the time.
Timeline small() {
    Timeline timeline{.most = 100, .warpsPerBlock = 1, .places = 2, .end = 60};
    timeline.spans = {{0, 1, 0, 0, Stall::Selected},
                      {1, 10, 1, 0, Stall::Wait},
                      {10, 50, 1, 0, Stall::LongScoreboard},
                      {50, 51, 1, 0, Stall::Selected}};
    for (float clock = 20; clock < 60; ++clock)
        timeline.spans.push_back({clock, clock + 1, 0, 1, Stall::Selected});
    return timeline;
}

Reasons reasonsOf(const std::string& stage, const kernels::ParameterValues& parameters, const kernels::Size& size) {
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    ReasonRequest request;
    request.launch.stage = *catalogue.find(stage);
    request.launch.parameters = parameters;
    request.launch.size = size;
    request.launch.architecture = "9.0";
    request.device = sim::time::findDevice("NVIDIA H200");
    Reasons reasons;
    reasons.own = std::make_shared<const Reason>(reasonOf(tests::compiler(), request));
    return reasons;
}

} // namespace

TEST(CyclesPicture, AColumnShowsWhatTakesMostOfIt) {
    using Pieces = std::vector<CyclesPiece>;
    EXPECT_EQ(piecesOf(small(), 0, 60, 6), (Pieces{{0, 0, 1, Stall::Wait},
                                                   {0, 1, 4, Stall::LongScoreboard},
                                                   {0, 5, 1, Stall::Selected},
                                                   {1, 2, 4, Stall::Selected}}))
        << "where the place has no warp there is nothing";
    EXPECT_EQ(piecesOf(small(), 0, 4, 4), (Pieces{{0, 0, 1, Stall::Selected}, {0, 1, 3, Stall::Wait}}))
        << "a closer look";
    EXPECT_EQ(piecesOf(small(), 0, 8, 2).front().stall, Stall::Selected) << "a quarter of the clocks is enough";
    EXPECT_TRUE(piecesOf(small(), 5, 5, 10).empty());
    EXPECT_TRUE(piecesOf(Timeline(), 0, 10, 10).empty());
}

TEST(CyclesPicture, TellsWhatWarpsOfAMultiprocessorDo) {
    const Reasons reasons = reasonsOf("matmul/07-tiled", {{"TILE", 32}}, {256, 256, 256});
    ASSERT_TRUE(reasons.own->why) << reasons.own->untold;
    const CyclesPicture picture = cyclesPicture(&reasons);
    ASSERT_FALSE(picture.empty());
    EXPECT_EQ(picture.warpsPerBlock, 32u);
    EXPECT_EQ(picture.places, 1u) << "64 blocks on 132 multiprocessors";
    double sum = 0;
    for (const CyclesPicture::Share& each : picture.shares)
        sum += each.share;
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_TRUE(std::is_sorted(picture.shares.begin(), picture.shares.end(),
                               [](const auto& a, const auto& b) { return a.share > b.share; }));
    const std::string said = plainText(picture.sentence);
    EXPECT_NE(said.find("clocks of a multiprocessor with 1 block"), std::string::npos) << said;
    EXPECT_NE(picture.origin.find("modelled, for NVIDIA H200"), std::string::npos) << picture.origin;
    const Timeline& timeline = *timelineOf(&reasons);
    const auto barrier = std::find_if(timeline.spans.begin(), timeline.spans.end(),
                                      [](const Timeline::Span& span) { return span.stall == Stall::Barrier; });
    ASSERT_NE(barrier, timeline.spans.end()) << "tiles are waited for";
    const auto moment = momentAt(*reasons.own, barrier->row, (barrier->begin + barrier->end) / 2);
    ASSERT_TRUE(moment);
    EXPECT_NE(moment->text.find("(barrier)"), std::string::npos) << moment->text;
    EXPECT_EQ(moment->text.find("warp " + std::to_string(barrier->row)), 0u) << moment->text;
    EXPECT_TRUE(moment->line) << "a line of the source";
    EXPECT_FALSE(momentAt(*reasons.own, 0, timeline.end * 100));
}

TEST(CyclesPicture, SaysWhereNothingIsKnown) {
    EXPECT_FALSE(cyclesPicture(nullptr).sentence.empty());
    EXPECT_TRUE(cyclesPicture(nullptr).empty());
    Reasons reasons;
    Reason reason;
    reason.untold = "It cannot be told.";
    reasons.own = std::make_shared<const Reason>(reason);
    EXPECT_EQ(plainText(cyclesPicture(&reasons).sentence), "It cannot be told.");
    EXPECT_EQ(timelineOf(&reasons), nullptr);
}
