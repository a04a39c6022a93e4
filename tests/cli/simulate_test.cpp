// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli simulate`.
#include "tests/cli/support.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace warplens::tests {
namespace {

using nlohmann::json;

uint64_t wavefronts(const json& counts) {
    const json& shared = counts.at("shared");
    uint64_t sum = 0;
    for (const char* kind : {"load", "store", "atomic"})
        sum += shared.at(kind).at("wavefronts").get<uint64_t>();
    return sum;
}

// What an H200 counts (resources/recordings/nvidia-h200.json).
TEST(CliSimulate, WavefrontsOfTheTiledStages) {
    const auto of = [](const std::string& stage, std::vector<std::string> defines) {
        std::vector<std::string> arguments{"simulate", stage, "--size", "512", "--blocks", "sample"};
        for (const std::string& define : defines)
            arguments.insert(arguments.end(), {"-D", define});
        const json document = answer(arguments);
        EXPECT_TRUE(document.at("exact").get<bool>());
        return wavefronts(document.at("totals"));
    };
    EXPECT_EQ(of("matmul/06-tiled-conflicts", {"PAD=0"}), 39'976'960u);
    EXPECT_EQ(of("matmul/06-tiled-conflicts", {"PAD=1"}), 8'650'752u);
    EXPECT_EQ(of("matmul/07-tiled", {"TILE=32"}), 6'553'600u);
}

// The emulator counts what it would without it, and says so.
TEST(CliSimulate, AWindowOfL2IsInNoCount) {
    const auto with = [](const char* window, const char* architecture) {
        return answer({"simulate", "patterns/10-l2-window", "--size", "1024", "-D", window, "--arch", architecture});
    };
    const json off = with("WINDOW=0", "9.0"), on = with("WINDOW=1", "9.0"), old = with("WINDOW=1", "7.5");
    EXPECT_EQ(on.at("totals"), off.at("totals"));
    EXPECT_FALSE(off.contains("note"));
    EXPECT_NE(on.at("note").get<std::string>().find("keeps table. No count here depends on it"), std::string::npos);
    EXPECT_NE(old.at("note").get<std::string>().find("compute capability 7.5 has none"), std::string::npos);
    const kernels::ProcessResult told = cli({"simulate", "patterns/10-l2-window", "-D", "WINDOW=1", "--size", "1024"});
    EXPECT_NE(told.output.find("note: " + on.at("note").get<std::string>()), std::string::npos) << told.output;
}

TEST(CliSimulate, AllBlocksAndASampleCountAlike) {
    const json all = answer({"simulate", "matmul/07-tiled", "--size", "96,80,72", "-D", "TILE=16"});
    const json sample =
        answer({"simulate", "matmul/07-tiled", "--size", "96,80,72", "-D", "TILE=16", "--blocks", "sample"});
    EXPECT_EQ(all.at("totals"), sample.at("totals"));
    EXPECT_EQ(all.at("blocks_simulated"), all.at("blocks_total"));
}

// Which blocks run makes no difference to what is said of one that has failed.
TEST(CliSimulate, FindingsOfSomeBlocksAreTold) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const std::string file = testing::TempDir() + "/beyond.cu";
    std::ofstream(file) << "extern \"C\" __global__ void beyond(float* a) { a[4000000 + threadIdx.x] = 1; }\n";
    for (const std::string blocks : {"5,0,0", "sample", "all"}) {
        const kernels::ProcessResult result = cli({"simulate", file, "--kernel", "beyond", "--grid", "100000",
                                                   "--block", "32", "--arg", "f32[1000]", "--blocks", blocks});
        EXPECT_EQ(result.ending.code, 1) << blocks << ": " << result.output << result.errors;
        EXPECT_NE(result.output.find("beyond.cu:1: out-of-bounds"), std::string::npos) << blocks << result.output;
    }
}

TEST(CliSimulate, ASampleOfNothingIsNoAnswer) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const std::string file = testing::TempDir() + "/last.cu";
    std::ofstream(file) << "extern \"C\" __global__ void last(int* a, unsigned* done) {\n"
                           "    if (threadIdx.x == 0 && atomicAdd(done, 1) == gridDim.x - 1)\n        a[0] = 1;\n}\n";
    expectWrongUse({"simulate", file, "--kernel", "last", "--grid", "781250", "--block", "128", "--arg", "i32[4]=zeros",
                    "--arg", "u32[1]=zeros", "--blocks", "sample"},
                   "--blocks sample ran none of the 781250 blocks");
}

// As an H200 counts them: run --on-gpu --counters tests/hardware/kernels/tensor.cu, 2026-11-24.
TEST(CliSimulate, MatricesAreRequestsButNoInstructions) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const std::string file = std::string(WARPLENS_SOURCE_DIR) + "/tests/hardware/kernels/tensor.cu";
    const auto shared = [&](const std::string& kernel) {
        return answer({"simulate", file, "--kernel", kernel, "--grid", "1", "--block", "32", "--smem", "8192", "--arg",
                       "u32[128]", "--arg", "i32=16"})
            .at("totals")
            .at("shared");
    };
    const json load = shared("matrices4").at("load"), store = shared("storeMatrices4").at("store");
    EXPECT_EQ(load.at("instructions"), 0);
    EXPECT_EQ(load.at("requests"), 1);
    EXPECT_EQ(store.at("instructions"), 0);
    EXPECT_EQ(store.at("requests"), 1);
}

