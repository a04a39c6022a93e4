// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture of limits says is what `why` computes, and what was recorded; what cannot be told is said; and its
// parts lie inside it.
#include "app/model/line_heat.h"
#include "app/model/names.h"
#include "app/model/reason.h"
#include "app/tongue/say.h"
#include "app/views/why_geometry.h"
#include "kernels/catalogue/paths.h"
#include "tests/app/scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <stop_token>
#include <thread>

using namespace warplens;
using namespace warplens::app;

namespace {

const kernels::Recording& recording() {
    static const kernels::Recording h200 =
        kernels::loadRecording(kernels::resourcesDir() / "recordings" / "nvidia-h200.json", tests::catalogue());
    return h200;
}

const Sources& sources() {
    static const Sources made(tests::catalogue());
    return made;
}

Exhibit exhibitOf(const std::string& stage, kernels::ParameterValues parameters, int64_t size) {
    Exhibit exhibit;
    exhibit.subject = stage;
    exhibit.parameters = std::move(parameters);
    exhibit.measured = {size, size, size};
    sources().settle({}, exhibit);
    return exhibit;
}

Reasons reasonsOf(const Exhibit& exhibit) {
    const auto ask = [](const Exhibit& which) {
        return std::make_shared<const Reason>(
            reasonOf(tests::compiler(), reasonRequest(sources(), which, &recording())));
    };
    Reasons reasons;
    reasons.own = ask(exhibit);
    if (const auto thrown = thrownOf(sources(), exhibit)) {
        const kernels::Stage stage = sources().stage(exhibit);
        reasons.thrown = ask(*thrown);
        reasons.thrownLabel = labelOf(stage, *switched(stage, exhibit.parameters));
    }
    return reasons;
}

const Reasons& conflicting() {
    static const Reasons made = reasonsOf(exhibitOf("matmul/06-tiled-conflicts", {{"PAD", 0}}, 512));
    return made;
}

double recordedAt(const kernels::ParameterValues& parameters) {
    return *recording().find("matmul/06-tiled-conflicts", parameters, {512, 512, 512})->median;
}

bool within(const QRectF& inner, const QRectF& outer) {
    return inner.isEmpty() || outer.adjusted(-1, -1, 1, 1).contains(inner);
}

} // namespace

// A time that another text was measured with says so wherever it stands.
TEST(Reason, ATimeOfAnotherTextIsToldAsThat) {
    Reasons reasons = conflicting();
    EXPECT_EQ(reasonPicture(&reasons).origin.find("which has changed since"), std::string::npos);
    auto older = std::make_shared<Reason>(*reasons.own);
    older->why->recorded->textOf = "1ebc9a5";
    reasons.own = older;
    const std::string origin = reasonPicture(&reasons).origin;
    EXPECT_NE(origin.find("with the text of commit 1ebc9a5, which has changed since"), std::string::npos) << origin;
}

// "published ceilings here. Choose one of …": each of those can be told, and no other.
TEST(Reason, WhatCanBeToldIsNamed) {
    const std::string known = ", " + sim::time::deviceCapabilities() + ",";
    for (const auto& architecture : sim::memory::architectures()) {
        const std::string capability(architecture.capability);
        EXPECT_EQ(known.find(", " + capability + ",") != std::string::npos,
                  sim::time::typicalDevice(capability) != nullptr)
            << capability << known;
    }
}

TEST(Reason, BarsAreTheLimitsOfWhy) {
    ASSERT_TRUE(conflicting().own->why) << conflicting().own->untold;
    const engine::Why& why = *conflicting().own->why;
    const ReasonPicture picture = reasonPicture(&conflicting());
    ASSERT_EQ(picture.bars.size(), 1 + why.limits.size());
    for (size_t i = 0; i < why.limits.size(); ++i) {
        const ReasonPicture::Bar& bar = picture.bars[1 + i];
        EXPECT_EQ(bar.name, sim::time::resourceName(why.limits[i].resource));
        EXPECT_EQ(bar.milliseconds, why.limits[i].milliseconds);
        EXPECT_EQ(bar.estimate, !why.limits[i].floor);
        EXPECT_EQ(bar.binds, i == why.binding);
        EXPECT_EQ(bar.figure.rfind(engine::figure(why.limits[i].milliseconds), 0), 0u);
    }
    EXPECT_EQ(why.binds().resource, sim::time::Resource::SharedWavefronts);
    EXPECT_TRUE(picture.wasteful) << "conflicts need not be";
}

