// SPDX-License-Identifier: GPL-3.0-or-later
// What warps wait for, modelled beside measured: as kept in tests/data/stalls.json, which `warplens-cli why --stalls --json FILE`
// writes; docs/time.md has its table.
#include "app/engine/why.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/measure/recording.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <numeric>

namespace warplens::engine {
namespace {

const std::string source = WARPLENS_SOURCE_DIR;

const std::vector<ComparedStalls>& kept() {
    static const std::vector<ComparedStalls> launches = comparedStallsOf(
        nlohmann::ordered_json::parse(kernels::readText(source + "/tests/data/stalls.json", kernels::dataLimit)));
    return launches;
}

TEST(StallErrors, TheDocumentationHasTheTable) {
    const std::string text = kernels::readText(source + "/docs/time.md", kernels::sourceLimit);
    const std::string table = stallTable(kept());
    EXPECT_NE(text.find(table), std::string::npos)
        << "write into docs/time.md what warplens-cli why --stalls --from tests/data/stalls.json --markdown prints:\n"
        << table;
}

TEST(StallErrors, EachMeasuredLaunchIsThereAsItWasRecorded) {
    size_t rows = 0;
    for (const char* file : {"nvidia-h100.json", "nvidia-h200.json"}) {
        const kernels::Recording recording = kernels::loadRecording(kernels::resourcesDir() / "recordings" / file);
        for (const kernels::RecordedCounters& row : recording.stalls->launches)
            rows += kernels::stallShares(row).empty() ? 0 : 1;
        for (const ComparedStalls& launch : kept()) {
            if (launch.gpu != recording.provenance.gpu)
                continue;
            const kernels::RecordedCounters* row = recording.findStalls(launch.stage, launch.parameters, launch.size);
            ASSERT_NE(row, nullptr) << launch.label();
            EXPECT_EQ(kernels::stallShares(*row), launch.measured) << launch.label();
        }
    }
    EXPECT_EQ(kept().size(), rows);
}

// A part of the small ones anew, and with what was measured beside it.
TEST(StallErrors, WhatIsKeptIsWhatTheModelSays) {
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    const kernels::StageCompiler compiler;
    const Calibrations calibrations(kernels::resourcesDir() / "calibrations");
    size_t small = 0, looked = 0;
    for (const ComparedStalls& kept : kept()) {
        if (kept.size.m > 512 || small++ % 4 != 0)
            continue;
        const bool h100 = kept.gpu.find("H100") != std::string::npos;
        const kernels::Recording recording = kernels::loadRecording(
            kernels::resourcesDir() / "recordings" / (h100 ? "nvidia-h100.json" : "nvidia-h200.json"), catalogue);
        const kernels::StageInstance instance =
            kernels::makeInstance(*catalogue.find(kept.stage), kept.parameters, kept.size);
        WhyFacts facts;
        facts.leastBytes = leastBytes(instance);
        addRecorded(facts, recording, kept.stage, kept.parameters, kept.size);
        ASSERT_TRUE(facts.stalls) << kept.label();
        const Why why = explain(imageOfStage(compiler, *catalogue.find(kept.stage), instance.parameters, "9.0"),
                                launchOfStage(instance), *sim::time::findDevice(kept.gpu), facts,
                                {.calibrations = &calibrations, .stop = {}});
        ASSERT_TRUE(why.stalls && why.estimated && why.estimated->time.known) << kept.label();
        EXPECT_EQ(why.stalls->shares, kept.measured) << kept.label();
        EXPECT_EQ(why.stalls->gpu, kept.gpu);
        for (const auto& [reason, share] : sharesOf(why.estimated->time.stalls))
            EXPECT_NEAR(share, kept.modelled.at(reason), 1e-3) << kept.label() << ' ' << reason;
        ++looked;
    }
    EXPECT_GE(looked, 6u);
}

TEST(StallErrors, AreCounted) {
    const ComparedStalls one{"A", "matmul/07-tiled", {}, {8, 8, 8}, {{"wait", 0.5}, {"barrier", 0.5}}, {{"wait", 1}}};
    const ComparedStalls two{
        "A", "matmul/07-tiled", {}, {8, 8, 8}, {{"wait", 0.75}, {"drain", 0.25}}, {{"wait", 0.5}, {"selected", 0.5}}};
    EXPECT_DOUBLE_EQ(one.astray(), 0.5);
    EXPECT_DOUBLE_EQ(two.astray(), 0.5);
    EXPECT_DOUBLE_EQ(one.difference("wait"), 0.5);
    EXPECT_DOUBLE_EQ(two.difference("drain"), -0.25);
    EXPECT_DOUBLE_EQ(two.difference("sleeping"), 0);
    const std::string table = stallTable({one, two});
    EXPECT_NE(table.find("| `wait` | 62.5 % | 75.0 % | 37.5 |\n"), std::string::npos) << table;
    EXPECT_NE(table.find("| `drain` | 12.5 % | 0.0 % | 12.5 |\n"), std::string::npos) << table;
    EXPECT_NE(table.find("| time of warps with another reason | | | 50.0 |\n"), std::string::npos) << table;
    const std::vector<ComparedStalls> again = comparedStallsOf(stallsJson({one, two}));
    ASSERT_EQ(again.size(), 2u);
    EXPECT_EQ(again[1].modelled, two.modelled);
    EXPECT_EQ(again[1].measured, two.measured);
    EXPECT_EQ(again[1].label(), two.label());
    EXPECT_THROW(comparedStallsOf(nlohmann::ordered_json::object()), EngineError);
}

} // namespace
} // namespace warplens::engine