TEST(CliSimulate, RunsWithoutCounting) {
    const json counted = answer({"simulate", "matmul/07-tiled", "--size", "64"});
    const json plain = answer({"simulate", "matmul/07-tiled", "--size", "64", "--no-counts"});
    EXPECT_TRUE(counted.at("counted").get<bool>());
    EXPECT_FALSE(plain.at("counted").get<bool>());
    EXPECT_EQ(plain.at("totals").at("warp_instructions"), counted.at("totals").at("warp_instructions"));
    EXPECT_FALSE(plain.at("totals").contains("global")) << "what was not counted is not shown as 0";
    EXPECT_TRUE(plain.at("lines").empty());
    expectWrongUse({"simulate", "matmul/07-tiled", "--size", "64", "--no-counts", "--lines"},
                   "--no-counts leaves nothing");
}

// GPUs before 6.0 move no sectors, and the window tells bytes there: so does the command line, in text and JSON.
TEST(CliSimulate, BeforeSixBytesAreTold) {
    const std::vector<std::string> call{"simulate", "matmul/02-naive", "--size", "64", "--lines", "--arch"};
    const auto at = [&](const char* arch) {
        std::vector<std::string> words = call;
        words.emplace_back(arch);
        return words;
    };
    for (const char* arch : {"1.0", "2.0", "3.5", "5.0"}) {
        const auto text = cli(at(arch));
        EXPECT_EQ(text.ending.code, 0) << text.errors;
        EXPECT_EQ(text.output.find("sectors"), std::string::npos) << text.output;
        EXPECT_NE(text.output.find(" bytes moved (ideal "), std::string::npos) << text.output;
        const json document = answer(at(arch));
        EXPECT_EQ(document.dump().find("sectors"), std::string::npos) << arch;
        const json& load = document.at("totals").at("global").at("load");
        const uint64_t moved = load.at("bytes_moved"), ideal = load.at("bytes_moved_ideal");
        EXPECT_EQ(load.at("bytes_moved_excess"), moved - ideal);
        EXPECT_NE(text.output.find(fmt::format("{} bytes moved (ideal {})", moved, ideal)), std::string::npos)
            << text.output;
    }
    const auto young = cli(at("9.0"));
    EXPECT_NE(young.output.find(" sectors (ideal "), std::string::npos) << young.output;
    EXPECT_EQ(young.output.find(" bytes moved (ideal "), std::string::npos) << young.output;
    // 1.3 has the rules of 1.2, and its own name.
    const auto refused = cli(at("1.3"));
    EXPECT_NE(refused.output.find("compute capability 1.3 allows 512"), std::string::npos) << refused.output;
    // The places of a step, too.
    const auto moments = cli({"lessons", "--moments", "matmul/02-naive?arch=2.0"});
    EXPECT_EQ(moments.ending.code, 0) << moments.errors;
    EXPECT_NE(moments.output.find(" bytes moved (ideal "), std::string::npos) << moments.output;
    EXPECT_EQ(moments.output.find("sectors"), std::string::npos) << moments.output;
}

TEST(CliSimulate, AnyIndexCanBeTyped) {
    const auto sectors = [](const char* lanes) {
        const json document = answer({"simulate", "patterns/09-expression", "--size", "256", "--lanes", lanes});
        return document.at("totals").at("global").at("load").at("sectors").get<uint64_t>();
    };
    // Eight warps; 4 sectors for the indices of each.
    EXPECT_EQ(sectors("lane"), 8u * (4 + 4));
    EXPECT_EQ(sectors("0"), 8u * (4 + 1));
    EXPECT_EQ(sectors("lane * 32"), 8u * (4 + 32));
    expectWrongUse({"simulate", "patterns/09-expression", "--lanes", "lane * 40"}, "gives 1040 for lane 26");
    expectWrongUse({"simulate", "matmul/07-tiled", "--lanes", "lane"}, "take patterns/09-expression");
    expectWrongUse({"simulate", "mine.cu", "--lanes", "lane"}, "--lanes is for stages");
}

TEST(CliSimulate, LinesAddUp) {
    const json document = answer({"simulate", "matmul/07-tiled", "--size", "64", "-D", "TILE=32"});
    uint64_t sum = 0, instructions = 0;
    for (const json& line : document.at("lines")) {
        sum += wavefronts(line);
        instructions += line.at("warp_instructions").get<uint64_t>();
    }
    EXPECT_GT(sum, 0u);
    EXPECT_EQ(sum, wavefronts(document.at("totals")));
    EXPECT_EQ(instructions, document.at("totals").at("warp_instructions"));
}