// As it was counted, else as the estimate of the time has it.
TEST(Reason, L2IsAmongTheLimits) {
    const auto tipOf = [](const Reasons& reasons) {
        const ReasonPicture picture = reasonPicture(&reasons);
        const auto bar = std::ranges::find(picture.bars, "L2 sectors", &ReasonPicture::Bar::name);
        return bar == picture.bars.end() || !bar->estimate ? std::string() : bar->tip;
    };
    EXPECT_NE(tipOf(conflicting()).find("sectors (recorded)"), std::string::npos) << tipOf(conflicting());
    const Reasons small = reasonsOf(exhibitOf("matmul/06-tiled-conflicts", {{"PAD", 1}}, 96));
    EXPECT_NE(tipOf(small).find("sectors (estimated)"), std::string::npos) << tipOf(small);
}

TEST(Reason, TheEstimatedTimeStandsAboveTheLimits) {
    const engine::Why& why = *conflicting().own->why;
    ASSERT_TRUE(why.estimated && why.estimated->time.known);
    const ReasonPicture picture = reasonPicture(&conflicting());
    const ReasonPicture::Bar& bar = picture.bars.front();
    EXPECT_EQ(bar.milliseconds, why.estimated->time.milliseconds);
    EXPECT_TRUE(bar.estimate) << "hatched";
    EXPECT_FALSE(bar.binds);
    EXPECT_NE(bar.name.find("modelled"), std::string::npos) << bar.name;
    EXPECT_NE(bar.tip.find("short_scoreboard"), std::string::npos) << bar.tip;
    EXPECT_GE(picture.end, bar.milliseconds);
    Reasons unmeasured = conflicting();
    auto own = std::make_shared<Reason>(*unmeasured.own);
    own->why->recorded.reset();
    unmeasured.own = own;
    const std::string text = plainText(reasonPicture(&unmeasured).sentence);
    EXPECT_NE(text.find("it is estimated at " + engine::figure(bar.milliseconds) + " ms"), std::string::npos) << text;
}

TEST(Reason, TheSentenceHasTheRecordedTimeAndTheShare) {
    const engine::Why& why = *conflicting().own->why;
    const ReasonPicture picture = reasonPicture(&conflicting());
    ASSERT_TRUE(picture.recorded);
    EXPECT_EQ(*picture.recorded, recordedAt({{"TILE", 32}, {"PAD", 0}}));
    const std::string text = plainText(picture.sentence);
    EXPECT_NE(text.find(engine::figure(*picture.recorded) + " ms"), std::string::npos) << text;
    EXPECT_NE(text.find(engine::figure(why.binds().milliseconds) + " ms"), std::string::npos) << text;
    EXPECT_NE(text.find("shared memory wavefronts"), std::string::npos) << text;
    EXPECT_NE(picture.origin.find("NVIDIA H200"), std::string::npos) << picture.origin;
    EXPECT_NE(picture.origin.find("512³"), std::string::npos) << picture.origin;
    EXPECT_NE(picture.origin.find(kernels::daysOf(recording().provenance)), std::string::npos) << picture.origin;
    EXPECT_GE(picture.end, *picture.recorded);
}

