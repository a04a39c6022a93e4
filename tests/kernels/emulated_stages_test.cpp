// SPDX-License-Identifier: GPL-3.0-or-later
// Every stage of the catalogue that has a kernel, in every variant, on the emulator: its results are those of the
// reference that the GPU's are verified against, at sizes that no tile divides. And what a request costs is what the
// stage promises.
#include "app/engine/simulation.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/reference/exact_reference.h"
#include "kernels/reference/verify.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstring>
#include <map>
#include <memory>

namespace warplens::kernels {
namespace {

const Catalogue& catalogue() {
    static const Catalogue own = loadCatalogue(stagesDir());
    return own;
}

std::unique_ptr<engine::Simulation> simulationOf(const Stage& stage, const StageInstance& instance) {
    static const StageCompiler compiler;
    return std::make_unique<engine::Simulation>(engine::imageOfStage(compiler, stage, instance.parameters, "9.0"),
                                                engine::launchOfStage(instance));
}

std::vector<std::byte> withoutPadding(const ArgumentInstance& argument, const std::vector<std::byte>& array) {
    const ArgumentSpec spec = parseArgumentSpec(argument.spec());
    return withoutPadding(spec.type, spec.fill, array);
}

/// What is wrong with what the stage computes; empty where nothing is.
std::string mistake(const Stage& stage, const ParameterValues& parameters, const Size& size) {
    const StageInstance instance = makeInstance(stage, parameters, size);
    const auto simulation = simulationOf(stage, instance);
    std::map<std::string, std::vector<std::byte>> before;
    for (const ArgumentInstance& argument : instance.arguments)
        if (argument.isArray)
            before[argument.name] = withoutPadding(argument, simulation->contents(simulation->array(argument.name)));
    const sim::simt::RunResult result = simulation->run({});
    if (!result.findings.empty())
        return result.findings.front().message;

    Sizes sizes{{"M", size.m}, {"N", size.n}, {"K", size.k}};
    if (const ReferenceFunction* function = findReference(stage.computes)) {
        const Inputs inputs = [&](const std::string& name) {
            const std::vector<std::byte>& bytes = before.at(name);
            return std::span(reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float));
        };
        const auto output = withoutPadding(*instance.findArgument(function->output),
                                           simulation->contents(simulation->array(function->output)));
        std::vector<float> values(output.size() / sizeof(float));
        std::memcpy(values.data(), output.data(), output.size());
        const Verification verification =
            verify(function->compute(sizes, inputs), values, stage.rounding ? stage.rounding->error : 0.0);
        return verification.passed() ? "" : verification.failureText();
    }
    if (const ExactReference* reference = findExactReference(stage.computes)) {
        for (const ParameterValue& parameter : instance.parameters)
            sizes[parameter.name] = parameter.value;
        const RawInputs inputs = [&](const std::string& name) { return std::span<const std::byte>(before.at(name)); };
        const auto output = withoutPadding(*instance.findArgument(reference->output),
                                           simulation->contents(simulation->array(reference->output)));
        const ExactVerification verification = verifyExactly(
            *reference, sizes, inputs, output, elementSize(instance.findArgument(reference->output)->type));
        return verification.passed() ? "" : verification.failureText();
    }
    return "there is no reference for '" + stage.computes + "'";
}

/// The values of a parameter with a range that are worth a try; the others are listed in the stage file.
std::vector<ParameterValues> variantsOf(const Stage& stage) {
    std::vector<ParameterValues> variants = allVariants(stage);
    for (const Parameter& parameter : stage.parameters)
        if (parameter.values.empty())
            for (const std::int64_t value : {parameter.minimum, parameter.maximum})
                variants.push_back(completeParameters(stage, {{parameter.name, value}}));
    return variants;
}

std::vector<std::string> idsOfKernels() {
    std::vector<std::string> ids;
    for (const Stage& stage : catalogue().stages)
        if (stage.kernel)
            ids.push_back(stage.id);
    return ids;
}

class EmulatedStage : public testing::TestWithParam<std::string> {};

TEST_P(EmulatedStage, GivesTheReferencesResultAtAwkwardSizes) {
    const Stage& stage = *catalogue().find(GetParam());
    for (const ParameterValues& parameters : variantsOf(stage))
        for (const Size& size : {Size{1, 1, 1}, Size{33, 65, 17}, Size{101, 67, 83}, Size{128, 128, 128},
                                 Size{4099, 3, 5}, Size{2, 1025, 31}})
            EXPECT_EQ(mistake(stage, parameters, size), "")
                << stage.id << " " << variantText(parameters) << " at " << sizeText(size);
}

/// Names of tests are letters, digits and _.
std::string testName(const testing::TestParamInfo<std::string>& parameter) {
    std::string name = parameter.param;
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0)
            c = '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EmulatedStage, testing::ValuesIn(idsOfKernels()), testName);

// A sum that takes several rounds of every kind of loop, and does not come out even in any of them.
TEST(EmulatedReduction, AddsManyElements) {
    for (const Stage& stage : catalogue().stages) {
        if (!stage.kernel || stage.computes != "sum-of-squares")
            continue;
        for (const ParameterValues& parameters : allVariants(stage))
            EXPECT_EQ(mistake(stage, parameters, {1'200'003, 1, 1}), "") << stage.id << variantText(parameters);
    }
}

/// Sectors of a request to global memory and wavefronts of one to shared memory, on average over the launch;
/// negative: not promised.
struct Promise {
    const char* stage;
    ParameterValues parameters;
    Size size;
    double load, store, sharedLoad, sharedStore;

