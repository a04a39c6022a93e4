// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic of a calibration, without a GPU: what comes of the times of a GPU that is made up.
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/measure/calibration.h"
#include "tests/kernels/support.h"

#include <cmath>
#include <map>
#include <set>

namespace warplens::kernels {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

const BenchedGpu benchedGpu{132, std::uint64_t{4} << 30};
constexpr double clockGhz = 1.98;

/// What a GPU of that clock answers: each launch takes as long as `milliseconds` says of it, and tells what `told` says.
json answerOf(const std::map<std::string, double>& milliseconds, const std::map<std::string, double>& told) {
    json rows = json::array();
    for (const Benchmark& each : benchmarks(benchedGpu)) {
        const auto ms = milliseconds.find(each.name), number = told.find(each.name);
        const double shortest = ms == milliseconds.end() ? 0.01 : ms->second;
        rows.push_back({{"milliseconds", {shortest, 1.2 * shortest, 10 * shortest}},
                        {"told", {number == told.end() ? 100. : number->second}}});
    }
    return {{"launches", rows}};
}

std::map<std::string, double> named(const Figures& figures) {
    return {figures.begin(), figures.end()};
}

/// As long as so many clocks of a multiprocessor.
double ofClocks(double clocks) {
    return clocks / (clockGhz * 1e6);
}

const std::map<std::string, double> numbersTold{
    {"clock", clockGhz},     {"latency_shared", 23},     {"latency_l1", 32},
    {"latency_l2", 280},     {"latency_l2_far", 640},    {"latency_dram", 650},
    {"batches l1", 32 + 20}, {"batches l2", 282.1 + 20}, {"batches dram", 726.7 + 20}};

/// Two blocks of 32 warps on each multiprocessor execute 8192 instructions a warp: 131072 clocks where four issue in one.
std::map<std::string, double> timesOfAnH200() {
    const double executed = 2 * 32 * 8192;
    std::map<std::string, double> ms{{"ffma_warps", ofClocks(executed / 4)},
                                     {"mufu_warps", ofClocks(executed / 0.5)},
                                     {"l1_bytes_a_clock", ofClocks(executed * 512 / 127.5)},
                                     {"shared_wavefronts_32_way", ofClocks(executed * 32)},
                                     {"l2_bytes_a_clock_of_24_mb", ofClocks(24. * (1 << 20) * 64 / 4028)},
                                     {"dram_read_gbps", 4294967296. / 4448.3 / 1e6},
                                     {"empty", 0.00282}};
    // Blocks of 128 lanes begin every 157 clocks; those of 1024, in two places, every 177.
    const auto shortBlocks = [&](const std::string& name, int threads, double clocks) {
        ms[name + " few"] = 0.003;
        ms[name] = 0.003 + ofClocks(clocks * (1 << 24) / threads / 132);
    };
    shortBlocks("nothing 128", 128, 157);
    shortBlocks("nothing 1024", 1024, 177);
    shortBlocks("copy 1024", 1024, 489);
    shortBlocks("load 1024", 1024, 419);
    ms["few atomics"] = 0.01;
    ms["many atomics"] = 0.01 + 0.732e-6 * ((1 << 18) - (1 << 16));
    return ms;
}

TEST(Calibration, FiguresAreWorkOverTimes) {
    const std::map<std::string, double> ms = timesOfAnH200();
    const auto figures = named(figuresOf(benchedGpu, answerOf(ms, numbersTold)));
    const std::pair<const char*, double> expected[] = {{"clock_ghz", clockGhz},
                                                       {"ffma_warps", 4},
                                                       {"mufu_warps", 0.5},
                                                       {"l1_bytes_a_clock", 127.5},
                                                       {"shared_wavefronts_32_way", 1},
                                                       {"l2_bytes_a_clock_of_24_mb", 4028},
                                                       {"dram_read_gbps", 4448.3},
                                                       {"latency_shared", 23},
                                                       {"latency_dram", 650},
                                                       {"latency_l2_warps", 282.1},
                                                       {"latency_dram_warps", 726.7},
                                                       {"launch_us", 2.82},
                                                       {"atomic_same_address_ns", 0.732},
                                                       {"block_launch_clocks", 157},
                                                       {"block_restart_clocks", 300},
                                                       {"store_drain_clocks", 140}};
    for (const auto& [name, value] : expected) {
        ASSERT_TRUE(figures.contains(name)) << name;
        EXPECT_NEAR(figures.at(name), value, 1e-6 * value) << name;
    }
}

TEST(Calibration, EveryFigureOfTheKeptFilesIsMeasuredOrCarriedOver) {
    for (const char* file : {"nvidia-h200.json", "nvidia-h100.json"}) {
        const json kept = json::parse(readText(resourcesDir() / "calibrations" / file, sourceLimit));
        const ordered_json document = calibrationDocument(
            benchedGpu, figuresOf(benchedGpu, answerOf(timesOfAnH200(), numbersTold)), {}, 4243.1, kept);
        for (const auto& [name, value] : kept.items())
            EXPECT_TRUE(document.contains(name)) << file << " has " << name << ", and a calibration has not";
    }
}

// What the H200's file carries over gives the H100's from what was measured there.
// What none of these GPUs can do: ptxas had made one load of several, and nobody asked whether the figure can be.
TEST(Calibration, NoKeptRateIsBeyondAMultiprocessor) {
    int seen = 0;
    for (const char* gpu : {"nvidia-h100", "nvidia-h200"}) {
        const json kept =
            json::parse(readText(resourcesDir() / "calibrations" / (std::string(gpu) + ".json"), sourceLimit));
        for (const auto& [name, value] : kept.items()) {
            const bool issued = name.ends_with("_warps") && !name.starts_with("latency_");
            const bool oneAClock =
                name.starts_with("shared_") || name.starts_with("l1_l") || name.starts_with("store_l");
            const double most = issued ? 4 : oneAClock ? 1 : name == "l1_bytes_a_clock" ? 128 : 0;
            if (most == 0)
                continue;
            ++seen;
            EXPECT_LE(value.get<double>(), most) << gpu << ' ' << name;
            EXPECT_GT(value.get<double>(), 0) << gpu << ' ' << name;
        }
    }
    EXPECT_GT(seen, 15);
}

TEST(Calibration, CarriesOverWhatOneWarpDoesNotTell) {
    const auto read = [](const char* file) {
        return json::parse(readText(resourcesDir() / "calibrations" / file, sourceLimit));
    };
    const json h200 = read("nvidia-h200.json"), h100 = read("nvidia-h100.json");
    Figures figures;
    for (const auto& [name, value] : h100.at("measured").items())
        figures.emplace_back(name, value.get<double>());
    Provenance provenance;
    provenance.gpu = "NVIDIA H100 80GB HBM3";
    provenance.date = "2026-11-27T01:02:03Z";
    provenance.nvrtc = "13.0";
    const ordered_json document = calibrationDocument(benchedGpu, figures, provenance, 2992.8, h200);
    for (const auto& [name, value] : h100.at("measured").items()) {
        EXPECT_NEAR(document.at(name).get<double>(), h100.at(name).get<double>(), 0.002 * h100.at(name).get<double>())
            << name;
        EXPECT_EQ(document.at("measured").at(name), value) << name;
        EXPECT_NE(document.at("provenance").at("derived").at(name).get<std::string>().find("NVIDIA H200"),
                  std::string::npos);
    }
    EXPECT_EQ(document.at("dram_wait_reads"), h200.at("dram_wait_reads"));
    EXPECT_EQ(document.at("provenance").at("date"), "2026-11-27");
    EXPECT_EQ(document.at("provenance").at("toolkit"), "NVRTC 13.0");
    // The same GPU again: what is measured as before stands as before.
    EXPECT_NEAR(calibrationDocument(benchedGpu, figures, provenance, 2992.8, h100).at("launch_us").get<double>(),
                h100.at("launch_us").get<double>(), 1e-9);
}

TEST(Calibration, WithoutAReferenceWhatWasMeasuredStands) {
    const ordered_json document = calibrationDocument(benchedGpu, {{"launch_us", 2.82}}, {}, 1, nullptr);
    EXPECT_EQ(document.at("launch_us"), 2.82);
    EXPECT_FALSE(document.contains("measured"));
    EXPECT_TRUE(document.at("provenance").at("derived").empty());
}

TEST(Calibration, TellsWhatIsFurthestOff) {
    const ordered_json one{{"gpu", "a"}, {"near", 101.}, {"far", 80.}, {"new", 5.}};
    const auto all = compared(one, {{"gpu", "b"}, {"near", 100.}, {"far", 100.}, {"old", 1.}});
    ASSERT_EQ(all.size(), 2u);
    EXPECT_NEAR(all[0].percent(), 1, 1e-9);
    EXPECT_EQ(furthestOff(all)->name, "far");
    EXPECT_NEAR(furthestOff(all)->percent(), -20, 1e-9);
    EXPECT_EQ(furthestOff({}), nullptr);
}

TEST(Calibration, ATimeThatIsNoneIsRefused) {
    EXPECT_NE(tests::messageOf<std::invalid_argument>([] {
                  figuresOf(benchedGpu, answerOf({{"ffma_warps", 0}}, numbersTold));
              }).find("'ffma_warps' took 0"),
              std::string::npos);
    std::map<std::string, double> disturbed = timesOfAnH200();
    disturbed["nothing 128 few"] = 2 * disturbed["nothing 128"];
    EXPECT_NE(tests::messageOf<std::invalid_argument>([&] {
                  figuresOf(benchedGpu, answerOf(disturbed, numbersTold));
              }).find("'block_launch_clocks' came out as -"),
              std::string::npos);
    EXPECT_THROW(figuresOf(benchedGpu, {{"launches", json::array()}}), json::exception);
}

// Arrays lie within the memory that is asked for, whatever the GPU has; and names are unique, since figures go by them.
TEST(Calibration, BenchmarksFitIntoTheirMemory) {
    EXPECT_EQ(benchMemory(std::uint64_t{141} << 30), std::uint64_t{4} << 30);
    EXPECT_EQ(benchMemory(std::uint64_t{8} << 30), std::uint64_t{2} << 30);
    EXPECT_EQ(benchMemory(std::uint64_t{1} << 30), std::uint64_t{256} << 20);
    const BenchedGpu small{2, benchMemory(std::uint64_t{1} << 30)};
    std::set<std::string> names;
    for (const Benchmark& each : benchmarks(small)) {
        EXPECT_TRUE(names.insert(each.name).second) << each.name << " is there twice";
        for (const json& argument : each.launch.at("arguments"))
            if (argument.contains("memory")) {
                EXPECT_LT(argument.at("memory").get<std::uint64_t>(), small.memoryBytes) << each.name;
            }
        EXPECT_TRUE(each.launch.at("arguments").at(0).contains("told")) << each.name;
    }
}

} // namespace
} // namespace warplens::kernels