TEST(Reason, TheOtherValueOfTheSwitchIsTold) {
    const ReasonPicture picture = reasonPicture(&conflicting());
    ASSERT_FALSE(picture.changes.empty());
    EXPECT_EQ(picture.changes[0].head, "With PAD on");
    EXPECT_EQ(picture.changes[0].figure, engine::figure(recordedAt({{"TILE", 32}, {"PAD", 1}})) + " ms");
    EXPECT_TRUE(picture.changes[0].better);
    const ReasonPicture back = reasonPicture(
        std::make_unique<Reasons>(reasonsOf(exhibitOf("matmul/06-tiled-conflicts", {{"PAD", 1}}, 512))).get());
    ASSERT_FALSE(back.changes.empty());
    EXPECT_EQ(back.changes[0].head, "With PAD off");
    EXPECT_FALSE(back.changes[0].better);
}

// What binds may be an estimate: no bound is told of it then, nor a figure that seems to hold.
TEST(Reason, EstimatesAreCalledSo) {
    Reasons reasons = conflicting();
    const auto estimated = [](const Reason& exact) {
        auto made = std::make_shared<Reason>(exact);
        engine::Why& why = *made->why;
        for (sim::time::Limit& limit : why.limits) {
            limit.floor = false;
            limit.amount.origin = sim::time::Origin::Estimated;
        }
        for (engine::Change& change : why.changes) {
            change.estimated = true;
            change.floor = false;
        }
        why.work.instructions.origin = sim::time::Origin::Estimated;
        why.recorded.reset();
        return made;
    };
    const auto bounds = [](const ReasonPicture& picture) {
        std::string all;
        for (const ReasonPicture::Change& change : picture.changes)
            all += change.figure + " | " + change.text + "\n";
        return all;
    };
    EXPECT_EQ(reasonPicture(&reasons).linesTitle, "shared memory wavefronts by line");
    EXPECT_NE(bounds(reasonPicture(&reasons)).find("≥ "), std::string::npos) << bounds(reasonPicture(&reasons));
    EXPECT_EQ(bounds(reasonPicture(&reasons)).find("≈ "), std::string::npos) << bounds(reasonPicture(&reasons));
    EXPECT_EQ(machineTip(reasons.own->why->code.front(), sim::time::Origin::Modelled).find("estimated"),
              std::string::npos);
    reasons.own = estimated(*conflicting().own);
    reasons.thrown = estimated(*conflicting().thrown);
    const ReasonPicture picture = reasonPicture(&reasons);
    for (const ReasonPicture::Bar& bar : picture.bars)
        EXPECT_TRUE(bar.estimate) << bar.name;
    EXPECT_NE(plainText(picture.sentence).find("exact enough to be a limit"), std::string::npos);
    EXPECT_EQ(picture.linesTitle, "shared memory wavefronts (estimated) by line");
    const std::string told = bounds(picture);
    EXPECT_EQ(told.find("≥"), std::string::npos) << told;
    EXPECT_NE(told.find("≈ " + engine::figure(reasons.thrown->why->binds().milliseconds) + " ms | estimated; "),
              std::string::npos)
        << told;
    EXPECT_NE(told.find(" (estimated)\n"), std::string::npos) << told;
    EXPECT_NE(machineTip(reasons.own->why->code.front(), sim::time::Origin::Estimated).find("(estimated)"),
              std::string::npos);
}

TEST(Reason, LinesAreThoseOfTheSource) {
    const ReasonPicture picture = reasonPicture(&conflicting());
    ASSERT_GE(picture.lines.size(), 2u);
    double sum = 0;
    for (const ReasonPicture::Line& line : picture.lines)
        sum += line.share;
    EXPECT_NEAR(sum, 1, 0.01);
    EXPECT_GE(picture.lines[0].share, picture.lines[1].share);
    EXPECT_NE(picture.lines[0].code.find("Bs["), std::string::npos) << picture.lines[0].code;
    EXPECT_TRUE(picture.lines[0].stalls.starts_with("Warps stand here ")) << picture.lines[0].stalls;
    EXPECT_NE(picture.lines[0].stalls.find("(modelled): short_scoreboard"), std::string::npos)
        << picture.lines[0].stalls;
    const auto heat = bindingHeat(*conflicting().own);
    ASSERT_TRUE(heat.contains(picture.lines[0].line));
    EXPECT_EQ(heat.at(picture.lines[0].line).share, 1) << "bars are held against the hottest line";
    EXPECT_TRUE(heat.at(picture.lines[0].line).bad);
}