TEST(CliSimulate, InstructionsAddUp) {
    const json document = answer({"simulate", "matmul/06-tiled-conflicts", "--size", "64", "-D", "PAD=0"});
    uint64_t sum = 0, merged = 0;
    for (const json& row : document.at("instructions"))
        if (row.contains("shared")) {
            sum += row.at("shared").at("wavefronts").get<uint64_t>();
            merged += row.at("merged").get<bool>() && row.at("bytes_per_lane") == 16;
        }
    EXPECT_EQ(sum, wavefronts(document.at("totals")));
    EXPECT_EQ(merged, 16u) << "as cuobjdump lists them: 16 LDS.128";
    const json& store = document.at("totals").at("shared").at("store");
    EXPECT_EQ(store.at("wavefronts_excess"),
              store.at("wavefronts").get<uint64_t>() - store.at("wavefronts_ideal").get<uint64_t>());
    EXPECT_GT(store.at("ways").get<double>(), 16);
    const json& load = document.at("totals").at("global").at("load");
    EXPECT_EQ(load.at("bytes_moved"), 32 * load.at("sectors").get<uint64_t>());
    EXPECT_EQ(load.at("bytes_asked"), 128 * load.at("requests").get<uint64_t>());

    const auto text = cli({"simulate", "matmul/06-tiled-conflicts", "--size", "64", "-D", "PAD=0", "--lines"});
    EXPECT_EQ(text.ending.code, 0) << text.errors;
    EXPECT_NE(text.output.find("06-tiled-conflicts.cu:"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("occupancy on H200: 2 blocks"), std::string::npos) << text.output;
}

// cudaOccupancyMaxActiveBlocksPerMultiprocessor on an H200, as the recording has it.
TEST(CliSimulate, OccupancyIsTheRuntimes) {
    std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/resources/recordings/nvidia-h200.json");
    const json recording = json::parse(file);
    size_t compared = 0;
    for (const json& result : recording.at("results")) {
        if (!result.contains("attributes") || result.at("attributes").is_null() || result.at("size").at("M") != 512 ||
            result.contains("text_of")) // other machine code
            continue;
        std::vector<std::string> arguments{"simulate", result.at("stage"), "--size", "512", "--blocks", "0,0,0"};
        for (const auto& [name, value] : result.at("parameters").items())
            arguments.insert(arguments.end(), {"-D", name + "=" + std::to_string(value.get<int>())});
        const json occupancy = answer(arguments).at("occupancy");
        const json& attributes = result.at("attributes");
        EXPECT_EQ(occupancy.at("blocks_per_sm"), attributes.at("blocks_per_sm")) << result.at("stage");
        EXPECT_EQ(occupancy.at("registers_per_thread"), attributes.at("registers"));
        EXPECT_EQ(occupancy.at("static_shared_bytes"), attributes.at("static_shared_bytes"));
        EXPECT_DOUBLE_EQ(occupancy.at("fraction"), attributes.at("occupancy"));
        ++compared;
    }
    EXPECT_GE(compared, 8u);
}

// The courses' first cards allow blocks of 512 threads: the rules are applied all the same, and it is said.
TEST(CliSimulate, LimitsOfOldCardsAreNotes) {
    const std::vector<std::string> launch{"simulate", "matmul/07-tiled", "--size", "64", "--arch", "1.0"};
    const json large = answer(launch);
    const std::string refused = large.at("refused");
    EXPECT_NE(refused.find("has 1024 threads here, and compute capability 1.0 allows 512"), std::string::npos)
        << refused;
    EXPECT_GT(large.at("totals").at("shared").at("load").at("wavefronts"), 0);
    const auto text = cli(launch);
    EXPECT_EQ(text.ending.code, 0);
    EXPECT_NE(text.output.find("note: " + refused), std::string::npos) << text.output;
    EXPECT_FALSE(
        answer({"simulate", "matmul/07-tiled", "--size", "64", "--arch", "1.0", "-D", "TILE=16"}).contains("refused"));
    EXPECT_FALSE(answer({"simulate", "matmul/07-tiled", "--size", "64"}).contains("refused"));
    EXPECT_EQ(answer({"archs"}).at("architectures").at(0).at("limits").at("threads_per_block"), 512);
}

// Which sizes there are is told, where the one that is asked for is none of them.
TEST(CliBlocks, AllRecordedSizesAreTold) {
    expectWrongUse({"blocks", "matmul/07-tiled", "--size", "333", "--recorded"}, "recorded were 512, 1024:");
    expectWrongUse({"blocks", "matmul/08-dynamic-tile", "--recorded"}, "at 512 were not recorded: leave --recorded");
    const auto known = cli({"blocks", "matmul/07-tiled", "--size", "512", "--recorded"});
    EXPECT_EQ(known.ending.code, 0);
    EXPECT_NE(known.output.find("512³, measured on NVIDIA H200"), std::string::npos) << known.output;
}

// Against what an H200 counted at 512 (resources/recordings): an estimate, so within bounds.
TEST(CliSimulate, CachesAreEstimated) {
    const json caches =
        answer({"simulate", "matmul/07-tiled", "--size", "512", "-D", "TILE=32", "--caches"}).at("caches");
    EXPECT_TRUE(caches.at("estimate").get<bool>());
    EXPECT_TRUE(caches.at("complete").get<bool>());
    EXPECT_EQ(caches.at("l1_load_sectors"), 1'048'576);
    EXPECT_NEAR(caches.at("l1_load_misses").get<double>(), 1'018'000, 0.05 * 1'018'000);
    EXPECT_NEAR(caches.at("dram_read_bytes").get<double>(), 2'102'000, 0.01 * 2'102'000);
    EXPECT_EQ(caches.at("l2_write_sectors"), 32'768);
    expectWrongUse({"simulate", "matmul/07-tiled", "--size", "64", "--caches", "--arch", "1.0"}, "does not fit");
    EXPECT_FALSE(answer({"simulate", "matmul/07-tiled", "--size", "64"}).contains("caches"));
}

// A file of one's own, without a word about its launch: what the window would offer.
TEST(CliSimulate, GuessesTheLaunchOfAFile) {
    const std::string file = testing::TempDir() + "warplens-guess.ptx";
    std::ofstream(file) << R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry fill(.param .u64 p, .param .u32 n) {
    .reg .b32 %r<5>; .reg .b64 %rd<4>; .reg .pred %p;
    ld.param.u64 %rd1, [p];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    mov.u32 %r3, %ctaid.x;
    mad.lo.u32 %r2, %r3, 256, %r2;
    setp.ge.u32 %p, %r2, %r1;
    @%p ret;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r2;
    ret;
}
.visible .entry other() { ret; }
)";
    const auto guessed = cli({"simulate", file, "--kernel", "fill"});
    EXPECT_EQ(guessed.ending.code, 0) << guessed.errors;
    EXPECT_NE(guessed.errors.find("--kernel 'fill' --grid 16 --block 256 --arg 'f32[4096+]=random:1' --arg 'i32=4096'"),
              std::string::npos)
        << guessed.errors;
    EXPECT_NE(guessed.errors.find("2 kernels: fill, other"), std::string::npos) << guessed.errors;
    EXPECT_NE(guessed.output.find("16 blocks of 16"), std::string::npos) << guessed.output;
    EXPECT_EQ(guessed.errors.find("where your program makes them larger"), std::string::npos) << guessed.errors;
    // Where an array turns out to be too small, that may be the guess's fault.
    const std::string beyond = testing::TempDir() + "/beyond.ptx";
    std::ofstream(beyond) << R"(.version 7.0
.target sm_80
.address_size 64
.visible .entry beyond(.param .u64 p)
{
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [p];
    st.global.u32 [%rd1+1073741824], 1;
    ret;
}
)";
    const auto outside = cli({"simulate", beyond});
    EXPECT_EQ(outside.ending.code, 0) << outside.output;
    EXPECT_NE(outside.output.find("note: out-of-bounds"), std::string::npos) << outside.output;
    EXPECT_NE(outside.errors.find("what was found comes with a guess (grid, block, p)"), std::string::npos)
        << outside.errors;
    EXPECT_NE(outside.errors.find("where your program makes them larger"), std::string::npos) << outside.errors;
    expectWrongUse({"simulate", file, "--kernel", "fill", "--grid", "1"}, "--block");
}

