// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli why`.
#include "tests/cli/support.h"

#include <cmath>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace warplens::tests {
namespace {

using nlohmann::json;

const json* limit(const json& document, const std::string& resource) {
    for (const json& each : document.at("limits"))
        if (each.at("resource") == resource)
            return &each;
    return nullptr;
}

TEST(CliWhy, SaysWhatBindsAndWhatPaddingLeaves) {
    const std::vector<std::string> arguments{"why", "matmul/06-tiled-conflicts", "--size", "512", "-D", "PAD=0"};
    const json document = answer(arguments);
    EXPECT_EQ(document.at("gpu"), "NVIDIA H200");
    EXPECT_EQ(document.at("binds"), "shared memory wavefronts");
    EXPECT_EQ(document.at("measured").at("origin"), "recorded");
    const json* wavefronts = limit(document, "shared memory wavefronts");
    ASSERT_NE(wavefronts, nullptr);
    EXPECT_EQ(wavefronts->at("amount"), 39'976'960) << "what an H200 counts";
    EXPECT_EQ(wavefronts->at("amount_origin"), "modelled");
    EXPECT_EQ(wavefronts->at("rate_origin"), "quoted");
    EXPECT_TRUE(wavefronts->at("floor").get<bool>());
    const double floor = document.at("floor_ms").get<double>();
    EXPECT_EQ(floor, wavefronts->at("ms"));
    EXPECT_LE(floor, document.at("measured_ms").get<double>());
    EXPECT_NEAR(document.at("unexplained_ms").get<double>(), document.at("measured_ms").get<double>() - floor, 1e-12);
    EXPECT_LT(document.at("changes").at(0).at("floor_ms").get<double>(), floor);
    for (const json& each : document.at("limits"))
        for (const char* text : {"unit", "amount_origin", "rate_unit", "rate_origin"})
            EXPECT_FALSE(each.at(text).get<std::string>().empty()) << each;

    const auto text = cli(arguments);
    EXPECT_EQ(text.ending.code, 0) << text.errors;
    EXPECT_NE(text.output.find("without bank conflicts"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("06-tiled-conflicts.cu:23"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("06-tiled-conflicts.cu:23: short_scoreboard"), std::string::npos) << text.output;
    const json padded = answer({"why", "matmul/06-tiled-conflicts", "--size", "512", "-D", "PAD=1"});
    EXPECT_LT(padded.at("floor_ms").get<double>(), 0.5 * floor);
}

// Each share of the warps' time stands at some line; most of it waits for shared memory where the conflicts are.
TEST(CliWhy, StallsStandAtTheirLines) {
    const json why = answer({"why", "matmul/06-tiled-conflicts", "--size", "512", "-D", "PAD=0"});
    std::map<std::string, double> sums;
    double all = 0;
    for (const json& line : why.at("stalls_by_line")) {
        double own = 0;
        for (const auto& [name, share] : line.at("stalls").items()) {
            own += share.get<double>();
            sums[name] += share.get<double>();
        }
        EXPECT_NEAR(own, line.at("share").get<double>(), 1e-9);
        all += own;
    }
    EXPECT_NEAR(all, 1, 1e-9);
    for (const auto& [name, share] : why.at("stalls").items())
        EXPECT_NEAR(sums[name], share.get<double>(), 1e-9) << name;
    const json& first = why.at("stalls_by_line").at(0);
    EXPECT_EQ(first.at("line"), 23);
    EXPECT_GT(first.at("stalls").at("mio_throttle").get<double>() +
                  first.at("stalls").at("short_scoreboard").get<double>(),
              0.9 * first.at("share").get<double>());
    EXPECT_GT(first.at("share").get<double>(), 0.5) << "at the barrier behind it they wait for one another";
}

// What ncu has measured stands below what is modelled; of a launch that it has not seen there is nothing.
TEST(CliWhy, MeasuredStallsStandBesideModelledOnes) {
    const std::vector<std::string> arguments{"why", "matmul/07-tiled", "--size", "512", "-D", "TILE=32"};
    const json measured = answer(arguments).at("stalls_measured");
    EXPECT_EQ(measured.at("gpu"), "NVIDIA H200");
    EXPECT_EQ(measured.at("origin"), "recorded");
    double sum = 0;
    for (const auto& [reason, share] : measured.at("shares").items())
        sum += share.get<double>();
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_GT(measured.at("shares").at("mio_throttle"), 0.5);
    const auto text = cli(arguments);
    EXPECT_NE(text.output.find("mio_throttle 52 %"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("(measured by ncu on NVIDIA H200, 2026-11-26 – 2026-11-27)"), std::string::npos)
        << text.output;
    EXPECT_FALSE(answer({"why", "matmul/07-tiled", "--size", "64"}).contains("stalls_measured"));
    const auto table = cli({"why", "--stalls", "matmul/07-tiled", "--size", "512", "--gpu", "H100"});
    EXPECT_EQ(table.ending.code, 0) << table.errors;
    EXPECT_NE(table.output.find("NVIDIA H100 80GB HBM3, 3 launches: measured"), std::string::npos) << table.output;
    // The three that differ most, the most first; astray is half of the sum of all.
    const std::regex row(R"(matmul/07-tiled.* (\d+) %((?:  \w+ [+-]\d+){3})\n)");
    size_t rows = 0;
    for (std::sregex_iterator one(table.output.begin(), table.output.end(), row), end; one != end; ++one, ++rows) {
        std::istringstream words((*one)[2]);
        int together = 0, before = 100, by = 0;
        for (std::string reason; words >> reason >> by; before = std::abs(by)) {
            EXPECT_LE(std::abs(by), before) << one->str();
            together += std::abs(by);
        }
        EXPECT_LE(together, 2 * std::stoi((*one)[1]) + 4) << one->str();
    }
    EXPECT_EQ(rows, 3u) << table.output;
    EXPECT_NE(cli({"why", "--stalls", "--errors"}).ending.code, 0);
    EXPECT_NE(cli({"why", "--stalls", "matmul/06-tiled-conflicts"}).errors.find("was not measured"), std::string::npos);
    const std::string file = ::testing::TempDir() + "/no_stalls.json";
    std::ofstream(file) << R"({"launches": [{"gpu": 3}]})";
    EXPECT_NE(cli({"why", "--stalls", "--from", file}).errors.find("these are no compared stalls"), std::string::npos);
}

TEST(CliWhy, AnyKernelAndOtherGpus) {
    const std::string file = ::testing::TempDir() + "/why_own.cu";
    std::ofstream(file) << "__global__ void twice(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }\n";
    const std::vector<std::string> launch{
        "why", file, "--grid", "1024", "--block", "256", "--arg", "f32[262144]=random:1", "--gpu", "RTX 4090"};
    const json document = answer(launch);
    EXPECT_EQ(document.at("gpu"), "NVIDIA GeForce RTX 4090");
    EXPECT_EQ(document.at("compute_capability"), "8.9");
    EXPECT_TRUE(document.at("measured_ms").is_null());
    EXPECT_TRUE(document.at("limits").at(0).at("share").is_null()) << "of a time that nobody knows";
    EXPECT_NE(document.at("verdict").get<std::string>().find("no time of this launch is recorded"), std::string::npos);
    EXPECT_EQ(limit(document, "DRAM"), nullptr) << "2 MB stay in L2";
    EXPECT_NE(document.at("notes").dump().find("stay in L2"), std::string::npos) << document.at("notes");
    ASSERT_NE(limit(document, "L1 wavefronts"), nullptr);
    EXPECT_EQ(limit(document, "L1 wavefronts")->at("amount"), 1024 * 8 * 2);
}

/// Limits that come from estimated counts are called estimates: in JSON, and in the text by their "≈".
void expectEstimatesAreCalledSo(const std::vector<std::string>& launch, const std::set<std::string>& estimated) {
    const json document = answer(launch);
    const auto text = cli(launch);
    std::set<std::string> found;
    for (const json& each : document.at("limits")) {
        const std::string name = each.at("resource");
        const bool floor = each.at("floor");
        EXPECT_EQ(each.at("origin") == "estimated", !floor) << each;
        if (each.at("amount_origin") == "estimated") {
            EXPECT_FALSE(floor) << each;
            found.insert(name);
        }
        const size_t row = text.output.find("\n" + name + "  ");
        ASSERT_NE(row, std::string::npos) << name << " in " << text.output;
        const std::string line = text.output.substr(row + 1, text.output.find('\n', row + 1) - row - 1);
        EXPECT_EQ(line.find("≈ ") != std::string::npos, !floor) << line;
        EXPECT_EQ(line.ends_with(", an estimate"), !floor) << line;
    }
    for (const std::string& name : estimated)
        EXPECT_TRUE(found.contains(name)) << name << " in " << document.at("limits");
}

// Of a grid whose blocks are not alike, and too many to run, what is counted is that of a sample.
TEST(CliWhy, CountsOfASampleAreNoLimits) {
    const std::string file = ::testing::TempDir() + "/why_uneven.cu";
    std::ofstream(file) << "__global__ void uneven(float* out) {\n"
                           "    __shared__ float s[1024];\n"
                           "    s[threadIdx.x * 32] = 1;\n"
                           "    __syncthreads();\n"
                           "    float x = 0;\n"
                           "    for (unsigned k = 0; k < blockIdx.x * 2654435761u >> 27; ++k)\n"
                           "        x += s[(threadIdx.x * 32 + k) % 1024];\n"
                           "    out[blockIdx.x * 32 + threadIdx.x] = x;\n}\n";
    const std::vector<std::string> launch{
        "why", file, "--grid", "70000", "--block", "32", "--arg", "f32[2240000]=zeros", "--gpu", "H200"};
    expectEstimatesAreCalledSo(launch, {"shared memory wavefronts", "L1 tags", "L1 wavefronts", "instruction issue"});
    const json document = answer(launch);
    EXPECT_EQ(document.at("binds"), "shared memory wavefronts");
    EXPECT_EQ(document.at("binds_origin"), "estimated");
    EXPECT_EQ(document.at("lines_origin"), "estimated");
    EXPECT_TRUE(document.at("floor_ms").is_null()) << "nothing was counted exactly";
    EXPECT_GE(document.at("estimated_ms"), document.at("binds_ms"));
    EXPECT_NE(document.at("verdict").get<std::string>().find("alone take about"), std::string::npos);
    const json& change = document.at("changes").at(0);
    EXPECT_NE(change.at("text").get<std::string>().find("(estimated)"), std::string::npos) << change;
    EXPECT_TRUE(change.at("floor_ms").is_null()) << change;
    EXPECT_LT(change.at("estimated_ms"), document.at("binds_ms")) << change;
    const auto text = cli(launch);
    EXPECT_NE(text.output.find("shared memory wavefronts by source line (estimated):"), std::string::npos);
    EXPECT_NE(text.output.find("the longest limit is then about "), std::string::npos) << text.output;
}

// L2's row stands without --caches: as it was counted, else as the estimate of the time has it, between what is sure.
TEST(CliWhy, L2IsAmongTheLimits) {
    const std::vector<std::string> stage{"why", "matmul/07-tiled", "-D", "TILE=16", "--size"};
    const auto sized = [&](const char* size) {
        std::vector<std::string> words = stage;
        words.emplace_back(size);
        return words;
    };
    EXPECT_EQ(limit(answer(sized("1024")), "L2 sectors")->at("amount_origin"), "recorded");
    const json document = answer(sized("640"));
    const json* l2 = limit(document, "L2 sectors");
    ASSERT_NE(l2, nullptr);
    EXPECT_EQ(l2->at("amount_origin"), "estimated");
    EXPECT_EQ(l2->at("floor"), false);
    const double all = 1600. * 40 * 2 * 16 * 2; // of 1600 blocks 40 tiles of both matrices, 16 rows of two sectors
    EXPECT_LT(l2->at("amount").get<double>(), all + 640 * 640 / 8.0);
    EXPECT_GT(l2->at("amount").get<double>(), 3 * 640 * 640 / 8.0) << "each sector once";
    for (const json& note : document.at("notes"))
        EXPECT_EQ(note.get<std::string>().find("how many sectors L2"), std::string::npos) << note;
    expectEstimatesAreCalledSo(sized("640"), {"L2 sectors"});
}

// What a clock tells nobody can know: how often instructions are executed is told by the PTX, and what requests cost is counted.
TEST(CliWhy, ExecutionsThatAreNotFollowedAreNoLimits) {
    const std::string file = ::testing::TempDir() + "/why_by_clock.cu";
    std::ofstream(file) << "__global__ void by_clock(float* out) {\n"
                           "    __shared__ float s[1024];\n"
                           "    float x = threadIdx.x;\n"
                           "    s[threadIdx.x * 2] = x;\n"
                           "    __syncthreads();\n"
                           "    const long long t = clock64();\n"
                           "    for (int k = 0; k < 50; ++k)\n"
                           "        if (t >> k & 1) x = sqrtf(x) * x + s[k]; else x = sinf(x) + s[2 * k];\n"
                           "    out[blockIdx.x * 256 + threadIdx.x] = x;\n}\n";
    const std::vector<std::string> launch{"why", file,    "--grid",           "64",    "--block",
                                          "256", "--arg", "f32[16384]=zeros", "--gpu", "H200"};
    expectEstimatesAreCalledSo(launch, {"instruction issue", "LSU pipe"});
    const json document = answer(launch);
    EXPECT_EQ(limit(document, "shared memory wavefronts")->at("floor"), true);
    EXPECT_EQ(document.at("binds"), "instruction issue");
    EXPECT_EQ(limit(document, "L2 sectors"), nullptr) << "no time is estimated, nor caches";
    const auto tellsL2 = [](const json& of) {
        return std::ranges::any_of(of.at("notes"), [](const json& note) {
            return note.get<std::string>().find("no more than the 2048 that L1 is asked for; `warplens-cli why "
                                                "--caches` estimates it") != std::string::npos;
        });
    };
    EXPECT_TRUE(tellsL2(document)) << document.at("notes");
    std::vector<std::string> caches = launch;
    caches.emplace_back("--caches");
    const json replayed = answer(caches);
    ASSERT_NE(limit(replayed, "L2 sectors"), nullptr);
    EXPECT_EQ(limit(replayed, "L2 sectors")->at("amount_origin"), "estimated");
    EXPECT_FALSE(tellsL2(replayed)) << replayed.at("notes");
    std::vector<std::string> code = launch;
    code.emplace_back("--machine-code");
    EXPECT_NE(cli(code).output.find("how often it is executed is estimated"), std::string::npos);
}

// Of what a file's kernel has to move nobody has told anything: DRAM is estimated, says so, and binds a stencil all the same.
TEST(CliWhy, DramIsEstimatedOfAFile) {
    const std::string file = ::testing::TempDir() + "/why_stencil.cu";
    std::ofstream(file)
        << "__global__ void stencil(const float* in, float* out, int n) {\n"
           "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
           "    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;\n"
           "    out[y * n + x] = in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + "
           "in[(y + 1) * n + x];\n}\n";
    const auto launched = [&](const std::string& edge, const std::string& grid) {
        const std::string words = std::to_string(std::stoul(edge) * std::stoul(edge));
        return std::vector<std::string>{"why",     file,
                                        "--grid",  grid,
                                        "--block", "32,8",
                                        "--arg",   "f32[" + words + "]=random:1",
                                        "--arg",   "f32[" + words + "]=zeros",
                                        "--arg",   "i32=" + edge,
                                        "--gpu",   "H200"};
    };
    const json large = answer(launched("8192", "256,1024"));
    EXPECT_EQ(large.at("binds"), "DRAM");
    EXPECT_EQ(large.at("binds_origin"), "estimated");
    const json* dram = limit(large, "DRAM");
    ASSERT_NE(dram, nullptr);
    EXPECT_FALSE(dram->at("floor").get<bool>());
    const double kept = 60.0 * (1 << 20); // what the launch before has left in L2
    EXPECT_NEAR(dram->at("amount").get<double>(), 2.0 * 8192 * 8192 * 4 - kept, 0.001 * 2 * 8192 * 8192 * 4);
    EXPECT_LT(large.at("floor_ms").get<double>(), large.at("binds_ms").get<double>());
    EXPECT_NE(large.at("verdict").get<std::string>().find("DRAM alone takes about"), std::string::npos);
    EXPECT_NE(large.at("verdict").get<std::string>().find("at least"), std::string::npos);
    const json small = answer(launched("1024", "32,128"));
    EXPECT_NE(small.at("binds"), "DRAM") << "8 MB stay in L2";
}

// Blocks that are handed out otherwise than by their number, places that memory tells, blocks that have nothing to do, and every other
// word: each byte counts once.
TEST(CliWhy, WhatAFileTouchesIsToldOnce) {
    const std::string file = ::testing::TempDir() + "/why_touched.cu";
    std::ofstream(file)
        << "extern \"C\" __global__ void swizzled(const float* in, const int*, float* out) {\n"
           "    int i = (blockIdx.x % 8 * (gridDim.x / 8) + blockIdx.x / 8) * blockDim.x + threadIdx.x;\n"
           "    out[i] = in[i];\n}\n"
           "extern \"C\" __global__ void gathered(const float* in, const int* at, float* out) {\n"
           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "    out[i] = in[at[i]];\n}\n"
           "extern \"C\" __global__ void fewer(const float* in, const int*, float* out) {\n"
           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "    if (i < 1 << 18) out[i] = in[i];\n}\n"
           "extern \"C\" __global__ void strided(const float* in, const int*, float* out) {\n"
           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "    out[i] = in[32 * (i / 8)];\n}\n";
    constexpr double words = 1 << 20, pairs = (1 << 22) / 16;
    const struct {
        const char* kernel;
        double read, written, tolerance; ///< bytes; a part of them
    } kernels[] = {{"swizzled", 4 * words, 4 * words, 0},
                   {"gathered", 4 * words + 64 * pairs * (1 - std::exp(-words / pairs)), 4 * words, 0.02},
                   {"fewer", words, words, 0.02},
                   {"strided", 64 * words / 8, 4 * words, 0}};
    for (const auto& [kernel, read, written, tolerance] : kernels) {
        const json document = answer({"why", file, "--kernel", kernel, "--grid", "4096", "--block", "256", "--arg",
                                      "f32[4194304]=random:1", "--arg", "i32[1048576]=below:4194304:1", "--arg",
                                      "f32[1048576]=zeros", "--gpu", "H200"});
        const json& touched = document.at("touched");
        EXPECT_EQ(touched.at("origin"), "estimated");
        EXPECT_NEAR(touched.at("read_bytes").get<double>(), read, tolerance * read) << kernel;
        EXPECT_NEAR(touched.at("written_bytes").get<double>(), written, tolerance * written) << kernel;
    }
}

TEST(CliWhy, ATableOfWhatWasRecorded) {
    const json document = answer({"why", "transpose/04-tiled", "--all", "--size", "2048"});
    ASSERT_EQ(document.at("launches").size(), 2u);
    for (const json& launch : document.at("launches")) {
        EXPECT_EQ(launch.at("stage"), "transpose/04-tiled");
        EXPECT_LE(launch.at("floor_ms").get<double>(), launch.at("measured_ms").get<double>());
    }
    const auto text = cli({"why", "transpose/04-tiled", "--all", "--size", "2048"});
    EXPECT_NE(text.output.find("2 of 2 recorded times are no shorter"), std::string::npos) << text.output;
}

TEST(CliWhy, EstimatesTheTime) {
    const json document = answer({"why", "matmul/06-tiled-conflicts", "--size", "512", "-D", "PAD=0"});
    const double estimated = document.at("estimated_ms").get<double>();
    EXPECT_GE(estimated, document.at("floor_ms").get<double>());
    EXPECT_NEAR(estimated, document.at("measured_ms").get<double>(), 0.1 * estimated);
    EXPECT_EQ(document.at("estimated").at("origin"), "estimated");
    EXPECT_EQ(document.at("estimated").at("clock_mhz"), document.at("measured").at("clock_mhz"));
    EXPECT_FALSE(document.at("estimated").at("borrowed").get<bool>());
    double stalls = 0;
    for (const auto& [name, share] : document.at("stalls").items())
        stalls += share.get<double>();
    EXPECT_NEAR(stalls, 1, 1e-6);
    EXPECT_GT(document.at("stalls").at("short_scoreboard").get<double>() +
                  document.at("stalls").at("mio_throttle").get<double>(),
              0.5)
        << "conflicts: warps wait for shared memory, or for a place in its queue";
    const json padded = answer({"why", "matmul/06-tiled-conflicts", "--size", "512", "-D", "PAD=1"});
    EXPECT_LT(padded.at("estimated_ms").get<double>(), 0.5 * estimated);
    const auto text = cli({"why", "matmul/06-tiled-conflicts", "--size", "512", "-D", "PAD=0"});
    EXPECT_NE(text.output.find("ms (modelled, at"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("short_scoreboard"), std::string::npos) << text.output;
}

TEST(CliWhy, EstimatesForOtherGpusAreLessCertain) {
    const std::string file = ::testing::TempDir() + "/why_estimated.cu";
    std::ofstream(file) << "__global__ void twice(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }\n";
    const std::vector<std::string> launch{
        "why", file, "--grid", "65536", "--block", "256", "--arg", "f32[16777216]=random:1", "--gpu"};
    const auto on = [&](const char* gpu) {
        std::vector<std::string> arguments = launch;
        arguments.emplace_back(gpu);
        return answer(arguments);
    };
    const json own = on("H200"), other = on("NVIDIA H100 80GB HBM3");
    EXPECT_TRUE(own.at("measured_ms").is_null()) << "a time without any measurement";
    EXPECT_GT(own.at("estimated_ms").get<double>(), 134e6 / 4.8e9) << "no faster than DRAM";
    EXPECT_GT(other.at("estimated_ms").get<double>(), own.at("estimated_ms").get<double>());
}

TEST(CliWhy, TellsHowFarOffEstimatesAre) {
    const std::vector<std::string> arguments{"why", "transpose/04-tiled", "--errors", "--size", "2048"};
    const json document = answer(arguments);
    ASSERT_EQ(document.at("launches").size(), 2u);
    EXPECT_EQ(document.at("all").at("launches"), 2);
    EXPECT_EQ(document.at("all").at("pairs_in_order"), document.at("all").at("pairs"));
    EXPECT_LT(document.at("all").at("median_error").get<double>(), 0.2);
    const std::string file = ::testing::TempDir() + "/why_errors.json", picture = ::testing::TempDir() + "/errors.svg";
    const auto text =
        cli({"why", "transpose/04-tiled", "--errors", "--size", "2048", "--json", file, "--svg", picture});
    EXPECT_EQ(text.ending.code, 0) << text.errors;
    EXPECT_NE(text.output.find("2 launches: median error"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("furthest off"), std::string::npos);
    std::ifstream drawn(picture);
    EXPECT_NE(std::string(std::istreambuf_iterator<char>(drawn), {}).find("</svg>"), std::string::npos);
    const auto table = cli({"why", "--errors", "--from", file, "--from", file, "--markdown"});
    EXPECT_NE(table.output.find("| `transpose/04-tiled` | 4 |"), std::string::npos) << table.output << table.errors;
    std::ofstream(file) << "{}";
    expectWrongUse({"why", "--errors", "--from", file}, "no estimated launches");
    std::ofstream(file) << "{";
    expectWrongUse({"why", "--errors", "--from", file}, "it ends in its middle");
}

TEST(CliWhy, SaysWhatToWriteInstead) {
    expectWrongUse({"why", "matmul/07-tiled", "--markdown"}, "belong to --errors");
    expectWrongUse({"why", "--all", "--errors"}, "write one of them");
    expectWrongUse({"why", "--errors", "--size", "77"}, "leave --errors out");
    expectWrongUse({"why"}, "name a stage or a file");
    expectWrongUse({"why", "matmul/07-tiled", "--gpu", "nvidia"}, "is no single GPU");
    expectWrongUse({"why", "matmul/07-tiled", "--arch", "7.0"}, "write --gpu with one of");
    expectWrongUse({"why", "matmul/07-tiled", "--cache", "lukewarm"}, "write warm or cold");
    expectWrongUse({"why", "matmul/21-cublas"}, "no kernel of its own");
    expectWrongUse({"why", "matmul/07-tiled", "--all", "--size", "77"}, "leave --all out");
}

// Each lane asks for a line of its own. Where rows are a multiple of 128 bytes apart all of them want one bank, and L1 takes a
// clock for each; where they are not it takes fewer, and what was measured is a third (docs/time.md).
TEST(CliWhy, LimitsOfL1HoldWhateverTheRows) {
    double whole = 0;
    for (const char* size : {"1024", "1000", "1001", "1021"}) {
        const json why = answer({"why", "matmul/02-naive", "--size", size, "-D", "BLOCK=32", "-D", "FLIPPED=1"});
        ASSERT_NE(limit(why, "L1 wavefronts"), nullptr) << size;
        ASSERT_NE(limit(why, "L1 tags"), nullptr) << size;
        const double wavefronts = limit(why, "L1 wavefronts")->at("ms"), tags = limit(why, "L1 tags")->at("ms");
        EXPECT_EQ(limit(why, "L1 wavefronts")->at("floor"), true);
        EXPECT_EQ(limit(why, "L1 tags")->at("floor"), true);
        EXPECT_LE(why.at("floor_ms"), why.at("measured_ms")) << size;
        if (whole == 0) {
            whole = wavefronts;
            EXPECT_GT(wavefronts, 0.9 * why.at("measured_ms").get<double>());
        }
        EXPECT_LE(wavefronts, whole);
        EXPECT_NEAR(tags, whole / 4, 0.1 * whole) << size;
    }
}

// "…needs 8 wavefronts of L1 instead of 32: 1 ms instead of 4": what is left of the time is what is left of the wavefronts.
TEST(CliWhy, WhatALayoutWouldSaveIsItsShareOfTheTime) {
    const std::string file = ::testing::TempDir() + "/why_apart.cu";
    std::ofstream(file) << "__global__ void apart(const float* x, float* y) {\n"
                           "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n    y[i] = x[i * 32];\n}\n";
    const auto text = cli({"why", file, "--grid", "4096", "--block", "256", "--arg", "f32[33554432]=zeros", "--arg",
                           "f32[1048576]=zeros", "--gpu", "H200"});
    ASSERT_EQ(text.ending.code, 0) << text.errors;
    std::smatch found;
    ASSERT_TRUE(std::regex_search(text.output, found,
                                  std::regex("needs (\\d+) wavefronts of L1 instead of (\\d+): ([0-9.]+) ms instead of "
                                             "([0-9.]+)")))
        << text.output;
    const double share = std::stod(found[1]) / std::stod(found[2]);
    EXPECT_LT(share, 0.9);
    EXPECT_NEAR(std::stod(found[3]) / std::stod(found[4]), share, 0.02) << found[0];
}

TEST(CliWhy, OneIsSaidOfOne) {
    const std::string file = ::testing::TempDir() + "/why_one.cu";
    std::ofstream(file) << "__global__ void fill(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
    const auto text =
        cli({"why", file, "--grid", "1056", "--block", "256", "--arg", "f32[270336]=zeros", "--gpu", "H200"});
    EXPECT_EQ(text.ending.code, 0) << text.errors;
    EXPECT_NE(text.output.find("1056 blocks are 1 wave,"), std::string::npos) << text.output;
    EXPECT_EQ(text.output.find("1 blocks"), std::string::npos) << text.output;
    EXPECT_EQ(text.output.find("1 waves"), std::string::npos) << text.output;
}

} // namespace
} // namespace warplens::tests