TEST(Reason, MachineCodeIsWhatIsExecuted) {
    const engine::Why& why = *conflicting().own->why;
    ASSERT_GT(why.code.size(), 100u);
    double all = 0, line = 0, shared = 0, products = 0;
    const ReasonPicture picture = reasonPicture(&conflicting());
    for (const engine::MachineLine& each : why.code) {
        all += static_cast<double>(each.executions);
        EXPECT_FALSE(each.text.empty());
        EXPECT_FALSE(each.unit.empty());
        if (each.file == conflicting().own->fileName && each.line == picture.lines[0].line)
            line += static_cast<double>(each.executions);
        if (each.text.find("LDS") != std::string::npos || each.text.find("STS") != std::string::npos)
            shared += static_cast<double>(each.executions);
        if (each.text.find("FFMA") != std::string::npos)
            products += static_cast<double>(each.executions);
    }
    EXPECT_EQ(all, why.work.instructions.value);
    EXPECT_GT(line, 0.3 * all) << "the innermost line is most of it";
    EXPECT_GT(shared, 0);
    const std::string text = machineSummary(*conflicting().own);
    EXPECT_NE(text.find(scaledText(all)), std::string::npos) << text;
    EXPECT_NE(text.find(fmt::format("FFMA {:.0f} %", 100 * products / all)), std::string::npos) << text;
    EXPECT_NE(text.find(fmt::format("shared memory {:.0f} %", 100 * shared / all)), std::string::npos) << text;
    EXPECT_NE(text.find("addresses"), std::string::npos) << text;
    EXPECT_NE(text.find("control"), std::string::npos) << text;
    EXPECT_NEAR(std::accumulate(why.mix.begin(), why.mix.end(), 0.0), 1, 1e-9);
    EXPECT_NE(text.find("512³"), std::string::npos) << text;
}

TEST(Reason, WhatCannotBeToldIsSaid) {
    EXPECT_NE(plainText(reasonPicture(nullptr).sentence).find("Computing"), std::string::npos);
    Exhibit old = exhibitOf("matmul/06-tiled-conflicts", {}, 512);
    old.architecture = "1.0";
    const Reasons none = reasonsOf(old);
    EXPECT_FALSE(none.own->why);
    EXPECT_NE(none.own->untold.find("1.0"), std::string::npos) << none.own->untold;
    EXPECT_TRUE(reasonPicture(&none).bars.empty());
    EXPECT_EQ(plainText(reasonPicture(&none).sentence), none.own->untold);
    for (const kernels::Stage& stage : tests::catalogue().stages)
        if (stage.library || stage.cpu) {
            EXPECT_NE(reasonsOf(exhibitOf(stage.id, {}, 512)).own->untold.find(stage.cpu ? "CPU" : "library"),
                      std::string::npos)
                << stage.id;
        }
}

TEST(Reason, ALaunchThatWasNotRecordedHasLimitsAllTheSame) {
    const Reasons reasons = reasonsOf(exhibitOf("matmul/06-tiled-conflicts", {{"PAD", 1}}, 96));
    ASSERT_TRUE(reasons.own->why) << reasons.own->untold;
    const ReasonPicture picture = reasonPicture(&reasons);
    EXPECT_FALSE(picture.recorded);
    EXPECT_NE(plainText(picture.sentence).find("No time of this launch is recorded"), std::string::npos);
    EXPECT_FALSE(picture.bars.empty());
}