    friend void PrintTo(const Promise& promise, std::ostream* out) {
        *out << promise.stage << ' ' << variantText(promise.parameters) << " at " << sizeText(promise.size);
    }
};

class Promised : public testing::TestWithParam<Promise> {};

TEST_P(Promised, IsWhatARequestCosts) {
    const Promise& promise = GetParam();
    const Stage* stage = catalogue().find(promise.stage);
    ASSERT_NE(stage, nullptr) << promise.stage;
    const StageInstance instance = makeInstance(*stage, promise.parameters, promise.size);
    const auto simulation = simulationOf(*stage, instance);
    ASSERT_TRUE(simulation->countsWhatRuns());
    const auto result = simulation->run({});
    const sim::trace::Counts counts = sim::trace::totals(simulation->program(), result);
    const auto expect = [](const char* what, double promised, std::uint64_t cost, std::uint64_t requests) {
        if (promised < 0.0)
            return;
        ASSERT_GT(requests, 0u) << what;
        EXPECT_NEAR(static_cast<double>(cost) / static_cast<double>(requests), promised, 1e-9) << what;
    };
    expect("sectors of a load", promise.load, counts.global.load.sectors, counts.global.load.requests);
    expect("sectors of a store", promise.store, counts.global.store.sectors, counts.global.store.requests);
    expect("wavefronts of a load", promise.sharedLoad, counts.shared.load.wavefronts, counts.shared.load.requests);
    expect("wavefronts of a store", promise.sharedStore, counts.shared.store.wavefronts, counts.shared.store.requests);
}

sim::trace::Counts countsOf(const char* id, const ParameterValues& parameters, const Size& size) {
    const Stage& stage = *catalogue().find(id);
    const auto simulation = simulationOf(stage, makeInstance(stage, completeParameters(stage, parameters), size));
    return sim::trace::totals(simulation->program(), simulation->run({}));
}

// Rows that begin on a line cost no sector more than they hold, whatever N is; without a pitch they do.
TEST(Pitch, AlignsTheRows) {
    const Size odd{16, 501, 77};
    const auto loose = countsOf("matmul/04-shared-row", {{"PITCH", 0}}, odd).global;
    const auto pitched = countsOf("matmul/04-shared-row", {{"PITCH", 1}}, odd).global;
    EXPECT_EQ(pitched.load.requests, loose.load.requests);
    EXPECT_EQ(pitched.load.sectors, pitched.load.sectorsIdeal);
    EXPECT_GT(loose.load.sectors, loose.load.sectorsIdeal * 11 / 10);
    EXPECT_EQ(pitched.store.sectors, pitched.store.sectorsIdeal);
    EXPECT_GT(loose.store.sectors, loose.store.sectorsIdeal * 11 / 10);
}

// What each step of the ladder brings, and nothing else: padding saves the checks, a constant tile index arithmetic,
// unrolling counters and branches and half of the loads.
TEST(Tiles, EachStepHasOneCause) {
    const Size size{256, 256, 256};
    const auto checked = countsOf("matmul/08-dynamic-tile", {}, size),
               padded = countsOf("matmul/09-padded-matrices", {}, size),
               constant = countsOf("matmul/10-constant-tile", {}, size),
               unrolled = countsOf("matmul/11-unrolled", {}, size);
    for (const auto& counts : {padded, constant, unrolled}) {
        EXPECT_EQ(counts.global, checked.global);
        EXPECT_EQ(counts.shared.store, checked.shared.store);
        EXPECT_EQ(counts.barriers, checked.barriers);
    }
    EXPECT_EQ(padded.shared, checked.shared);
    EXPECT_EQ(constant.shared, checked.shared);
    EXPECT_LT(unrolled.shared.load.requests, checked.shared.load.requests * 2 / 3);
    EXPECT_LT(padded.warpInstructions, checked.warpInstructions);
    EXPECT_GT(padded.warpInstructions, checked.warpInstructions * 19 / 20) << "padding alone brings little";
    EXPECT_LT(constant.warpInstructions, padded.warpInstructions * 3 / 4);
    EXPECT_LT(unrolled.warpInstructions, constant.warpInstructions / 2);
}

// A written-out loop over k lets neighbouring words of A come four at a time, transposed or not.
TEST(OuterProduct, LoadsFourWordsOfAAtOnce) {
    const Size size{256, 256, 256};
    const auto rows = countsOf("matmul/12-outer-product", {}, size).shared,
               loose = countsOf("matmul/13-outer-product-transposed", {{"PAD", 0}}, size).shared,
               padded = countsOf("matmul/13-outer-product-transposed", {{"PAD", 1}}, size).shared,
               prefetched = countsOf("matmul/14-prefetch", {}, size).shared;
    EXPECT_EQ(rows.load.requests, 16u * 32 / 4 * (256 / 32) * (256 / 16) * (256 / 64) * 2);
    EXPECT_EQ(loose.load.requests, rows.load.requests);
    EXPECT_EQ(loose.store.wavefronts, 16 * loose.store.requests);
    EXPECT_EQ(padded.store.wavefronts, padded.store.requests);
    EXPECT_LT(padded.load.requests, rows.load.requests * 11 / 10) << "few rows begin at 16 bytes, and yet";
    EXPECT_EQ(prefetched.load, padded.load);
}

// Stores of four words leave two of a sector's words to the next lane, not seven.
TEST(ThreadTile, StoresFourWordsAtOnce) {
    const auto counts = countsOf("matmul/15-thread-tile", {}, {256, 256, 256}).global;
    EXPECT_EQ(counts.store.sectors, 2 * counts.store.sectorsIdeal);
    EXPECT_EQ(counts.store.requests, 256u * 256 / 4 / 32);
}

// Copies that pass the registers by leave nothing to store, and the loads are those of the stage with two buffers.
TEST(AsyncCopy, LeavesNoStores) {
    const auto buffered = countsOf("matmul/18-double-buffer", {}, {256, 256, 256}).shared,
               copied = countsOf("matmul/19-async-copy", {}, {256, 256, 256}).shared;
    EXPECT_EQ(copied.store.instructions, 0u);
    EXPECT_GT(buffered.store.instructions, 0u);
    EXPECT_EQ(copied.load.requests, buffered.load.requests);
    EXPECT_EQ(copied.load.wavefronts, buffered.load.wavefronts);
}

// Who makes a transposed copy of B helps the CPU's loop and spoils the GPU's: lanes read 32 rows of it.
TEST(Naive, ATransposedCopyOfBIsUncoalesced) {
    const Size size{64, 64, 64};
    const auto plain = countsOf("matmul/02-naive", {{"FLIPPED", 0}}, size).global.load,
               flipped = countsOf("matmul/02-naive", {{"FLIPPED", 1}}, size).global.load;
    EXPECT_EQ(flipped.requests, plain.requests);
    EXPECT_EQ(2 * plain.sectors, 5 * plain.requests) << "A one, B four";
    EXPECT_EQ(2 * flipped.sectors, 33 * flipped.requests) << "A one, B thirty-two";
}

// The sums that the host adds up are those of the blocks.
TEST(TreeHalving, LeavesTheLastSumToTheHost) {
    const auto own = countsOf("reduction/07-tree-halving", {{"HOST", 0}}, {65536, 1, 1}),
               host = countsOf("reduction/07-tree-halving", {{"HOST", 1}}, {65536, 1, 1});
    EXPECT_EQ(own.global.atomic.requests, 32u);
    EXPECT_EQ(host.global.atomic.requests, 0u);
    EXPECT_EQ(host.global.store.requests, 32u);
    EXPECT_EQ(host.shared, own.shared);
}

// The fragments of tensor cores come from shared memory without a conflict, and factors are rounded once each.
TEST(TensorCores, FetchFragmentsWithoutConflicts) {
    const auto counts = countsOf("matmul/21-tensor-tf32", {}, {128, 128, 64}).shared;
    ASSERT_GT(counts.load.requests, 0u);
    EXPECT_EQ(counts.load.wavefronts, counts.load.requests);
    EXPECT_EQ(counts.store.wavefronts, counts.store.wavefrontsIdeal);
}

constexpr Size square{256, 256, 256}, line{65536, 1, 1};

INSTANTIATE_TEST_SUITE_P(Tracks, Promised,
                         testing::Values(Promise{"transpose/01-copy", {}, square, 4, 4, -1, -1},
                                         Promise{"transpose/02-naive-read", {}, square, 4, 32, -1, -1},
                                         Promise{"transpose/03-naive-write", {}, square, 32, 4, -1, -1},
                                         Promise{"transpose/04-tiled", {{"PAD", 0}}, square, 4, 4, 32, 1},
                                         Promise{"transpose/04-tiled", {{"PAD", 1}}, square, 4, 4, 1, 1},
                                         Promise{"transpose/05-swizzled", {}, square, 4, 4, 1, 1},
                                         Promise{"transpose/06-vectorised", {}, square, 16, 16, 4, 1},
                                         Promise{"reduction/01-one-thread", {}, {1024, 1, 1}, 1, 1, -1, -1},
                                         Promise{"reduction/02-contiguous-chunks", {}, line, 32, -1, -1, -1},
                                         Promise{"reduction/03-interleaved", {}, line, 4, -1, -1, -1},
                                         Promise{"reduction/04-many-blocks", {{"BLOCKS", 32}}, line, 4, -1, -1, -1},
                                         Promise{"reduction/07-tree-halving", {{"BLOCKS", 32}}, line, 4, -1, 1, 1},
                                         Promise{"reduction/08-tree-unrolled", {{"BLOCKS", 32}}, line, 4, -1, 1, 1},
                                         Promise{"reduction/09-warp-shuffle", {{"BLOCKS", 32}}, line, 4, -1, 1, 1},
                                         Promise{"patterns/01-offset", {{"OFFSET", 0}}, line, 4, 4, -1, -1},
                                         Promise{"patterns/01-offset", {{"OFFSET", 1}}, line, 5, 4, -1, -1},
                                         Promise{"patterns/01-offset", {{"OFFSET", 8}}, line, 4, 4, -1, -1},
                                         Promise{"patterns/02-stride", {{"STRIDE", 1}}, line, 4, 4, -1, -1},
                                         Promise{"patterns/02-stride", {{"STRIDE", 2}}, line, 8, 4, -1, -1},
                                         Promise{"patterns/02-stride", {{"STRIDE", 8}}, line, 32, 4, -1, -1},
                                         Promise{"patterns/02-stride", {{"STRIDE", 64}}, line, 32, 4, -1, -1},
                                         Promise{"patterns/03-width", {{"WIDTH", 1}}, line, 1, 1, -1, -1},
                                         Promise{"patterns/03-width", {{"WIDTH", 2}}, line, 2, 2, -1, -1},
                                         Promise{"patterns/03-width", {{"WIDTH", 8}}, line, 8, 8, -1, -1},
                                         Promise{"patterns/03-width", {{"WIDTH", 16}}, line, 16, 16, -1, -1},
                                         Promise{"patterns/04-structures", {{"SOA", 0}}, line, 16, 4, -1, -1},
                                         Promise{"patterns/04-structures", {{"SOA", 1}}, line, 4, 4, -1, -1},
                                         Promise{"patterns/05-broadcast", {}, line, 1, 4, -1, -1},
                                         Promise{"patterns/06-permutation", {}, line, 4, 4, -1, -1},
                                         Promise{"patterns/08-shared-column", {{"SWIZZLE", 0}}, line, 4, 4, 32, 1},
                                         Promise{"patterns/08-shared-column", {{"SWIZZLE", 1}}, line, 4, 4, 1, 1}));

} // namespace
} // namespace warplens::kernels
