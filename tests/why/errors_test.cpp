// SPDX-License-Identifier: GPL-3.0-or-later
// How far off the estimated times are: of all launches that were recorded, as kept in tests/data/estimated-h200.json, which
// `warplens-cli why --errors --json FILE` writes; docs/time.md has its table.
#include "app/engine/cache_errors.h"
#include "app/engine/error_scatter.h"
#include "app/engine/why.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/measure/recording.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace warplens::engine {
namespace {

const std::string source = WARPLENS_SOURCE_DIR;

std::vector<EstimatedLaunch> read(const std::string& name) {
    return launchesOf(nlohmann::ordered_json::parse(
        kernels::readText(source + "/tests/data/estimated-" + name + ".json", kernels::dataLimit)));
}
const std::vector<EstimatedLaunch>& kept() {
    static const std::vector<EstimatedLaunch> launches = read("h200");
    return launches;
}

TEST(TimeErrors, AreNoLargerThanTheyAreSaidToBe) {
    for (const std::string name : {"h200", "h100"}) {
        const std::vector<EstimatedLaunch> large = largeOnes(read(name));
        ASSERT_GT(large.size(), 350u);
        const ErrorSummary summary = summaryOf(large);
        EXPECT_LE(summary.median, 0.06) << name;
        EXPECT_GE(summary.within, 0.90) << name;
        EXPECT_NEAR(summary.bias, 1, 0.03) << "neither too fast nor too slow, on the whole: " << name;
        const Order order = orderOf(large);
        EXPECT_GE(double(order.right), 0.97 * double(order.pairs)) << name;
        for (const char* track : {"matmul", "reduction", "transpose"})
            EXPECT_LE(summaryOf(ofTrack(large, track)).median, 0.08) << name << ' ' << track;
    }
}

TEST(TimeErrors, TheDocumentationHasTheTable) {
    const std::string text = kernels::readText(source + "/docs/time.md", kernels::sourceLimit);
    for (const auto& [name, gpu] : {std::pair("h200", "NVIDIA H200"), std::pair("h100", "NVIDIA H100 80GB HBM3")}) {
        const std::vector<EstimatedLaunch> launches = read(name);
        const std::string table = errorTable(launches);
        EXPECT_NE(text.find(table), std::string::npos)
            << "write into docs/time.md what warplens-cli why --errors --from tests/data/estimated-" << name
            << ".json --markdown prints:\n"
            << table;
        EXPECT_EQ(kernels::readText(source + "/docs/estimated-" + name + ".svg", kernels::sourceLimit),
                  errorScatter(launches, gpu));
    }
}

// Also where all times are the same power of ten, so that there is no room between the least and the greatest.
TEST(TimeErrors, ASingleLaunchHasAPlaceInTheScatter) {
    const std::string picture = errorScatter({{"matmul/02-naive", {}, {512, 512, 512}, "warm", 1.0, 1.0}}, "a GPU");
    EXPECT_NE(picture.find("1 ms recorded, 1 ms estimated"), std::string::npos);
    for (const char* no : {"nan", "inf"})
        EXPECT_EQ(picture.find(no), std::string::npos) << no;
}

// What reads a matrix once and writes one, both larger than L2, takes no less than DRAM takes for it.
TEST(TimeErrors, NothingStreamsFasterThanDram) {
    const Calibrations calibrations(kernels::resourcesDir() / "calibrations");
    for (const auto& [name, gpu] : {std::pair("h200", "NVIDIA H200"), std::pair("h100", "NVIDIA H100 80GB HBM3")}) {
        const double gbps = calibrations.forDevice(*sim::time::findDevice(gpu)).calibration.dramGbps;
        size_t looked = 0;
        for (const EstimatedLaunch& launch : read(name)) {
            if (!launch.stage.starts_with("transpose") || launch.size.m < 8192)
                continue;
            const double bytes = 8. * double(launch.size.m) * double(launch.size.m);
            EXPECT_LE(bytes / (launch.estimated * 1e6), 1.02 * gbps) << launch.label();
            ++looked;
        }
        EXPECT_GT(looked, 20u);
    }
}

TEST(TimeErrors, EachRecordedTimeIsThere) {
    for (const std::string name : {"h200", "h100"}) {
        const kernels::Recording recording =
            kernels::loadRecording(kernels::resourcesDir() / "recordings" / ("nvidia-" + name + ".json"));
        for (const EstimatedLaunch& launch : read(name)) {
            const kernels::RecordedResult* result =
                recording.find(launch.stage, launch.parameters, launch.size, launch.cache);
            ASSERT_NE(result, nullptr) << launch.label();
            EXPECT_NEAR(*result->median, launch.recorded, 1e-6) << launch.label() << ": recordings tell nanoseconds";
        }
    }
}

// What is kept is what the model says: a part of the small ones anew.
TEST(TimeErrors, WhatIsKeptIsWhatTheModelSays) {
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    const kernels::StageCompiler compiler;
    const Calibrations calibrations(kernels::resourcesDir() / "calibrations");
    const sim::time::Device& device = *sim::time::findDevice("NVIDIA H200");
    size_t small = 0, looked = 0;
    for (const EstimatedLaunch& kept : kept()) {
        const bool matrices = kept.stage.starts_with("matmul");
        // Of the larger ones one whose waves L2 does not hold.
        const bool large = kept.label().starts_with("matmul/02-naive BLOCK=32,FLIPPED=0 4096");
        if (!large && (kept.size.m > (matrices ? 512 : 1 << 24) || small++ % 5 != 0))
            continue;
        const kernels::Stage& stage = *catalogue.find(kept.stage);
        const kernels::StageInstance instance = kernels::makeInstance(stage, kept.parameters, kept.size);
        WhyFacts facts;
        facts.warm = kept.cache == "warm";
        facts.leastBytes = leastBytes(instance);
        facts.recorded = RecordedTime{kept.recorded, "NVIDIA H200", "", kept.cache, kept.clockMhz, false};
        const Why why = explain(imageOfStage(compiler, stage, instance.parameters, "9.0"), launchOfStage(instance),
                                device, facts, {.calibrations = &calibrations, .stop = {}});
        ASSERT_TRUE(why.estimated && why.estimated->time.known) << kept.label();
        EXPECT_NEAR(why.estimated->time.milliseconds, kept.estimated, 1e-3 * kept.estimated) << kept.label();
        EXPECT_GE(why.estimated->time.milliseconds, why.binds().milliseconds) << kept.label();
        double stalls = 0;
        for (const double share : why.estimated->time.stalls)
            stalls += share;
        EXPECT_NEAR(stalls, 1, 1e-6) << kept.label();
        ++looked;
    }
    EXPECT_GT(looked, 20u);
}

// The H100's likewise, with its own calibration: a few of the smallest.
TEST(TimeErrors, TheH100sAreWhatTheModelSays) {
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    const kernels::StageCompiler compiler;
    const Calibrations calibrations(kernels::resourcesDir() / "calibrations");
    const sim::time::Device& device = *sim::time::findDevice("NVIDIA H100 80GB HBM3");
    size_t small = 0, looked = 0;
    for (const EstimatedLaunch& kept : read("h100")) {
        if (!kept.stage.starts_with("matmul") || kept.size.m > 256 || small++ % 10 != 0)
            continue;
        const kernels::StageInstance instance =
            kernels::makeInstance(*catalogue.find(kept.stage), kept.parameters, kept.size);
        WhyFacts facts;
        facts.leastBytes = leastBytes(instance);
        facts.recorded = RecordedTime{kept.recorded, std::string(device.name), "", kept.cache, kept.clockMhz, false};
        const Why why = explain(imageOfStage(compiler, *catalogue.find(kept.stage), instance.parameters, "9.0"),
                                launchOfStage(instance), device, facts, {.calibrations = &calibrations, .stop = {}});
        ASSERT_TRUE(why.estimated && why.estimated->time.known) << kept.label();
        EXPECT_FALSE(why.estimated->borrowed);
        EXPECT_NEAR(why.estimated->time.milliseconds, kept.estimated, 1e-3 * kept.estimated) << kept.label();
        ++looked;
    }
    EXPECT_GE(looked, 5u);
}

// 46 MB that one multiprocessor each reads, and 4 that are written, do not stay in 60 MB of L2, as some stand in both halves; 34 do.
TEST(TimeErrors, WhatBothHalvesOfL2DoNotHoldComesFromDram) {
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    const kernels::StageCompiler compiler;
    const Calibrations calibrations(kernels::resourcesDir() / "calibrations");
    const sim::time::Device& device = *sim::time::findDevice("NVIDIA H100 80GB HBM3");
    size_t looked = 0;
    for (const EstimatedLaunch& launch : read("h100")) {
        const bool stride = launch.stage == "patterns/02-stride" && launch.size.m == 1 << 20;
        if (!stride || (launch.parameters.front().value != 8 && launch.parameters.front().value != 11))
            continue;
        const kernels::Stage& stage = *catalogue.find(launch.stage);
        const kernels::StageInstance instance = kernels::makeInstance(stage, launch.parameters, launch.size);
        WhyFacts facts;
        facts.leastBytes = leastBytes(instance);
        facts.recorded =
            RecordedTime{launch.recorded, std::string(device.name), "", launch.cache, launch.clockMhz, false};
        const Why why = explain(imageOfStage(compiler, stage, instance.parameters, "9.0"), launchOfStage(instance),
                                device, facts, {.calibrations = &calibrations, .stop = {}});
        ASSERT_TRUE(why.estimated && why.estimated->time.known) << launch.label();
        if (launch.parameters.front().value == 8) {
            EXPECT_EQ(why.estimated->time.dramBytes, 0);
        } else {
            EXPECT_NEAR(why.estimated->time.dramBytes, 50331648, 1);
            EXPECT_NEAR(why.estimated->time.milliseconds, launch.recorded, 0.1 * launch.recorded);
        }
        ++looked;
    }
    EXPECT_EQ(looked, 2u);
}

TEST(TimeErrors, AreCounted) {
    const auto launch = [](double recorded, double estimated) {
        return EstimatedLaunch{"matmul/07-tiled", {}, {512, 512, 512}, "warm", recorded, estimated, 1980, 0, 0};
    };
    const std::vector<EstimatedLaunch> four{launch(1, 1.1), launch(2, 1), launch(4, 5), launch(4.1, 3)};
    const ErrorSummary summary = summaryOf(four);
    EXPECT_EQ(summary.launches, 4u);
    EXPECT_NEAR(summary.within, 0.25, 1e-12);
    EXPECT_NEAR(summary.median, 1 - 3 / 4.1, 1e-12);
    const Order order = orderOf(four);
    EXPECT_EQ(order.pairs, 5u) << "4 and 4.1 do not differ enough";
    EXPECT_EQ(order.right, 4u);
    ASSERT_EQ(order.wrong.size(), 1u);
    EXPECT_EQ(order.wrong.front().first->recorded, 1);
    EXPECT_EQ(order.wrong.front().second->recorded, 2);
    const std::vector<EstimatedLaunch> again = launchesOf(errorsJson(four));
    ASSERT_EQ(again.size(), 4u);
    EXPECT_EQ(again[1].estimated, 1);
    EXPECT_EQ(again[1].label(), four[1].label());
    EXPECT_THROW(launchesOf(nlohmann::ordered_json::object()), EngineError);
}

// tests/hardware/why/outer.txt, counted on the H200: of a third to all of what L1 misses of them L2 is asked for.
TEST(CacheErrors, OuterProductsAreNoFurtherOffThanTheyAreSaidToBe) {
    std::istringstream lines(kernels::readText(source + "/tests/data/outer-h200.csv", kernels::dataLimit));
    std::vector<double> errors;
    for (std::string line; std::getline(lines, line);) {
        const auto is = [&](const EstimatedLaunch& launch) {
            std::string label = launch.label();
            if (const size_t none = label.find(" default"); none != std::string::npos)
                label.erase(none, 8);
            return launch.size.m >= 512 && line.starts_with(label + ",");
        };
        const auto found = std::ranges::find_if(kept(), is);
        double misses = 0, sectors = 0;
        if (found != kept().end() && std::sscanf(line.c_str() + line.find(','), ",%lf,%lf", &misses, &sectors) == 2)
            errors.push_back(std::abs(found->l2Sectors / sectors - 1));
    }
    ASSERT_EQ(errors.size(), 28u);
    std::ranges::sort(errors);
    EXPECT_LE(errors[12], 0.10);
    EXPECT_LE(errors[14], 0.12);
    EXPECT_LE(errors[25], 0.34);
}

TEST(CacheErrors, TheDocumentationHasTheTable) {
    const std::string text = kernels::readText(source + "/docs/caches.md", kernels::sourceLimit);
    for (const std::string name : {"h200", "h100"}) {
        const auto launches = cachedLaunches(
            read(name), kernels::loadRecording(kernels::resourcesDir() / "recordings" / ("nvidia-" + name + ".json")));
        EXPECT_GT(launches.size(), 50u);
        const std::string table = cacheErrorTable(launches);
        EXPECT_NE(text.find(table), std::string::npos)
            << "write into docs/caches.md what warplens-cli why --errors --caches --gpu " << name
            << " --from tests/data/estimated-" << name << ".json prints:\n"
            << table;
    }
}

TEST(CacheErrors, AreThoseOfTheLaunchesThatWereCounted) {
    kernels::Recording recording;
    recording.counters.push_back({"matmul/07-tiled",
                                  {},
                                  {512, 512, 512},
                                  {{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 1000},
                                   {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", 600},
                                   {"lts__t_sectors_srcunit_tex.sum", 500}}});
    EstimatedLaunch launch{"matmul/07-tiled", {}, {512, 512, 512}, "warm", 1, 1, 1980, 440, 440};
    EstimatedLaunch other = launch, cold = launch;
    other.size = {256, 256, 256};
    cold.cache = "cold";
    const auto found = cachedLaunches({launch, other, cold}, recording);
    ASSERT_EQ(found.size(), 1u);
    const std::string table = cacheErrorTable(found);
    for (const char* name : {"`matmul/07-tiled`", "products of 512"})
        EXPECT_NE(table.find(std::string("| ") + name + " | 10.0 % | 0 of 1 | 1.10 | 12.0 % | 0 of 1 | 0.88 |"),
                  std::string::npos)
            << table;
    // Counted with L2 as the launch before left it, as it is estimated, rather than with L2 flushed.
    const auto misses = [&](std::map<std::string, double> metrics) {
        metrics["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] = 1000;
        metrics["l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"] = 500;
        recording.stalls.emplace().launches.push_back({launch.stage, {}, launch.size, std::move(metrics)});
        return cachedLaunches({launch}, recording).front().missesCounted;
    };
    EXPECT_EQ(misses({{"lts__t_sectors_srcunit_tex.sum", 500}}), 500);
    EXPECT_EQ(misses({}), 400) << "not all of it was counted there";
}

} // namespace
} // namespace warplens::engine