// A pointer into the middle of an array, and two instances of which one is meant: no guess makes them the kernel's mistakes.
TEST(CliSimulate, AGuessSaysThatItsFindingsMayBeItsOwn) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const std::string file = testing::TempDir() + "/middle.cu";
    std::ofstream(file) << "template<int R> __global__ void stencil(const int* in, int* out) {\n"
                           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "    out[i] = in[i - R] + in[i + R];\n}\n"
                           "void go(int* a, int* b, int r) {\n"
                           "    if (r == 3) stencil<3><<<4, 64>>>(a + 3, b);\n"
                           "    else stencil<5><<<4, 64>>>(a + 5, b);\n}\n";
    const auto guessed = cli({"simulate", file});
    EXPECT_EQ(guessed.ending.code, 0) << guessed.output << guessed.errors;
    EXPECT_NE(guessed.output.find("note: out-of-bounds"), std::string::npos) << guessed.output;
    EXPECT_NE(guessed.errors.find("comes with a guess (which instance, in, out)"), std::string::npos) << guessed.errors;
    const auto told = cli({"simulate", file, "--kernel", "stencil<5>"});
    EXPECT_NE(told.errors.find("comes with a guess (in, out)"), std::string::npos) << told.errors;
}

// Where an access leads to, and whether it is reached, is what decides: what hangs on a guess is a note, and what does not is a
// finding.
TEST(CliSimulate, WhatHangsOnAGuessIsANote) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const std::string file = testing::TempDir() + "/hangs.cu";
    const auto expect = [&](int code, const std::string& guess, const std::string& kernel, const std::string& host) {
        std::ofstream(file) << kernel << "\n" << host << "\n";
        const auto ran = cli({"simulate", file});
        EXPECT_EQ(ran.ending.code, code) << kernel << host << "\n" << ran.output << ran.errors;
        if (guess.empty()) {
            EXPECT_EQ(ran.output.find("hangs on a guess"), std::string::npos) << ran.output;
        } else {
            EXPECT_NE(ran.output.find("a note, since it hangs on a guess: " + guess + "\n"), std::string::npos)
                << kernel << host << "\n"
                << ran.output << ran.errors;
        }
    };
    const auto host = [](const std::string& call) {
        return "int main(int argc, char** argv) {\n    int *a, *b, n = atoi(argv[1]);\n    cudaMalloc(&a, 256 * 4);\n"
               "    cudaMalloc(&b, 256 * 4);\n    kernel<<<" +
               call + ";\n}\n";
    };
    const std::string reversed =
        "__global__ void kernel(const int* in, int* out) {\n    __shared__ int t[256];\n"
        "    t[threadIdx.x] = in[threadIdx.x];\n    out[blockIdx.x * 256 + threadIdx.x] = t[255 - threadIdx.x];\n}";
    expect(1, "", reversed, host("1, 256>>>(a, b)"));
    expect(1, "", reversed, ""); // guessed altogether: it tells its threads apart, and hangs on nothing
    // The race is there or not by what the shift is: one that the file says, and one that it does not.
    const std::string shifted = "__global__ void kernel(int* a, int shift) {\n"
                                "    a[threadIdx.x] = a[(threadIdx.x + shift) % 251] + 1;\n}";
    expect(1, "", shifted, host("1, 256>>>(a, 3)"));
    expect(0, "shift", shifted, host("1, 256>>>(a, n)"));
    // … by whether threads come there,
    const std::string limited =
        "__global__ void kernel(int* a, int n) {\n    if (threadIdx.x < n)\n        a[0] += 1;\n}";
    expect(1, "", limited, host("1, 256>>>(a, 200)"));
    expect(0, "n", limited, host("1, 256>>>(a, n)"));
    // … through shared memory, a function and a loop,
    const std::string far = "__shared__ int step;\n__device__ __noinline__ int next(int i) { return i + step; }\n"
                            "__global__ void kernel(int* a, int n) {\n    if (threadIdx.x == 0) step = n;\n"
                            "    __syncthreads();\n    int at = 0;\n    for (int k = 0; k < 5; ++k) at = next(at);\n"
                            "    a[at % 256] += 1;\n}";
    expect(1, "", far, host("1, 256>>>(a, 3)"));
    expect(0, "n", far, host("1, 256>>>(a, n)"));
    // A loop is gone round, however often: a race in it hangs on its end only by what counts in it.
    const std::string tiles =
        "__global__ void kernel(const int* in, int* out, int n) {\n    __shared__ int t[64];\n"
        "    int sum = 0;\n    for (int k = 0; k < n / 64; ++k) {\n        t[threadIdx.x] = in[threadIdx.x] + k;\n"
        "        sum += t[63 - threadIdx.x];\n        __syncthreads();\n    }\n    out[blockIdx.x * 64 + threadIdx.x] "
        "= sum;\n}";
    expect(1, "", tiles, host("1, 64>>>(a, b, n)"));
    const std::string turning =
        "__global__ void kernel(const int* in, int* out, int n) {\n    __shared__ int t[64];\n"
        "    t[threadIdx.x] = in[threadIdx.x];\n    int sum = 0;\n    for (int k = 0; k < n; ++k)\n"
        "        sum += t[(threadIdx.x + k) % 60];\n    out[threadIdx.x] = sum;\n}";
    expect(0, "n", turning, host("1, 64>>>(a, b, n)"));
    expect(1, "", turning, host("1, 64>>>(a, b, 5)"));
    // … by what was read from an array,
    expect(0, "what arrays hold",
           "__global__ void kernel(const int* in, int* bins) { bins[in[threadIdx.x] & 31] += 1; }",
           host("1, 256>>>(a, b)"));
    // … or by how many threads there are, where the kernel does not tell them apart.
    const std::string alone = "__global__ void kernel(int* a, int* b) { *b += *a; }";
    expect(0, "block", alone, "");
    expect(1, "", alone, host("1, 64>>>(a, b)"));
    // Barriers and loops, too.
    const std::string barrier =
        "__global__ void kernel(int* a, int n) {\n    if (threadIdx.x < n) {\n"
        "        a[threadIdx.x] = 1;\n        __syncthreads();\n        a[n - 1 - threadIdx.x] += 2;\n"
        "    } else {\n        a[threadIdx.x] = 3;\n        __syncthreads();\n    }\n}";
    expect(1, "", barrier, host("1, 256>>>(a, 100)"));
    expect(0, "", barrier, host("1, 256>>>(a, 256)"));
    // What lies before an array that the file allocates is nobody's, whatever its size; before a pointer into its middle it may be.
    const std::string before = "__global__ void kernel(int* a, int* b) { b[threadIdx.x] = a[(int)threadIdx.x - 1]; }";
    const std::string unknown =
        "int main(int c, char** v) {\n    int *a = NULL, *b;\n    cudaMalloc(&a, atoi(v[1]) * 4);\n"
        "    cudaMalloc(&b, atoi(v[1]) * 4);\n";
    expect(1, "", before, unknown + "    kernel<<<1, 256>>>(a, b);\n}");
    expect(0, "size of a", before, unknown + "    kernel<<<1, 256>>>(a + 1, b);\n}");
    expect(0, "size of a", before, unknown + "    ++a;\n    kernel<<<1, 256>>>(a, b);\n}");
    // … and so it does with any width, where that is a factor of what the file allocates, and is reached whatever it is.
    const std::string above = "__global__ void kernel(int* a, int* b, int cols) {\n"
                              "    const int at = cols * 16 * blockIdx.y + cols * threadIdx.y + threadIdx.x;\n"
                              "    b[at] = a[at - cols];\n}";
    const auto ofSize = [](const std::string& size, const std::string& call) {
        return "int main(int c, char** v) {\n    int *a, *b, rows, cols, size;\n    rows = atoi(v[1]);\n"
               "    cols = atoi(v[2]);\n    size = " +
               size +
               ";\n    cudaMalloc(&a, size * 4);\n    cudaMalloc(&b, sizeof(int) * (rows * cols));\n    dim3 block(16, "
               "16);\n"
               "    kernel<<<dim3(cols / 16, rows / 16), block>>>(" +
               call + ");\n}\n";
    };
    expect(1, "", above, ofSize("cols * rows", "a, b, cols"));
    expect(0, "cols", above, ofSize("cols * rows", "a, b, atoi(v[3])")); // it may be 0
    expect(0, "cols", above, ofSize("cols * rows", "a, b, c"));
    const std::string inside = "__global__ void kernel(int* a, int* b, int cols) {\n"
                               "    const int at = cols * threadIdx.y + threadIdx.x;\n"
                               "    if (cols > 1)\n        b[at] = a[at - cols];\n}";
    expect(0, "cols", inside, ofSize("cols * rows", "a, b, cols"));
    // Whoever says the launch has guessed nothing.
    std::ofstream(file) << shifted << "\n" << host("1, 256>>>(a, n)");
    const auto told = cli({"simulate", file, "--kernel", "kernel", "--grid", "1", "--block", "256", "--arg",
                           "i32[256]=zeros", "--arg", "i32=5"});
    EXPECT_EQ(told.ending.code, 1) << told.output << told.errors;
    const auto written = cli({"simulate", file, "--json", "-"});
    EXPECT_NE(written.output.find("\"hangs_on_guess\": \"shift\""), std::string::npos) << written.output;
}

