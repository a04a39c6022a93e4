// SPDX-License-Identifier: GPL-3.0-or-later
// The hardware's counters that come with the program are what the model says, to the digit: for every launch that was
// recorded. A rule of the model that changes by accident fails here, without a GPU.
#include "app/engine/check.h"
#include "app/engine/deviations.h"
#include "app/engine/placed_arguments.h"
#include "app/window/count_table.h"
#include "kernels/measure/recording.h"
#include "sim/ptx/module.h"
#include "sim/simt/asked_together.h"
#include "sim/simt/values.h"
#include "sim/trace/counts.h"
#include "tests/app/scenes.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

using namespace warplens;

using engine::Deviation;
using engine::deviationOf;

namespace {

/// What the model counts of a launch: once, however many recordings have it.
class CountedOnce {
public:
    const sim::trace::Counts& of(const kernels::Stage& stage, const kernels::RecordedCounters& recorded) {
        const auto [found, added] = m_known.try_emplace(recorded.stage + kernels::variantText(recorded.parameters) +
                                                        " " + kernels::sizeText(recorded.size));
        if (added) {
            const auto instance = kernels::makeInstance(stage, recorded.parameters, recorded.size);
            const auto image = engine::imageOfStage(tests::compiler(), stage, instance.parameters, "9.0");
            const sim::ptx::Module module = sim::ptx::parse(image.ptx);
            const engine::LaunchSpec launch = engine::launchOfStage(instance);
            const bool decides = sim::simt::memoryDecides(*module.find(image.name));
            engine::Simulation simulation(image, decides ? launch : engine::withoutContents(launch));
            // Groups stand for blocks that ask one another; Why.BlocksThatAskOneAnotherAreCountedExactly holds that they do.
            std::optional<sim::simt::RunResult> groups;
            if (sim::simt::blocksAskOthers(simulation.program()))
                groups = engine::Simulation(image, launch).runGroups({});
            else
                simulation.countOnly();
            const sim::simt::RunResult result = groups ? std::move(*groups) : simulation.runSample({});
            EXPECT_TRUE(result.exact) << recorded.stage;
            found->second = sim::trace::totals(simulation.program(), result);
        }
        return found->second;
    }

private:
    std::map<std::string, sim::trace::Counts> m_known;
};

} // namespace

TEST(RecordedCounters, EqualTheModel) {
    const kernels::LoadedRecordings loaded =
        kernels::loadRecordings(kernels::resourcesDir() / "recordings", tests::catalogue());
    EXPECT_TRUE(loaded.problems.empty());
    size_t launches = 0;
    CountedOnce model;
    std::set<const Deviation*> seen;
    std::set<std::string> odd, counted;
    for (const auto& [file, recording] : loaded.recordings)
        for (const kernels::RecordedCounters& recorded : recording.counters) {
            const kernels::Stage* stage = tests::catalogue().find(recorded.stage);
            ASSERT_NE(stage, nullptr) << recorded.stage;
            const sim::trace::Counts& counts = model.of(*stage, recorded);
            const auto counters = engine::comparedCounters(counts, recorded.metrics);
            EXPECT_GE(counters.size(), 9u);
            for (const engine::CounterCheck& counter : counters) {
                const Deviation* known = deviationOf(recorded.stage, counter.id);
                if (known && !counter.exact()) {
                    seen.insert(known);
                    odd.insert(recorded.stage + kernels::variantText(recorded.parameters));
                    continue;
                }
                EXPECT_EQ(counter.hardware, counter.model)
                    << file << ": " << recorded.stage << ' ' << kernels::variantText(recorded.parameters) << ' '
                    << kernels::sizeText(recorded.size) << ", " << counter.name << " (" << counter.metric << ')';
            }
            ++launches;
            counted.insert(recorded.stage);
            // What the window shows side by side is as equal.
            if (odd.contains(recorded.stage + kernels::variantText(recorded.parameters)))
                continue;
            for (const app::CountRow& row : app::countTable(nullptr, &counts, &recorded).rows)
                EXPECT_EQ(row.model, row.hardware) << recorded.stage << ' ' << kernels::variantText(recorded.parameters)
                                                   << ": " << row.name.toStdString();
        }
    EXPECT_GE(launches, 237u);
    for (const Deviation& each : engine::deviations())
        EXPECT_TRUE(seen.contains(&each) || !counted.contains(each.stage))
            << each.stage << ", " << engine::metric(each.counter).name << ": exact now; take the row out";
}

// Of launches that take up to a second ncu was asked for L1, L2 and DRAM alone: what lanes ask for is exact there, too.
TEST(RecordedCounters, OfProductsOf8192HaveTheModelsSectors) {
    const kernels::Recording recording =
        kernels::loadRecording(kernels::resourcesDir() / "recordings" / "nvidia-h200.json");
    ASSERT_TRUE(recording.stalls);
    CountedOnce model;
    std::set<std::string> stages; // a launch of each: all 23 take twelve seconds
    for (const kernels::RecordedCounters& row : recording.stalls->launches) {
        if (row.size.m != 8192 || !row.stage.starts_with("matmul/") || !stages.insert(row.stage).second)
            continue;
        const double counted = row.metrics.at(engine::metric(engine::Metric::L1Sectors).ncu);
        EXPECT_EQ(double(model.of(*tests::catalogue().find(row.stage), row).global.load.sectors), counted)
            << row.stage << kernels::variantText(row.parameters);
    }
    EXPECT_EQ(stages.size(), 9u);
}

// DRAM is read in pairs of sectors: the counters of a stride say so, and the estimate of the caches does the same.
TEST(RecordedCounters, OfDramFollowFromPairsOfSectors) {
    const auto file = kernels::resourcesDir() / "recordings" / "nvidia-h200.json";
    const kernels::Recording recording = kernels::loadRecording(file);
    size_t launches = 0;
    for (const char* id : {"patterns/01-offset", "patterns/02-stride"})
        for (const kernels::ParameterValues& variant : kernels::measuredVariants(*tests::catalogue().find(id))) {
            const kernels::Size size{1024, 1024, 1024};
            const kernels::RecordedCounters* counted = recording.findCounters(id, variant, size);
            ASSERT_NE(counted, nullptr);
            const auto instance = kernels::makeInstance(*tests::catalogue().find(id), variant, size);
            engine::Simulation simulation(
                engine::imageOfStage(tests::compiler(), *tests::catalogue().find(id), variant, "9.0"),
                engine::launchOfStage(instance));
            const auto model = static_cast<double>(simulation.estimateCaches({}).dramReadBytes);
            const double others = counted->metrics.at(engine::metric(engine::Metric::DramRead).ncu) -
                                  model; // the code and its parameters
            EXPECT_GT(others, 1500) << id << ' ' << kernels::variantText(variant) << ", " << model << " bytes";
            EXPECT_LT(others, 5000) << id << ' ' << kernels::variantText(variant) << ", " << model << " bytes";
            ++launches;
        }
    EXPECT_EQ(launches, 55u);
}