TEST(Reason, EveryResourceHasANameInEachLanguage) {
    tongue::speak(tongue::Language::Polish, kernels::resourcesDir() / "translations");
    for (size_t n = 0; n < sim::time::resourceCount; ++n) {
        const std::string name(sim::time::resourceName(static_cast<sim::time::Resource>(n)));
        EXPECT_TRUE(nameInTongue(name) != name || name == "DRAM") << name;
    }
    tongue::speak(tongue::Language::English, {});
}

// Figures that people read have no exponents, and what is said of them is said in their language.
TEST(Reason, TipsAreSaidInEachLanguage) {
    EXPECT_EQ(scaledText(0), "0");
    EXPECT_EQ(scaledText(999), "999");
    EXPECT_EQ(scaledText(999'960), "1 M");
    EXPECT_EQ(scaledText(4'850'000'000), "4.85 G");
    EXPECT_EQ(scaledText(3.2e18), "3\u2009200\u2009000 T");
    Reasons reasons = reasonsOf(exhibitOf("matmul/06-tiled-conflicts", {{"PAD", 1}}, 96));
    ASSERT_TRUE(reasons.own->why) << reasons.own->untold;
    auto longer = std::make_shared<Reason>(*reasons.own);
    for (sim::time::Limit& limit : longer->why->limits)
        limit.milliseconds = 123'456'789;
    reasons.own = longer;
    const auto tips = [&] {
        std::string all;
        const ReasonPicture picture = reasonPicture(&reasons);
        for (const ReasonPicture::Bar& bar : picture.bars)
            all += bar.figure + " " + bar.tip + "\n";
        return all + machineSummary(*reasons.own) + "\n" +
               machineTip(reasons.own->why->code.front(), sim::time::Origin::Estimated);
    };
    const std::string english = tips();
    EXPECT_NE(english.find("123\u2009456\u2009789"), std::string::npos) << english;
    EXPECT_EQ(english.find("e+"), std::string::npos) << english;
    EXPECT_NE(english.find(" at most ("), std::string::npos) << english;
    for (const tongue::Language language : {tongue::Language::Polish, tongue::Language::Chinese}) {
        tongue::speak(language, kernels::resourcesDir() / "translations");
        const std::string other = tips();
        for (const char* word :
             {" take ", "at most", "modelled", "a clock", "instructions of warps", "executed", "estimated"})
            EXPECT_EQ(other.find(word), std::string::npos) << word << " in " << other;
    }
    tongue::speak(tongue::Language::English, {});
}

TEST(WhyGeometry, NothingLiesOutside) {
    for (const QRectF& area : {QRectF(14, 34, 340, 200), QRectF(14, 34, 700, 520), QRectF(0, 0, 1200, 900)})
        for (const double scale : {1.0, 1.43, 2.0})
            for (const size_t bars : {1u, 6u, 13u}) {
                WhyWants wants;
                wants.bars = bars;
                wants.lines = 9;
                wants.changes = {62 * scale, 62 * scale, 34 * scale};
                wants.nameWidth = 150 * scale;
                wants.sentenceHeight = 50 * scale;
                wants.end = 80;
                const WhyGeometry g = layOutWhy(area, scale, wants);
                ASSERT_EQ(g.names.size(), g.tracks.size());
                ASSERT_FALSE(g.tracks.empty() && area.height() > 300) << area.height() << ' ' << scale;
                const bool bare = g.axis.isEmpty() && g.tracks.size() == 1; // and no room to say how many are left out
                EXPECT_EQ(g.more.isEmpty(), g.tracks.size() == bars || g.tracks.empty() || bare);
                for (size_t i = 0; i < g.tracks.size(); ++i) {
                    EXPECT_TRUE(within(g.tracks[i], area)) << i;
                    EXPECT_FALSE(g.tracks[i].intersects(g.names[i]));
                    EXPECT_FALSE(i > 0 && g.tracks[i].intersects(g.tracks[i - 1])) << i;
                }
                for (const auto& rows : {g.lines, g.changes})
                    for (size_t i = 0; i < rows.size(); ++i) {
                        EXPECT_TRUE(within(rows[i], area)) << i;
                        for (const QRectF& track : g.tracks)
                            EXPECT_FALSE(rows[i].intersects(track));
                    }
                for (const QRectF& change : g.changes)
                    EXPECT_NEAR(change.width(), asideWidth(area, scale), 0.01) << "its text was measured for that";
                EXPECT_TRUE(within(g.axis, area));
            }
}

TEST(WhyGeometry, ABarIsAsLongAsItsTime) {
    WhyWants wants;
    wants.bars = 2;
    wants.end = 80;
    const WhyGeometry g = layOutWhy({0, 0, 700, 400}, 1, wants);
    EXPECT_DOUBLE_EQ(g.bar(0, 80).width(), g.tracks[0].width());
    EXPECT_DOUBLE_EQ(g.bar(1, 20).width(), g.tracks[1].width() / 4);
    EXPECT_DOUBLE_EQ(g.at(40), g.tracks[0].center().x());
}

// At 200 % there is room for two of thirteen bars: the one that the picture is about had been left out.
TEST(WhyGeometry, TheBarThatBindsIsAlwaysThere) {
    EXPECT_EQ(barsInTracks(13, 13, 2), (std::vector<size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
    EXPECT_EQ(barsInTracks(13, 4, 2), (std::vector<size_t>{0, 1, 2, 3}));
    EXPECT_EQ(barsInTracks(13, 2, 2), (std::vector<size_t>{0, 2}));
    EXPECT_EQ(barsInTracks(13, 1, 2), (std::vector<size_t>{2}));
    EXPECT_EQ(barsInTracks(13, 2, 13), (std::vector<size_t>{0, 1})) << "nothing binds";
    EXPECT_TRUE(barsInTracks(13, 0, 2).empty());
}

// In the largest type a window of 1280×720 had the sentence, and below it nothing.
TEST(WhyGeometry, WhereThereIsRoomForBarsAloneTheyStandWithoutTitleAndAxis) {
    WhyWants wants;
    wants.bars = 13;
    wants.sentenceHeight = 90;
    wants.nameWidth = 200;
    for (const double scale : {1.0, 1.5, 1.95})
        for (double height = 40; height < 700; height += 7) {
            const QRectF area(10, 20, 1230, height);
            const WhyGeometry g = layOutWhy(area, scale, wants);
            const double rest = area.bottom() - g.origin.bottom() - 6 * scale;
            EXPECT_EQ(g.tracks.empty(), rest < 15 * scale) << scale << " " << height;
            for (const QRectF& each : {g.barsTitle, g.axis, g.more})
                EXPECT_TRUE(each.isEmpty() || each.bottom() <= area.bottom() + 3 * scale) << scale << " " << height;
            if (g.tracks.empty())
                continue;
            EXPECT_LE(g.tracks.back().bottom(), area.bottom() + 0.5) << scale << " " << height;
            EXPECT_TRUE(!g.more.isEmpty() || g.axis.isEmpty() || g.tracks.size() == wants.bars)
                << "it says how many are left out: " << scale << " " << height;
        }
}

// Whoever looks elsewhere stops it, wherever it is: in the launch, in its estimate, in its middle.
TEST(Reason, IsGivenUpAtAnyMoment) {
    const ReasonRequest request =
        reasonRequest(sources(), exhibitOf("matmul/06-tiled-conflicts", {{"PAD", 1}}, 512), &recording());
    size_t stopped = 0;
    for (int late = 0; late < 40; ++late) {
        std::stop_source stop;
        std::jthread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(10 * late));
            stop.request_stop();
        });
        if (late == 0) // however fast the machine is
            other.join();
        try {
            const Reason reason = reasonOf(tests::compiler(), request, stop.get_token());
            EXPECT_TRUE(reason.why) << reason.untold;
        } catch (const Abandoned&) {
            ++stopped;
        }
    }
    EXPECT_GT(stopped, 0u);
}
