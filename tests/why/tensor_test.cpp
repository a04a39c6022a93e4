// SPDX-License-Identifier: GPL-3.0-or-later
// What an instruction of tensor cores is, for words whose text NVIDIA's disassembler has told (tests/data/machine-code.txt).
#include "app/engine/metrics.h"
#include "app/engine/moved_bytes.h"
#include "app/engine/why.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "sim/time/tensor.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <sstream>

namespace warplens::sim::time {
namespace {

/// Those of an opcode: how many of that text there are, and that each has so many multiply-adds and that rate.
struct Expected {
    uint64_t products = 0;
    double rate = 0;
};

TEST(Tensor, ProductsAndRatesOfEveryShape) {
    const std::map<std::string, Expected> expected{{"75 HMMA.1688.F16", {1024, 512}},
                                                   {"75 IMMA.8816.S8.U8", {1024, 1024}},
                                                   {"75 IMMA.8832.U4.U4", {2048, 2048}},
                                                   {"80 HMMA.16816.F32.BF16", {2048, 1024}},
                                                   {"80 HMMA.16816.F16", {2048, 1024}},
                                                   {"86 HMMA.1684.F32.TF32", {512, 256}},
                                                   {"80 DMMA.884", {256, 64}},
                                                   {"86 DMMA.884", {256, 0}},
                                                   {"80 BMMA.168256.XOR.POPC", {32768, 16384}},
                                                   {"86 IMMA.16864.S4.S4", {8192, 2048}},
                                                   {"80 HFMA2.MMA.FTZ", {0, 0}}};
    std::map<std::string, size_t> found;
    std::ifstream file(WARPLENS_SOURCE_DIR "/tests/data/machine-code.txt");
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        std::istringstream words(line);
        unsigned architecture = 0;
        std::string word, offset;
        words >> architecture >> word >> offset;
        const sass::Word bits{std::stoull(word.substr(16), nullptr, 16), std::stoull(word.substr(0, 16), nullptr, 16)};
        const sass::Instruction i = sass::decode(bits, 0, architecture);
        const std::string capability = std::to_string(architecture / 10) + "." + std::to_string(architecture % 10);
        const std::string name = std::to_string(architecture) + " " + sass::opcodeText(i);
        if (i.row().unit == sass::Unit::Tensor && architecture < 100) {
            EXPECT_GT(multiplyAdds(i), 0u) << line << ": a shape that is not known";
        } else if (i.row().unit != sass::Unit::Tensor) {
            EXPECT_EQ(multiplyAdds(i), 0u) << line;
        }
        if (const auto one = expected.find(name); one != expected.end()) {
            ++found[name];
            EXPECT_EQ(multiplyAdds(i), one->second.products) << line;
            EXPECT_EQ(tensorRate(i, capability), one->second.rate) << line;
        }
    }
    for (const auto& [name, one] : expected)
        EXPECT_GT(found[name], 0u) << name << " is not among the words";
}

} // namespace
} // namespace warplens::sim::time

namespace warplens::engine {
namespace {

Why explained(const char* id, int edge) {
    static const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
    static const kernels::StageCompiler compiler;
    const kernels::Stage& stage = *catalogue.find(id);
    const kernels::StageInstance instance =
        kernels::makeInstance(stage, kernels::defaultParameters(stage), {edge, edge, edge});
    WhyFacts facts;
    facts.leastBytes = leastBytes(instance);
    return explain(imageOfStage(compiler, stage, instance.parameters, "9.0"), launchOfStage(instance),
                   *sim::time::findDevice("NVIDIA H200"), facts);
}

// A product of matrices is n³ multiply-adds, whichever instructions do them.
TEST(Tensor, TheStageWithTensorCoresDoesItsProducts) {
    constexpr int edge = 512;
    const Why why = explained("matmul/21-tensor-tf32", edge);
    const auto row = std::find_if(why.limits.begin(), why.limits.end(), [](const sim::time::Limit& limit) {
        return limit.resource == sim::time::Resource::Tensor;
    });
    ASSERT_NE(row, why.limits.end());
    EXPECT_DOUBLE_EQ(row->amount.value, double(edge) * edge * edge);
    EXPECT_DOUBLE_EQ(row->rate, 1024. * 132) << "TF32, all multiprocessors";
    EXPECT_NEAR(row->milliseconds, double(edge) * edge * edge / (1024. * 132 * 1.98e6) / row->fill, 1e-9);
    EXPECT_GT(why.mix[static_cast<size_t>(Purpose::Tensor)], 0);
    bool inJson = false;
    const auto json = whyJson(why);
    for (const auto& each : json.at("limits"))
        inJson = inJson || each.at("resource") == "tensor cores";
    EXPECT_TRUE(inJson);
    for (const sim::time::Limit& limit : explained("matmul/07-tiled", edge).limits)
        EXPECT_NE(limit.resource, sim::time::Resource::Tensor) << "a stage without them has no such row";
}

TEST(Moved, BytesStandByLevel) {
    const Why why = explained("matmul/07-tiled", 512);
    ASSERT_GE(why.moved.size(), 2u);
    EXPECT_EQ(why.moved[0].level, Level::Lanes);
    EXPECT_EQ(why.moved[0].bytes.value, why.work.bytesAsked.value);
    EXPECT_EQ(why.moved[1].level, Level::L1);
    EXPECT_GE(why.moved[1].bytes.value, why.moved[0].bytes.value)
        << "whole sectors, of which each word is used at most once";
    kernels::RecordedCounters counters;
    counters.metrics = std::map<std::string, double>{{metric(Metric::L2Sectors).ncu, 1000.}};
    const std::vector<MovedBytes> counted = movedBytes(why, 10, &counters);
    ASSERT_GE(counted.size(), 3u);
    EXPECT_EQ(counted[1].bytes.value, 320);
    EXPECT_EQ(counted[2].level, Level::L2);
    EXPECT_EQ(counted[2].bytes.value, 32000);
    EXPECT_EQ(counted[2].bytes.origin, sim::time::Origin::Recorded);
    const std::string text = movedText(counted);
    EXPECT_NE(text.find("between L1 and L2 32 kB (recorded)"), std::string::npos) << text;
    const auto json = whyJson(why);
    ASSERT_EQ(json.at("moved").size(), why.moved.size());
    EXPECT_EQ(json.at("moved")[0].at("level"), "asked by lanes");
}

} // namespace
} // namespace warplens::engine