// Structures by value get their members' values; one that cannot be made up is asked for.
TEST(CliSimulate, AGuessMakesStructures) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const std::string file = testing::TempDir() + "/structure.cu";
    std::ofstream(file)
        << "#define D 3\nstruct Box { float low[D], high[D]; };\n"
           "typedef struct {\n    int width, height = 4;\n    Box box; // one in another\n"
           "    const float* elements;\n    static const int none = 1;\n"
           "    __device__ float at(int i) const { return elements[i]; }\n} Matrix;\n"
           "class View { public: View() = default; unsigned char kind; double2 where; float *a, *b; };\n"
           "__global__ void scale(const Matrix m, View v, float* out) {\n"
           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "    if (i < m.width) out[i] = m.at(i) * m.box.high[2] + v.b[i] + v.where.y + v.kind;\n}\n";
    const auto guessed = cli({"simulate", file});
    EXPECT_EQ(guessed.ending.code, 0) << guessed.output << guessed.errors;
    EXPECT_NE(
        guessed.errors.find("--arg '{i32=4096; i32=4096; {{f32=1; f32=1; f32=1}; {f32=1; f32=1; f32=1}}; "
                            "f32[4096]=random:1}' --arg '{u8=1; f64x2=1,1; f32[4096]=random:2; f32[4096]=random:3}'"),
        std::string::npos)
        << guessed.errors;
    std::ofstream(file) << "struct __align__(16) Flags { unsigned a : 3, b : 5; int more[3]; };\n"
                           "__global__ void kernel(Flags f, int* out) { out[threadIdx.x] = f.a + f.more[1]; }\n";
    const auto unknown = cli({"simulate", file});
    EXPECT_EQ(unknown.ending.code, 2) << unknown.output << unknown.errors;
    EXPECT_NE(unknown.errors.find("takes 16 there: a structure is written as --arg '{i32=512; f32[64]=zeros}'"),
              std::string::npos)
        << unknown.errors;
}

