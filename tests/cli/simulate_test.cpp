// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli simulate`.
#include "tests/cli/support.h"

#include <nlohmann/json.hpp>

#include <fstream>

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
        if (!result.contains("attributes") || result.at("attributes").is_null() || result.at("size").at("M") != 512)
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
    EXPECT_NE(guessed.errors.find("--kernel 'fill' --grid 16 --block 256 --arg 'f32[4096]=random:1' --arg 'i32=4096'"),
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
    st.global.u32 [%rd1+1048576], 1;
    ret;
}
)";
    const auto outside = cli({"simulate", beyond});
    EXPECT_EQ(outside.ending.code, 1);
    EXPECT_NE(outside.errors.find("where your program makes them larger"), std::string::npos) << outside.errors;
    expectWrongUse({"simulate", file, "--kernel", "fill", "--grid", "1"}, "--block");
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
