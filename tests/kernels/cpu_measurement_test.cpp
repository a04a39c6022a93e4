// SPDX-License-Identifier: GPL-3.0-or-later
// Stages of the CPU: measured, given up, cancelled. The child process that does the work is real.
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/data/cpu.h"
#include "kernels/measure/cpu_measurement.h"
#include "kernels/measure/measurement.h"
#include "tests/kernels/support.h"

#include <chrono>
#include <thread>

namespace warplens::kernels {
namespace {

const Stage& loops() {
    static const Catalogue catalogue = loadCatalogue(stagesDir());
    return *catalogue.find("matmul/00-cpu-loops");
}

RecordedResult measured(const Size& size, CpuTiming timing, const std::stop_token& stop = {}) {
    return measureOnCpu(
        loops(), makeInstance(loops(), {{"ORDER", 321}}, size), timing, [](double) {}, stop);
}

TEST(CpuMeasurement, TakesEnoughSamples) {
    CpuTiming timing;
    timing.minSeconds = 0.0;
    const RecordedResult row = measured({16, 16, 16}, timing);
    ASSERT_TRUE(row.ok) << row.message;
    EXPECT_EQ(row.samples.size(), 10u);
    EXPECT_EQ(row.processor, cpuName());
    EXPECT_LE(*row.minimum, *row.median);
    EXPECT_LE(*row.median, *row.maximum);

    timing.maxSeconds = 0.0; // every call is too long: three are the least
    EXPECT_EQ(measured({16, 16, 16}, timing).samples.size(), 3u);
    timing = {};
    timing.minSeconds = 1e9;
    EXPECT_EQ(measured({16, 16, 16}, timing).samples.size(), 300u);
}

TEST(CpuMeasurement, GivesUpACallThatTakesTooLong) {
    CpuTiming timing;
    timing.callTimeout = 0.0; // however fast the machine is
    const RecordedResult row = measured({1000, 1000, 1000}, timing);
    EXPECT_FALSE(row.ok);
    EXPECT_EQ(row.kind, "timeout");
    EXPECT_NE(row.message.find("choose a smaller size"), std::string::npos) << row.message;
}

TEST(CpuMeasurement, CanBeCancelled) {
    std::stop_source stop;
    const std::jthread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.request_stop();
    });
    try {
        CpuTiming timing;
        timing.minSeconds = 1e9; // 300 calls: minutes
        measured({1000, 1000, 1000}, timing, stop.get_token());
        FAIL() << "it was not cancelled";
    } catch (const WorkerFailure& failure) {
        EXPECT_EQ(failure.kind(), "cancelled");
    }
}

TEST(CpuMeasurement, SaysThatAFunctionIsMissing) {
    Stage other = loops();
    other.cpu->function = "nobody";
    const RecordedResult row = measureOnCpu(other, makeInstance(other, {}, {8, 8, 8}), {}, [](double) {}, {});
    EXPECT_FALSE(row.ok);
    EXPECT_NE(row.message.find("'nobody'"), std::string::npos);
}

TEST(CpuMeasurement, IsLeftOutWhereItWouldTakeTooLong) {
    MeasurePlan plan;
    plan.variants = {{loops(), defaultParameters(loops())}};
    plan.sizes = {{4096, 4096, 4096}};
    EXPECT_FALSE(needsWorker(plan));
    WorkerClient nobody(WorkerStart{});
    EXPECT_EQ(measure(nobody, StageCompiler(), plan).recording.results.size(), 1u); // a row that says why
    plan.skipTooSlow = true;
    EXPECT_TRUE(measure(nobody, StageCompiler(), plan).recording.results.empty());
}

} // namespace
} // namespace warplens::kernels