// What the file says is taken from it; what it does not say is a guess, whose size raises no finding.
TEST(CliSimulate, AGuessTellsWhatItIsAndGrows) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const std::string file = testing::TempDir() + "/elastic.cu";
    const auto write = [&](const std::string& size) {
        std::ofstream(file) << "#define N 1000\n#define LAST(n) ((n) - 1)\nconstexpr int BLOCK = 128;\n"
                               "inline int ceilDiv(int a, int b) { return (a + b - 1) / b; }\n"
                               "__global__ void scale(float* x, const float* y, int n, int last, float a) {\n"
                               "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "    if (i < n) x[i + 100] = a * y[2000000 + i] + last;\n}\n"
                               "int main() {\n    float *x, *other = setUp();\n    cudaMalloc((void**)&x, (size_t)"
                            << size
                            << " * sizeof(float));\n    dim3 block(BLOCK);\n    dim3 grid(ceilDiv(N, block.x));\n"
                               "    scale<<<grid, block>>>(x, other, N, LAST(N), 2.5f);\n}\n";
        return cli({"simulate", file});
    };
    const auto right = write("2 * N");
    EXPECT_EQ(right.ending.code, 0) << right.output << right.errors;
    EXPECT_NE(right.errors.find("--kernel 'scale' --grid 8 --block 128 --arg 'f32[2000]=zeros' --arg "),
              std::string::npos)
        << right.errors;
    EXPECT_NE(right.errors.find(" --arg 'i32=1000' --arg 'i32=999' --arg 'f32=2.5'"), std::string::npos)
        << right.errors;
    EXPECT_NE(right.errors.find("found in the file: grid, block, x, n, last, a; guessed: y, what arrays hold"),
              std::string::npos)
        << right.errors;
    EXPECT_NE(right.errors.find("arrays have grown (y):"), std::string::npos) << right.errors;
    EXPECT_EQ(right.output.find("out-of-bounds"), std::string::npos) << right.output;
    // Past what the file itself allocates: that is the program's own mistake.
    const auto small = write("N");
    EXPECT_EQ(small.ending.code, 1) << small.output << small.errors;
    EXPECT_NE(small.output.find(" bytes past the end of x (4000 bytes)"), std::string::npos) << small.output;
}

std::vector<float> floatsOf(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
    return values;
}

constexpr const char* formsKernel = R"(#include <cuda_bf16.h>
#include <cuda_fp8.h>
struct Grid { float* cells; int columns; float2 step; };
namespace mine { __constant__ float scale[2]; __device__ float* extra; }
extern "C" __global__ void forms(float* A, Grid grid, float4 v, __nv_bfloat16 b, const float* inner, __nv_fp8_e4m3 e) {
    A[0] = grid.cells[1]; A[1] = grid.columns; A[2] = grid.step.y; A[3] = v.w; A[4] = __bfloat162float(b);
    A[5] = inner[0]; A[6] = mine::scale[1]; A[7] = *mine::extra; A[8] = float(e);
}
)";

// Whatever an argument can be: the kernel writes out what it has been given.
TEST(CliSimulate, StructuresVectorsPointersAndVariablesAreArguments) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const std::string file = testing::TempDir() + "/forms.cu", dump = testing::TempDir() + "/forms.out";
    std::ofstream(file) << formsKernel;
    const std::vector<std::string> launch{"simulate", file, "--grid", "1", "--block", "1"};
    const auto with = [&](const std::vector<std::string>& values, const std::vector<std::string>& more = {}) {
        std::vector<std::string> line = launch;
        for (const std::string& value : values)
            line.insert(line.end(), {"--arg", value});
        line.insert(line.end(), more.begin(), more.end());
        return line;
    };
    const std::vector<std::string> good{"f32[16]=list:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
                                        "{f32[4]=list:20,21; i32=33; f32x2=1.5,2.5}",
                                        "f32x4=1,2,3,4.5",
                                        "bf16=-0.75",
                                        "@A+12",
                                        "e4m3=1.125",
                                        "&mine::scale=f32[2]=list:7,8",
                                        "&extra=@grid.0+2"};
    const auto run = cli(with(good, {"--dump", "A=" + dump}));
    ASSERT_EQ(run.ending.code, 0) << run.output << run.errors;
    const std::vector<float> a = floatsOf(dump);
    ASSERT_EQ(a.size(), 16u);
    EXPECT_EQ(std::vector<float>(a.begin(), a.begin() + 10),
              (std::vector<float>{21, 33, 2.5f, 4.5f, -0.75f, 13, 8, 20, 1.125f, 10}));
    // By its number, too; and the array that a structure leads to can be written out.
    std::vector<std::string> numbered = good;
    numbered[4] = "@0+15";
    ASSERT_EQ(cli(with(numbered, {"--dump", "grid + 0=" + dump})).ending.code, 0);
    EXPECT_EQ(floatsOf(dump), (std::vector<float>{20, 21, 20, 21}));
    ASSERT_EQ(cli(with(numbered, {"--dump", "0=" + dump})).ending.code, 0);
    EXPECT_EQ(floatsOf(dump).at(5), 16);

    const auto wrong = [&](size_t i, const std::string& value, const std::string& part) {
        std::vector<std::string> values = good;
        values[i] = value;
        expectWrongUse(with(values), part);
    };
    wrong(1, "{f32[4]=zeros; i32=33}", "the argument grid has 16 bytes (a structure), and the kernel forms takes 24");
    wrong(2, "f32=1", "the argument v has 4 bytes (f32), and the kernel forms takes 16");
    wrong(4, "@B+1", "inner: there is no array @B; there are @A, @grid.0");
    wrong(4, "@A+17", "@A+17 lies behind the array, which has 16 elements");
    wrong(6, "&scales=f32=1", "there is no __constant__ or __device__ variable of this name");
    wrong(6, "&scale=f32=1", "has 4 bytes, and the variable has 8");
    wrong(6, "&scale=f32[3]=zeros", "has 12 bytes, and the variable has 8");
    wrong(3, "bf16=1e39", "does not fit bf16");
    std::vector<std::string> few(good.begin(), good.begin() + 5);
    expectWrongUse(with(few), "takes 6 arguments, and 5 are given");
}

