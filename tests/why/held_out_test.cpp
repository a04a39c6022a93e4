// SPDX-License-Identifier: GPL-3.0-or-later
// What no rule of the model was made with: the copies of tests/hardware/why/pieces.cu, whose times on two GPUs were kept
// (tests/data/pieces-*.csv) before anybody estimated them, and the products that slides quote for a GPU without a calibration.
// docs/time.md has the tables.
#include "app/engine/kernel_file.h"
#include "app/engine/why.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/measure/recording.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace warplens::engine {
namespace {

const std::string source = WARPLENS_SOURCE_DIR;
constexpr int edge = 8192;

struct Copy {
    int piece = 0; ///< bytes
    bool reads = false, writes = false;
    double measured = 0; ///< ms
};

/// Those of that edge, to the same place.
std::vector<Copy> measuredOn(const std::string& gpu) {
    std::istringstream lines(kernels::readText(source + "/tests/data/pieces-" + gpu + ".csv", kernels::dataLimit));
    std::vector<Copy> copies;
    for (std::string line; std::getline(lines, line);) {
        int at = 0, piece = 0, reads = 0, writes = 0;
        double ms = 0;
        if (std::sscanf(line.c_str(), "pieces,same,%d,%d,%d,%d,%lf", &at, &piece, &reads, &writes, &ms) == 5 &&
            at == edge)
            copies.push_back({piece, reads != 0, writes != 0, ms});
    }
    return copies;
}

double estimated(const kernels::StageCompiler& compiler, const Calibrations& calibrations,
                 const sim::time::Device& device, const Copy& copy) {
    const int width = copy.piece / 4, rows = 256 / width, high = rows * std::min(8, 32 / rows);
    KernelFile file;
    file.path = source + "/tests/hardware/why/pieces.cu";
    file.text = kernels::SourceText(readTextFile(file.path));
    file.launch.kernel = fmt::format("copyTiles<{},{}>", copy.reads, copy.writes);
    file.launch.grid = fmt::format("{},{}", edge / width, edge / high);
    file.launch.block = "256";
    const std::string array = fmt::format("f32[{}]=zeros", edge * edge);
    file.launch.arguments = {array, array, fmt::format("i32={}", edge), fmt::format("i32={}", width), "u8=0"};
    const Why why = explain(imageOfKernelFile(compiler, file, "9.0"), launchOfFile(file), device, {},
                            {.calibrations = &calibrations, .stop = {}});
    return why.estimated && why.estimated->time.known ? why.estimated->time.milliseconds : 0;
}

TEST(HeldOut, CopiesInPiecesAreEstimated) {
    const kernels::StageCompiler compiler;
    if (!compiler.missingReason().empty())
        GTEST_SKIP() << compiler.missingReason();
    const Calibrations calibrations(kernels::resourcesDir() / "calibrations");
    const std::string text = kernels::readText(source + "/docs/time.md", kernels::sourceLimit);
    for (const auto& [name, gpu] : {std::pair("h200", "NVIDIA H200"), std::pair("h100", "NVIDIA H100 80GB HBM3")}) {
        std::vector<double> errors;
        for (const Copy& copy : measuredOn(name)) {
            if (copy.piece > 256) // as those of 256
                continue;
            const double ms = estimated(compiler, calibrations, *sim::time::findDevice(gpu), copy);
            errors.push_back(std::abs(ms / copy.measured - 1));
            const std::string row = fmt::format("| {} | {} | {} | {:.3f} | {:.3f} | {:+.0f} % |\n", gpu,
                                                copy.reads && copy.writes ? "read, written"
                                                : copy.reads              ? "read"
                                                                          : "written",
                                                copy.piece, copy.measured, ms, 100 * (ms / copy.measured - 1));
            EXPECT_NE(text.find(row), std::string::npos) << row;
        }
        ASSERT_EQ(errors.size(), 12u);
        std::sort(errors.begin(), errors.end());
        EXPECT_LE(errors[6], 0.1) << gpu;
        EXPECT_LE(errors.back(), 0.25) << gpu;
    }
}

Why whyOf(const kernels::StageCompiler& compiler, const std::string& text, const std::string& kernel,
          const std::string& grid, const std::vector<std::string>& arguments) {
    static const Calibrations calibrations(kernels::resourcesDir() / "calibrations");
    KernelFile file;
    file.path = "own.cu";
    file.text = kernels::SourceText(text);
    file.launch.kernel = kernel;
    file.launch.grid = grid;
    file.launch.block = "256";
    file.launch.arguments = arguments;
    return explain(imageOfKernelFile(compiler, file, "9.0"), launchOfFile(file), *sim::time::findDevice("NVIDIA H200"),
                   {}, {.calibrations = &calibrations, .stop = {}});
}

// ptxas divides and takes roots by a few instructions, and calls a subroutine for numbers that are out of the ordinary: nobody
// knows which numbers these are, as where warps go is followed without computing them.
TEST(OwnKernel, DivisionsAndRootsAreFollowedWithoutTheirSubroutines) {
    const kernels::StageCompiler compiler;
    if (!compiler.missingReason().empty())
        GTEST_SKIP() << compiler.missingReason();
    const std::string array = "f32[1048576]=random:1";
    const std::pair<const char*, bool> sums[] = {
        {"a[i] / b[i]", true},
        {"(float)((double)a[i] / b[i])", true},
        {"sqrtf(a[i])", false}, // what these ask for is seen from the bits that were read
        {"1.0f / a[i]", false},
    };
    for (const auto& [what, isAssumed] : sums) {
        const Why why = whyOf(compiler,
                              fmt::format("__global__ void k(const float* a, const float* b, float* c) {{\n"
                                          "    int i = blockIdx.x * 256 + threadIdx.x;\n    c[i] = {};\n}}\n",
                                          what),
                              "k", "4096", {array, array, array});
        ASSERT_TRUE(why.estimated) << what;
        EXPECT_TRUE(why.estimated->time.known) << what << ": " << why.estimated->time.why;
        EXPECT_EQ(why.work.instructions.origin, isAssumed ? sim::time::Origin::Estimated : sim::time::Origin::Modelled)
            << what;
        EXPECT_EQ(isAssumed,
                  std::any_of(why.notes.begin(), why.notes.end(),
                              [](const std::string& note) { return note.find("subroutine") != std::string::npos; }))
            << what;
        // 12 MB from L2: some microseconds, whatever is computed.
        EXPECT_GT(why.estimated->time.milliseconds, 0.004) << what;
        EXPECT_LT(why.estimated->time.milliseconds, 0.012) << what;
        EXPECT_GT(why.mix[static_cast<size_t>(Purpose::OtherArithmetic)], 0) << what;
    }
    const Why plain = whyOf(compiler,
                            "__global__ void k(const float* a, const float* b, float* c) {\n"
                            "    int i = blockIdx.x * 256 + threadIdx.x;\n    c[i] = a[i] * b[i];\n}\n",
                            "k", "4096", {array, array, array});
    EXPECT_EQ(plain.work.instructions.origin, sim::time::Origin::Modelled);
    EXPECT_TRUE(std::none_of(plain.notes.begin(), plain.notes.end(),
                             [](const std::string& note) { return note.find("subroutine") != std::string::npos; }));
}

TEST(HeldOut, AnotherGpuIsEstimated) {
    const kernels::StageCompiler compiler;
    if (!compiler.missingReason().empty())
        GTEST_SKIP() << compiler.missingReason();
    const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    const Calibrations calibrations(kernels::resourcesDir() / "calibrations");
    const sim::time::Device& device = *sim::time::findDevice("NVIDIA GeForce RTX 4070");
    const std::string text = kernels::readText(source + "/docs/time.md", kernels::sourceLimit);
    const kernels::Recording quoted =
        kernels::loadRecording(kernels::resourcesDir() / "recordings" / "quoted-rtx-4070.json");
    std::map<double, double> estimates; // by what is quoted
    for (const kernels::RecordedResult& result : quoted.results) {
        const kernels::Stage* stage = catalogue.find(result.stage);
        if (stage == nullptr || !stage->kernel || stage->cpu)
            continue;
        const kernels::StageInstance instance = kernels::makeInstance(*stage, result.parameters, result.size);
        WhyFacts facts;
        facts.leastBytes = leastBytes(instance);
        const Why why = explain(imageOfStage(compiler, *stage, instance.parameters, "8.9"), launchOfStage(instance),
                                device, facts, {.calibrations = &calibrations, .stop = {}});
        ASSERT_TRUE(why.estimated && why.estimated->time.known) << result.stage;
        EXPECT_TRUE(why.estimated->borrowed);
        const double ms = why.estimated->time.milliseconds;
        const std::string row = fmt::format("| `{}` | {:.3f} | {:.3f} | {:+.0f} % |\n", result.stage, *result.median,
                                            ms, 100 * (ms / *result.median - 1));
        EXPECT_NE(text.find(row), std::string::npos) << row;
        EXPECT_NEAR(ms, *result.median, 0.35 * *result.median) << result.stage;
        estimates[*result.median] = ms;
    }
    EXPECT_EQ(estimates.size(), 6u);
    for (const auto& [fast, first] : estimates)
        for (const auto& [slow, second] : estimates)
            EXPECT_TRUE(slow <= 1.15 * fast || first < second) << fast << " and " << slow << " ms";
}

} // namespace
} // namespace warplens::engine
