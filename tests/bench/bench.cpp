// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the emulator is: warp instructions per second of the naive and of the tiled multiplication, with one thread
// and two, with what memory accesses cost and (not_counted) without. `x_plain` is the time of one run divided by that
// of a compiled loop with the same arithmetic.
//
//   build/bin/warplens-bench [--benchmark_filter=tiled]
#include "app/engine/simulation.h"
#include "app/engine/why.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/images/compile_stage.h"
#include "sim/trace/counts.h"
#include "tests/bench/plain_loop.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <map>

namespace {

using namespace warplens;

engine::KernelImage imageOf(const std::string& id, kernels::StageInstance& instance, int64_t size) {
    static const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    static const kernels::StageCompiler compiler;
    const kernels::Stage* stage = catalogue.find(id);
    if (stage == nullptr) {
        fmt::print(stderr, "the stage {} is missing\n", id);
        std::exit(1);
    }
    instance = kernels::makeInstance(*stage, {}, kernels::parseSize(std::to_string(size)));
    return engine::imageOfStage(compiler, *stage, instance.parameters, "9.0");
}

/// Seconds that the compiled loop takes, the best of several runs.
double plainSeconds(size_t size) {
    static std::map<size_t, double> known;
    if (const auto found = known.find(size); found != known.end())
        return found->second;
    const std::vector<float> a(size * size, 1.5f), b(size * size, 0.25f);
    std::vector<float> c(size * size);
    double best = 1e9;
    for (int round = 0; round < 20; ++round) {
        const auto start = std::chrono::steady_clock::now();
        plainProduct(a.data(), b.data(), c.data(), size);
        benchmark::DoNotOptimize(c.data());
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return known[size] = best;
}

void product(benchmark::State& state, const std::string& id, bool counting = true) {
    const int64_t size = state.range(0);
    kernels::StageInstance instance;
    const engine::KernelImage image = imageOf(id, instance, size);
    engine::Simulation simulation(image, engine::launchOfStage(instance));
    simulation.memory().fillAll();
    sim::simt::RunOptions options;
    options.threads = static_cast<unsigned>(state.range(1));
    options.counting = counting;
    uint64_t instructions = 0;
    double seconds = 0;
    for (auto _ : state) {
        const auto start = std::chrono::steady_clock::now();
        const sim::simt::RunResult result = simulation.run(options);
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        instructions = sim::trace::totals(simulation.program(), result).warpInstructions;
        if (!result.findings.empty())
            state.SkipWithError(result.findings.front().message.c_str());
    }
    const auto runs = static_cast<double>(state.iterations());
    state.counters["warp_instr/s"] =
        benchmark::Counter(static_cast<double>(instructions) * runs / seconds, benchmark::Counter::kDefaults);
    state.counters["x_plain"] = seconds / runs / plainSeconds(static_cast<size_t>(size));
    state.counters["window_bytes"] = simulation.program().functions.front().windowBytes;
}

void naive(benchmark::State& state) {
    product(state, "matmul/02-naive");
}
void tiled(benchmark::State& state) {
    product(state, "matmul/07-tiled");
}

void naive_not_counted(benchmark::State& state) {
    product(state, "matmul/02-naive", false);
}
void tiled_not_counted(benchmark::State& state) {
    product(state, "matmul/07-tiled", false);
}

/// From an edit to the estimated bar: all that is told of why a launch at 4096³ takes its time, its code being compiled already.
void estimated(benchmark::State& state, const std::string& id) {
    kernels::StageInstance instance;
    const engine::KernelImage image = imageOf(id, instance, state.range(0));
    const engine::LaunchSpec launch = engine::launchOfStage(instance);
    static const engine::Calibrations calibrations(kernels::resourcesDir() / "calibrations");
    engine::WhyFacts facts;
    facts.leastBytes = engine::leastBytes(instance);
    double milliseconds = 0;
    for (auto _ : state) {
        const engine::Why why = engine::explain(image, launch, *sim::time::findDevice("NVIDIA H200"), facts,
                                                {.calibrations = &calibrations, .stop = {}});
        if (!why.estimated->time.known)
            state.SkipWithError(why.estimated->time.why.c_str());
        milliseconds = why.estimated->time.milliseconds;
    }
    state.counters["estimated_ms"] = milliseconds;
}

BENCHMARK(naive)->ArgsProduct({{64, 256, 512}, {1, 2}})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(tiled)->ArgsProduct({{64, 256, 512}, {1, 2}})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(naive_not_counted)->ArgsProduct({{64, 256, 512}, {1, 2}})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(tiled_not_counted)->ArgsProduct({{64, 256, 512}, {1, 2}})->Unit(benchmark::kMillisecond)->UseRealTime();

#define ESTIMATED(stage)                                                                                               \
    BENCHMARK_CAPTURE(estimated, stage, stage)->Arg(4096)->Unit(benchmark::kMillisecond)->Iterations(1)
ESTIMATED("matmul/01-uncoalesced");
ESTIMATED("matmul/02-naive");
ESTIMATED("matmul/04-shared-row");
ESTIMATED("matmul/06-tiled-conflicts");
ESTIMATED("matmul/07-tiled");
ESTIMATED("matmul/13-outer-product-transposed");
ESTIMATED("matmul/20-summit");
ESTIMATED("matmul/21-tensor-tf32");
#undef ESTIMATED

} // namespace

BENCHMARK_MAIN();