// Four loads of 32 bits that ptxas joins: only machine code tells.
constexpr const char* mergedKernel = R"(extern "C" __global__ void merged(float* out) {
    __shared__ float s[128];
    for (int i = threadIdx.x; i < 128; i += 32)
        s[i] = i;
    __syncthreads();
    const float* own = s + 4 * threadIdx.x;
    out[threadIdx.x] = own[0] + own[1] * 2 + own[2] * 3 + own[3] * 4;
}
)";

TEST(CliSimulate, PtxIsCountedAsItsCubinHasIt) {
    const kernels::Compiler::Search search = kernels::Compiler::find();
    if (!search.compiler)
        GTEST_SKIP() << search.reason;
    const std::string base = testing::TempDir() + "/merged";
    kernels::CompileRequest request;
    request.source = std::string(mergedKernel);
    request.fileName = "merged.cu";
    const kernels::CompileResult compiled = search.compiler->compile(request);
    ASSERT_TRUE(compiled.ok) << compiled.log;
    std::ofstream(base + ".cu") << mergedKernel;
    std::ofstream(base + ".ptx") << compiled.ptx;
    std::ofstream(base + ".cubin", std::ios::binary) << compiled.cubin;
    const auto with = [](std::vector<std::string> words) {
        words.insert(words.begin(), "simulate");
        words.insert(words.end(), {"--grid", "1", "--block", "32", "--arg", "f32[32]=zeros"});
        return words;
    };
    const json source = answer(with({base + ".cu"})), alone = answer(with({base + ".ptx"}));
    const json both = answer(with({"--ptx", base + ".ptx", "--cubin", base + ".cubin"}));
    EXPECT_EQ(both.at("totals"), source.at("totals"));
    EXPECT_EQ(both.at("occupancy"), source.at("occupancy"));
    const auto requests = [](const json& j) {
        return j.at("totals").at("shared").at("load").at("requests").get<int>();
    };
    EXPECT_EQ(requests(both), 1);
    EXPECT_EQ(requests(alone), 4) << "PTX by itself does not tell";

    expectWrongUse(with({base + ".cu", "--cubin", base + ".cubin"}), "--cubin is for PTX that somebody has compiled");
    expectWrongUse(with({base + ".ptx", "--cubin", base + ".ptx"}), "merged.ptx is no machine code");
    expectWrongUse(with({base + ".ptx", "--cubin", "/nowhere"}), "cannot read /nowhere");
    expectWrongUse(with({base + ".ptx", "--ptx", base + ".ptx"}), "are two subjects");
    expectWrongUse(with({"--ptx", base + ".cu"}), "the name of PTX ends in .ptx");
    expectWrongUse({"simulate", "matmul/07-tiled", "--cubin", base + ".cubin"}, "--cubin is for files");
    const std::string other = testing::TempDir() + "/other.ptx";
    std::ofstream(other)
        << ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) { ret; }\n";
    expectWrongUse(with({other, "--cubin", base + ".cubin"}), "has no machine code of the kernel k: it has merged");
}

// What only 9.0 itself has takes sm_90a.
TEST(CliSimulate, FeaturesOfOneArchitectureAlone) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const std::string file = testing::TempDir() + "/featured.cu";
    std::ofstream(file) << "extern \"C\" __global__ void featured(int* a) {\n"
                           "#ifdef __CUDA_ARCH_FEAT_SM90_ALL\n    a[0] = 1;\n#else\n    a[0] = 2;\n#endif\n}\n";
    const auto with = [&](const std::string& architecture) {
        const std::string dump = testing::TempDir() + "/featured.out";
        const auto result = cli({"simulate", file, "--grid", "1", "--block", "1", "--arg", "i32[1]=zeros", "--arch",
                                 architecture, "--dump", "a=" + dump});
        EXPECT_EQ(result.ending.code, 0) << architecture << result.errors;
        return std::ifstream(dump, std::ios::binary).get();
    };
    for (const char* architecture : {"sm_90a", "9.0a", "compute_90a"})
        EXPECT_EQ(with(architecture), 1) << architecture;
    for (const char* architecture : {"sm_90", "9.0", "compute_86", "8.6"})
        EXPECT_EQ(with(architecture), 2) << architecture;
    for (const char* none : {"sm_86a", "sm_", "a", "sm_9a", "9.0b", "1000", "90", "90a", "sm_9.0"})
        expectWrongUse({"simulate", file, "--arch", none}, fmt::format("'{}' is no compute capability", none));
}

