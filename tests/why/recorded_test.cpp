// SPDX-License-Identifier: GPL-3.0-or-later
// Against what was recorded: instructions that the hardware has counted, and times. No launch may have been faster than
// its longest limit allows: a limit that is too long anywhere is wrong everywhere.
#include "app/engine/placed_arguments.h"
#include "app/engine/why.h"
#include "app/engine/why_changes.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/recording.h"
#include "sim/machine/executions.h"
#include "sim/simt/values.h"
#include "sim/time/lone_warp.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <numeric>

namespace warplens::engine {
namespace {

const kernels::Catalogue& catalogue() {
    static const kernels::Catalogue all = kernels::loadCatalogue(kernels::stagesDir());
    return all;
}
const kernels::StageCompiler& compiler() {
    static const kernels::StageCompiler one;
    return one;
}
const kernels::Recording& recording() {
    static const kernels::Recording h200 =
        kernels::loadRecording(kernels::resourcesDir() / "recordings" / "nvidia-h200.json");
    return h200;
}
const sim::time::Device& h200() {
    return *sim::time::findDevice("NVIDIA H200");
}

struct Launch {
    KernelImage image;
    LaunchSpec spec;
    WhyFacts facts;
};

Launch launchOf(const std::string& id, const kernels::ParameterValues& parameters, const kernels::Size& size) {
    const kernels::Stage& stage = *catalogue().find(id);
    const kernels::StageInstance instance = kernels::makeInstance(stage, parameters, size);
    Launch launch{imageOfStage(compiler(), stage, instance.parameters, "9.0"), launchOfStage(instance), {}};
    launch.facts.leastBytes = leastBytes(instance);
    return launch;
}

const sim::time::Limit& limitOf(const Why& why, sim::time::Resource resource) {
    return *std::find_if(why.limits.begin(), why.limits.end(),
                         [&](const sim::time::Limit& limit) { return limit.resource == resource; });
}

/// What is said of figures that are not exact; what L2 gets is told of each launch whose time is not estimated.
std::string doubtsOf(const Why& why) {
    std::string doubts;
    for (const std::string& note : why.notes)
        if (!note.starts_with("how many sectors L2 "))
            doubts += note + "\n";
    return doubts;
}

class OfTrack : public testing::TestWithParam<const char*> {};

// smsp__inst_executed.sum, of every launch whose counters were recorded. At sizes that are no multiple of anything lanes
// part at the edges, and the hardware brings some of them together later than the walk does: a few more instructions.
TEST_P(OfTrack, ExecutedInstructionsAreThoseCounted) {
    size_t launches = 0, exact = 0;
    for (const kernels::RecordedCounters& counted : recording().counters) {
        const auto metric = counted.metrics.find("smsp__inst_executed.sum");
        const bool large = counted.stage.starts_with("matmul") && counted.size.m > 600;
        if (!counted.stage.starts_with(GetParam()) || large || metric == counted.metrics.end())
            continue;
        const Launch launch = launchOf(counted.stage, counted.parameters, counted.size);
        const Why why = explain(launch.image, launch.spec, h200(), launch.facts);
        const std::string label =
            counted.stage + " " + kernels::variantText(counted.parameters) + " " + kernels::sizeText(counted.size);
        ++launches;
        const double model = why.work.instructions.value;
        exact += model == metric->second;
        if (why.work.instructions.origin != sim::time::Origin::Modelled) {
            EXPECT_EQ(counted.stage, "reduction/10-streaming") << "its last block does more";
            EXPECT_NEAR(model, metric->second, 0.01 * metric->second) << label;
            EXPECT_NE(doubtsOf(why), "") << label << ": an estimate says so";
        } else if (counted.size.m == 509) {
            EXPECT_LE(model, metric->second) << label;
            EXPECT_GT(model, 0.999 * metric->second) << label;
        } else {
            EXPECT_EQ(model, metric->second) << label;
        }
    }
    EXPECT_GT(launches, 0u);
    EXPECT_GE(exact * 10, launches * 7) << exact << " of " << launches;
    RecordProperty("exact", static_cast<int>(exact));
    RecordProperty("launches", static_cast<int>(launches));
    std::printf("%zu of %zu launches exact\n", exact, launches);
}

// With cold caches the same limits hold but that of DRAM: what is written may stay in L2. So each launch is explained once.
TEST_P(OfTrack, NoRecordedTimeIsShorterThanALimit) {
    std::map<std::string, std::vector<const kernels::RecordedResult*>> launches;
    for (const kernels::RecordedResult& result : recording().results) {
        const kernels::Stage* stage = catalogue().find(result.stage);
        ASSERT_NE(stage, nullptr);
        const bool large = result.size.m > (result.stage.starts_with("matmul") ? 1024 : 1 << 24);
        if (result.stage.starts_with(GetParam()) && stage->kernel && !stage->cpu && result.ok && !large)
            launches[result.stage + ' ' + kernels::variantText(result.parameters) + ' ' +
                     kernels::sizeText(result.size)]
                .push_back(&result);
    }
    size_t cold = 0;
    for (const auto& [name, results] : launches) {
        Launch launch = launchOf(results.front()->stage, results.front()->parameters, results.front()->size);
        launch.facts.warm = true;
        const Why why = explain(launch.image, launch.spec, h200(), launch.facts);
        for (const kernels::RecordedResult* result : results) {
            cold += result->cache != "warm";
            for (const sim::time::Limit& limit : why.limits)
                if (limit.floor && (result->cache == "warm" || limit.resource != sim::time::Resource::Dram)) {
                    EXPECT_LE(limit.milliseconds, *result->median)
                        << name << ' ' << result->cache << ": " << sim::time::resourceName(limit.resource);
                }
        }
        EXPECT_GT(why.binds().milliseconds, 0);
        EXPECT_TRUE(why.binds().floor);
    }
    EXPECT_GT(launches.size(), 0u);
    EXPECT_GT(cold, 0u);
}

// That the above may leave it out: a launch that finds its caches empty has the other one's limits, all but one.
TEST(Why, ColdCachesChangeTheLimitOfDramAlone) {
    for (const char* id : {"matmul/07-tiled", "reduction/05-block-sum"}) {
        const int edge = std::string(id).starts_with("matmul") ? 256 : 1 << 20;
        Launch launch = launchOf(id, kernels::defaultParameters(*catalogue().find(id)), {edge, edge, edge});
        const Why warm = explain(launch.image, launch.spec, h200(), launch.facts);
        launch.facts.warm = false;
        const Why cold = explain(launch.image, launch.spec, h200(), launch.facts);
        size_t alike = 0;
        for (const sim::time::Limit& limit : warm.limits)
            if (limit.resource != sim::time::Resource::Dram) {
                EXPECT_EQ(limit.milliseconds, limitOf(cold, limit.resource).milliseconds) << id;
                EXPECT_EQ(limit.floor, limitOf(cold, limit.resource).floor) << id;
                ++alike;
            }
        EXPECT_GT(alike, 4u);
        for (const sim::time::Limit& limit : cold.limits)
            EXPECT_FALSE(limit.floor && limit.resource == sim::time::Resource::Dram) << id;
    }
}

INSTANTIATE_TEST_SUITE_P(Why, OfTrack, testing::Values("matmul/0", "matmul/1", "patterns", "reduction", "transpose"),
                         [](const auto& track) {
                             std::string name = track.param;
                             std::erase(name, '/');
                             return name;
                         });

// "Of these 80 ms, 78.5 are spent on wavefronts of shared memory", and where.
TEST(Why, ConflictsBindAndLinesTellWhere) {
    const kernels::ParameterValues parameters{{"TILE", 32}, {"PAD", 0}};
    const kernels::Size size{4096, 4096, 4096};
    Launch launch = launchOf("matmul/06-tiled-conflicts", parameters, size);
    const kernels::RecordedResult& result = *recording().find("matmul/06-tiled-conflicts", parameters, size);
    launch.facts.recorded = RecordedTime{*result.median, "NVIDIA H200", "", "warm", result.smClock, false};
    const Why why = explain(launch.image, launch.spec, h200(), launch.facts);
    EXPECT_EQ(why.binds().resource, sim::time::Resource::SharedWavefronts);
    const double share = why.binds().milliseconds / *result.median;
    EXPECT_GT(share, 0.95);
    EXPECT_LE(share, 1);
    EXPECT_NE(verdict(why).find("shared memory wavefronts alone take at least"), std::string::npos) << verdict(why);
    double sum = 0;
    for (const LineOfLimit& line : why.lines)
        sum += line.share;
    EXPECT_NEAR(sum, 1, 1e-9) << "all of it is in some line";
    EXPECT_GT(why.lines.front().share, 0.5);
    // Padding takes the conflicts away: what is then left is no longer than what was recorded with it.
    ASSERT_FALSE(why.changes.empty());
    const kernels::RecordedResult& padded =
        *recording().find("matmul/06-tiled-conflicts", {{"TILE", 32}, {"PAD", 1}}, size);
    EXPECT_LE(why.changes.front().milliseconds.value(), *padded.median);
    EXPECT_GT(why.changes.front().milliseconds.value(), 0.3 * *padded.median);

    const nlohmann::ordered_json json = whyJson(why);
    EXPECT_EQ(json.at("binds"), "shared memory wavefronts");
    EXPECT_EQ(json.at("measured").at("origin"), "recorded");
    for (const auto& limit : json.at("limits"))
        EXPECT_NEAR(limit.at("share").get<double>() * *result.median, limit.at("ms").get<double>(), 1e-9);
}

// Blocks of the summit with many slices ask by an atomic who of them came last, and that one does more: groups of them stand for
// all, and what is told is what all blocks count, and what the hardware has counted.
TEST(Why, AGridThatDoesNotFillTheGpuIsTold) {
    Launch launch = launchOf("matmul/07-tiled", {{"TILE", 32}}, {256, 256, 256});
    const Why why = explain(launch.image, launch.spec, h200(), launch.facts);
    ASSERT_EQ(why.work.blocks, 64u);
    const double fill = 64. / 132; // each has a multiprocessor to itself, and 68 have none
    EXPECT_NEAR(why.fill, fill, 1e-9);
    const auto told = std::find_if(why.changes.begin(), why.changes.end(), [](const Change& each) {
        return textOf(each).find("64 blocks fill") != std::string::npos;
    });
    ASSERT_NE(told, why.changes.end());
    EXPECT_NE(textOf(*told).find(fmt::format("fill {:.0f} % of the turns of 132 multiprocessors", 100 * fill)),
              std::string::npos)
        << textOf(*told);
    EXPECT_NEAR(told->milliseconds.value(), why.binds().milliseconds * fill, 1e-12);
}

TEST(Why, BlocksThatAskOneAnotherAreCountedExactly) {
    size_t launches = 0;
    for (const kernels::RecordedCounters& counted : recording().counters) {
        const auto metric = counted.metrics.find("smsp__inst_executed.sum");
        if (counted.stage != "matmul/20-summit" || counted.parameters.front().value < 8 || counted.size.m < 1024 ||
            metric == counted.metrics.end())
            continue;
        const std::string label = kernels::variantText(counted.parameters) + " " + kernels::sizeText(counted.size);
        const Launch launch = launchOf(counted.stage, counted.parameters, counted.size);
        sim::simt::RunOptions options;
        options.classes = true;
        const auto groups = Simulation(launch.image, launch.spec).runGroups(options);
        ASSERT_TRUE(groups) << label;
        EXPECT_TRUE(groups->exact);
        EXPECT_LT(10 * groups->blocksRun, 9 * groups->blocksTotal) << "a part of the grid tells of it";
        if (counted.size.m == 1024) {
            const sim::simt::RunResult whole = Simulation(launch.image, launch.spec).runSample(options);
            EXPECT_EQ(whole.blocksRun, whole.blocksTotal);
            EXPECT_EQ(groups->executions, whole.executions) << label;
            EXPECT_EQ(groups->counters, whole.counters) << label;
        }
        const Why why = explain(launch.image, launch.spec, h200(), launch.facts);
        EXPECT_EQ(why.work.instructions.origin, sim::time::Origin::Modelled);
        EXPECT_EQ(why.work.instructions.value, metric->second) << label;
        EXPECT_EQ(doubtsOf(why), "");
        ++launches;
    }
    EXPECT_GE(launches, 6u);
}

// What is only stored is not computed where the counts are asked for, nor are arrays filled that decide nothing: every stage counts
// the same without.
TEST(Why, CountsAreTheSameWithoutWhatIsOnlyStored) {
    size_t shorter = 0, empty = 0;
    for (const kernels::Stage& stage : catalogue().stages) {
        if (!stage.kernel || stage.cpu)
            continue;
        const Launch launch = launchOf(
            stage.id, {}, stage.track == "matmul" ? kernels::Size{133, 130, 129} : kernels::Size{4096, 4096, 4096});
        Simulation all(launch.image, launch.spec);
        const bool decides = sim::simt::memoryDecides(*all.program().functions.front().source);
        empty += !decides;
        EXPECT_TRUE(!decides || stage.id == "matmul/20-summit" || stage.track != "matmul") << stage.id;
        Simulation counting(launch.image, decides ? launch.spec : withoutContents(launch.spec));
        counting.countOnly();
        const std::vector<bool> left = sim::simt::onlyValues(*counting.program().functions.front().source);
        shorter += std::count(left.begin(), left.end(), true) > 2;
        sim::simt::RunOptions options;
        options.classes = true;
        const sim::simt::RunResult a = all.runSample(options), b = counting.runSample(options);
        EXPECT_EQ(a.executions, b.executions) << stage.id;
        EXPECT_EQ(a.counters, b.counters) << stage.id;
        EXPECT_EQ(a.exact, b.exact) << stage.id;
        EXPECT_EQ(a.classes.size(), b.classes.size()) << stage.id;
    }
    EXPECT_GT(shorter, 20u);
    EXPECT_GT(empty, 20u);
}

// Neighbouring instructions with opposite guards write a register together ("@P2 LDC R105" and "@!P2 LDC R105" in 19-async-copy with
// four stages): what a load had put there before decides nothing.
TEST(Why, WhereWarpsOfAProductGoDependsOnMemoryInNoOtherThanTheSummit) {
    size_t variants = 0;
    for (const kernels::Stage& stage : catalogue().stages) {
        if (!stage.kernel || stage.cpu || stage.track != "matmul")
            continue;
        for (const kernels::ParameterValues& variant : kernels::measuredVariants(stage)) {
            const Launch launch = launchOf(stage.id, variant, {512, 512, 512});
            const auto bytes = std::as_bytes(std::span(launch.image.cubin.data(), launch.image.cubin.size()));
            const sim::sass::Cubin cubin = sim::sass::readCubin(bytes);
            const sim::machine::Flow flow = sim::machine::flowOf(cubin, cubin.functions.front());
            ++variants;
            if (sim::machine::dependsOnMemory(flow)) {
                EXPECT_EQ(stage.id, "matmul/20-summit") << kernels::variantText(variant);
                EXPECT_GE(variant.front().value, 8) << "an atomic tells who came last";
            }
        }
    }
    EXPECT_GT(variants, 50u);
}

TEST(Why, ARecordedCounterIsPreferredAndSaidToBe) {
    const kernels::ParameterValues parameters{{"TILE", 32}};
    const kernels::Size size{512, 512, 512};
    Launch launch = launchOf("matmul/07-tiled", parameters, size);
    const Why estimated = explain(launch.image, launch.spec, h200(), launch.facts, {.caches = true, .stop = {}});
    EXPECT_EQ(limitOf(estimated, sim::time::Resource::L2Sectors).amount.origin, sim::time::Origin::Estimated);
    launch.facts.counters = recording().findCounters("matmul/07-tiled", parameters, size);
    ASSERT_NE(launch.facts.counters, nullptr);
    const Why recorded = explain(launch.image, launch.spec, h200(), launch.facts);
    const sim::time::Limit& limit = limitOf(recorded, sim::time::Resource::L2Sectors);
    EXPECT_EQ(limit.amount.origin, sim::time::Origin::Recorded);
    EXPECT_EQ(limit.amount.value, launch.facts.counters->metrics.at("lts__t_sectors_srcunit_tex.sum"));
    EXPECT_FALSE(limit.floor);
}

TEST(Why, RefusesWhatItCannotTell) {
    Launch launch = launchOf("matmul/07-tiled", {{"TILE", 32}}, {64, 64, 64});
    EXPECT_THROW(explain(launch.image, launch.spec, *sim::time::findDevice("T4"), {}), EngineError);
    launch.image.cubin.clear();
    EXPECT_THROW(explain(launch.image, launch.spec, h200(), {}), EngineError);
}

// A warp alone: no latency but those of fixed instructions, its time is the sum of the stall counts.
TEST(LoneWarp, WaitsForWhatItNeeds) {
    const Launch launch = launchOf("matmul/07-tiled", {{"TILE", 32}}, {64, 64, 64});
    const auto bytes = std::as_bytes(std::span(launch.image.cubin.data(), launch.image.cubin.size()));
    const sim::sass::Cubin cubin = sim::sass::readCubin(bytes);
    const sim::machine::Flow flow = sim::machine::flowOf(cubin, cubin.functions.front());
    Simulation simulation(launch.image, launch.spec);
    const sim::machine::Walk walked = sim::machine::walk(flow, {simulation.launch(), {}, 0}, {});
    ASSERT_TRUE(walked.complete);
    double stalls = 0;
    for (const sim::machine::Run& run : walked.runs)
        for (uint32_t n = run.first; n < run.end; ++n)
            stalls += std::max<unsigned>(1, flow.steps[n].instruction.control().stall);
    sim::time::Latencies none{0, 0, 0, 0, 0, 0};
    EXPECT_EQ(sim::time::loneWarpCycles(flow, walked.runs, none), stalls);
    const double usual = sim::time::loneWarpCycles(flow, walked.runs, {});
    EXPECT_GT(usual, stalls);
    sim::time::Latencies far;
    far.l1Hits = far.l2Hits = 0;
    // Two tiles, one load after the other has been waited for: two more trips to DRAM instead of L1, at least.
    EXPECT_GT(sim::time::loneWarpCycles(flow, walked.runs, far), usual + 2 * (far.dram - far.l1) - 1);
}

} // namespace
} // namespace warplens::engine