// Kernels in headers that lie beside the file, and beside each other.
// What a launch is guessed from stands in headers beside the file, too: structures, and numbers with names.
TEST(CliSimulate, AGuessKnowsWhatHeadersDeclare) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "declared";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "shape.cuh")
        << "#pragma once\n#define COUNT (1 << 12)\nstruct Shape { int n; float scale; };\n";
    std::ofstream(folder / "main.cu") << R"(#include "shape.cuh"
__global__ void scale(const float* in, float* out, Shape shape) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < shape.n) out[i] = in[i] * shape.scale;
}
int main() {
    float *a, *b;
    cudaMalloc(&a, COUNT * sizeof(float));
    cudaMalloc(&b, COUNT * sizeof(float));
    Shape shape{COUNT, 2.0f};
    scale<<<COUNT / 128, 128>>>(a, b, shape);
}
)";
    const auto guessed = cli({"simulate", folder / "main.cu"});
    EXPECT_EQ(guessed.ending.code, 0) << guessed.errors;
    EXPECT_NE(guessed.errors.find("--grid 32 --block 128 --arg 'f32[4096]=random:1' --arg 'f32[4096]="),
              std::string::npos)
        << guessed.errors;
    EXPECT_NE(guessed.errors.find("--arg '{i32=4096; f32="), std::string::npos) << guessed.errors;
}

// A program is no kernel; what runs one is named.
TEST(CliSimulate, AProgramIsToldWhatRunsIt) {
    const std::string file = std::filesystem::path(testing::TempDir()) / "a-program";
    std::ofstream(file) << "\x7f"
                           "ELF";
    for (const char* verb : {"simulate", "check", "why"})
        expectWrongUse({verb, file}, "`warplens-cli run " + file + "` runs a program and lists its launches");
}

TEST(CliSimulate, KernelsInHeadersAreFound) {
    if (const std::string reason = noCompiler(); !reason.empty())
        GTEST_SKIP() << reason;
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "headers";
    std::filesystem::create_directories(folder / "inner");
    std::ofstream(folder / "main.cu")
        << "#include \"inner/more.cuh\"\n#include \"inner/kernels.cuh\"\nint main() { twice<<<4, 64>>>(p, 256); }\n";
    std::ofstream(folder / "inner/kernels.cuh") << "#pragma once\n#include \"more.cuh\"\n"
                                                   "__global__ void twice(float* values, int n) {\n"
                                                   "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                                   "    if (i < n) values[i] *= 2;\n}\n";
    std::ofstream(folder / "inner/more.cuh")
        << "#pragma once\n__global__ void thrice(double* cells) { cells[threadIdx.x] *= 3; }\n";
    const std::string file = folder / "main.cu";
    const auto guessed = cli({"simulate", file}); // the one that main launches
    EXPECT_EQ(guessed.ending.code, 0) << guessed.errors;
    EXPECT_NE(guessed.errors.find("--kernel 'twice' --grid 4 --block 64 --arg 'f32["), std::string::npos)
        << guessed.errors;
    EXPECT_NE(guessed.errors.find("the file has 2 kernels: thrice, twice"), std::string::npos) << guessed.errors;
    // And their parameters have their names there.
    expectWrongUse({"simulate", file, "--kernel", "thrice", "--grid", "1", "--block", "32", "--arg", "i32=1"},
                   "the argument cells has 4 bytes (i32)");
    expectWrongUse({"simulate", file, "--kernel", "thrice", "--grid", "1", "--block", "32", "--arg", "f64[32]=zeros",
                    "--dump", "x=/tmp/x"},
                   "there is no array 'x' to write out; there are cells");
}

// The same kernel under the rules of the first cards.
TEST(CliSimulate, OlderArchitectures) {
    const auto run = [](const std::string& arch) {
        return answer({"simulate", "matmul/06-tiled-conflicts", "--size", "64", "-D", "PAD=0", "--arch", arch});
    };
    const json present = run("9.0"), first = run("1.0"), kepler = run("3.0/8");
    EXPECT_EQ(first.at("model").at("architecture"), "1.0");
    EXPECT_EQ(first.at("totals").at("shared").at("store").at("requests"),
              present.at("totals").at("shared").at("store").at("requests"));
    EXPECT_GT(wavefronts(first.at("totals")), wavefronts(present.at("totals")));
    EXPECT_LT(wavefronts(kepler.at("totals")), wavefronts(first.at("totals")));
    EXPECT_EQ(first.at("occupancy").at("blocks_per_sm"), 0) << "1024 threads are too many for a block of 1.0";
}

TEST(CliSimulate, WrongUse) {
    expectWrongUse({"simulate"}, "stage");
    expectWrongUse({"simulate", "matmul/7-tiled"}, "did you mean matmul/07-tiled?");
    expectWrongUse({"simulate", "/nowhere.cu", "--grid", "1", "--block", "1"}, "/nowhere.cu");
    expectWrongUse({"simulate", "x.cu"}, "cannot read x.cu");
    expectWrongUse({"simulate", "matmul/07-tiled", "-D", "TILE=12"}, "8, 16 or 32");
    expectWrongUse({"simulate", "matmul/07-tiled", "--size", "0"}, "size");
    expectWrongUse({"simulate", "matmul/07-tiled", "--arch", "nine"}, "'nine' is no compute capability");
    expectWrongUse({"simulate", "matmul/07-tiled", "--size", "64", "--blocks", "9,9,9"}, "there is no block '9,9,9'");
    expectWrongUse({"simulate", "matmul/07-tiled", "--size", "64", "--dump", "C"}, "--dump K=FILE");
    expectWrongUse({"simulate", "matmul/07-tiled", "--size", "64", "--dump", "X=/tmp/x"}, "there is no array 'X'");
    expectWrongUse({"simulate", "matmul/07-tiled", "--grid", "1"}, "--grid is for files");
}

} // namespace
} // namespace warplens::tests
