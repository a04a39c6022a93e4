// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/instance.h"
#include "kernels/catalogue/paths.h"
#include "kernels/data/argument_spec.h"
#include "tests/kernels/support.h"

namespace warplens::kernels {
namespace {

using tests::messageOf;

const Stage& stage(const std::string& id) {
    static const Catalogue catalogue = loadCatalogue(stagesDir());
    const Stage* found = catalogue.find(id);
    if (found == nullptr)
        throw std::runtime_error("no stage " + id);
    return *found;
}

/// A message that names what was wrong and what to write.
void expectRefusal(const Stage& refused, const ParameterValues& parameters, const Size& size, const std::string& part) {
    const std::string message = messageOf<InstanceError>([&] { makeInstance(refused, parameters, size); });
    EXPECT_NE(message.find(part), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST(Size, Parses) {
    EXPECT_EQ(parseSize("512"), (Size{512, 512, 512}));
    EXPECT_EQ(parseSize("509,487,501"), (Size{509, 487, 501}));
    EXPECT_EQ(parseSize("509x487x501"), (Size{509, 487, 501}));
    for (const char* text : {"", "0", "-1", "1,2", "1,2,3,4", "a", "1,,2", "1.5", "1,2,3,", "99999999999999999999"})
        EXPECT_THROW(parseSize(text), SizeError) << text;
    EXPECT_EQ(sizeText({512, 512, 512}), "512");
    EXPECT_EQ(sizeText({1, 2, 3}), "1×2×3");
}

TEST(Instance, OfATiledStage) {
    const StageInstance instance = makeInstance(stage("matmul/06-tiled-conflicts"), {{"PAD", 1}}, {509, 487, 501});
    EXPECT_EQ(instance.parameters, (ParameterValues{{"TILE", 32}, {"PAD", 1}}));
    EXPECT_EQ(instance.grid, (std::array<std::int64_t, 3>{16, 16, 1}));
    EXPECT_EQ(instance.block, (std::array<std::int64_t, 3>{32, 32, 1}));
    EXPECT_EQ(instance.dynamicSharedBytes, 0);
    EXPECT_DOUBLE_EQ(instance.flops, 2.0 * 509 * 487 * 501);
    EXPECT_EQ(instance.compulsoryBytes, 4 * (509 * 501 + 501 * 487 + 509 * 487));
    ASSERT_EQ(instance.arguments.size(), 6u);
    EXPECT_EQ(instance.arguments[0].shape, (std::vector<std::int64_t>{509, 501}));
    EXPECT_EQ(instance.arguments[0].elements, 509 * 501);
    EXPECT_EQ(instance.arguments[0].bytes, 4 * 509 * 501);
    EXPECT_EQ(instance.arguments[0].spec(), "f32[255009]=random:1");
    EXPECT_EQ(instance.arguments[2].spec(), "f32[247883]=poison");
    EXPECT_EQ(instance.arguments[4].spec(), "i32=487");
    EXPECT_EQ(parseArgumentSpec(instance.arguments[4].spec()).scalar.size(), 4u);
    ASSERT_EQ(instance.sharedArrays.size(), 2u);
    EXPECT_EQ(instance.sharedArrays[0].shape, (std::vector<std::int64_t>{32, 33}));
    EXPECT_EQ(instance.sharedArrays[0].used, (std::vector<std::int64_t>{32, 32}));
    EXPECT_EQ(instance.sharedArrays[0].bytes, 32 * 33 * 4);
    EXPECT_EQ(instance.findArgument("C")->role, Role::Out);
    EXPECT_EQ(instance.findArgument("D"), nullptr);
}

TEST(Instance, OfALibrary) {
    const StageInstance instance = makeInstance(stage("matmul/22-cublas"), {}, {64, 64, 64});
    EXPECT_EQ(instance.block, (std::array<std::int64_t, 3>{1, 1, 1}));
    EXPECT_DOUBLE_EQ(instance.flops, 2.0 * 64 * 64 * 64);
}

TEST(Instance, OddAndTinySizes) {
    const StageInstance instance = makeInstance(stage("matmul/07-tiled"), {{"TILE", 8}}, {1, 1, 1});
    EXPECT_EQ(instance.grid, (std::array<std::int64_t, 3>{1, 1, 1}));
    EXPECT_EQ(instance.arguments[0].elements, 1);
}

TEST(Instance, OfMatricesWithPadding) {
    const StageInstance instance = makeInstance(stage("matmul/09-padded-matrices"), {{"TILE", 16}}, {33, 70, 50});
    const ArgumentInstance& a = *instance.findArgument("A");
    EXPECT_EQ(a.shape, (std::vector<std::int64_t>{48, 64}));
    EXPECT_EQ(a.used, (std::vector<std::int64_t>{33, 50}));
    EXPECT_EQ(a.spec(), "f32[3072]=random:1:33x50/64");
    EXPECT_EQ(instance.findArgument("C")->spec(), "f32[4608]=poison:33x70/96+poison");
    EXPECT_EQ(instance.findArgument("whole_k")->value, 64);
    EXPECT_EQ(instance.compulsoryBytes, 4 * (33 * 50 + 50 * 70 + 33 * 70)) << "padding need not travel";

    const StageInstance fitting = makeInstance(stage("matmul/09-padded-matrices"), {}, {64, 64, 64});
    EXPECT_EQ(fitting.findArgument("A")->spec(), "f32[4096]=random:1") << "nothing is padding";

    Stage broken = stage("matmul/09-padded-matrices");
    broken.arguments[0].shape[1] = "K - 1";
    expectRefusal(broken, {}, {64, 64, 64}, "correct 'used'");
}

TEST(Instance, OfATransposedMatrix) {
    const StageInstance instance = makeInstance(stage("matmul/02-naive"), {{"FLIPPED", 1}}, {33, 70, 50});
    const ArgumentInstance& b = *instance.findArgument("B");
    EXPECT_TRUE(b.transposed);
    EXPECT_EQ(b.shape, (std::vector<std::int64_t>{70, 50}));
    EXPECT_EQ(b.used, b.shape);
    EXPECT_EQ(b.spec(), "f32[3500]=random:2:50x70/50+transposed");
    EXPECT_EQ(makeInstance(stage("matmul/02-naive"), {}, {33, 70, 50}).findArgument("B")->spec(), "f32[3500]=random:2");
}

TEST(Instance, RefusesBadParameters) {
    expectRefusal(stage("matmul/07-tiled"), {{"TILE", 12}}, {64, 64, 64}, "write 2, 4, 8, 16 or 32");
    expectRefusal(stage("matmul/07-tiled"), {{"TIEL", 8}}, {64, 64, 64}, "no parameter 'TIEL'");
    expectRefusal(stage("matmul/06-tiled-conflicts"), {{"PADD", 1}}, {64, 64, 64}, "did you mean 'PAD'?");
}

TEST(Instance, RefusesBadSizes) {
    expectRefusal(stage("matmul/07-tiled"), {}, {0, 64, 64}, "not positive");
    expectRefusal(stage("matmul/07-tiled"), {}, {65536, 65536, 1}, "its indices are 32-bit");
    expectRefusal(stage("matmul/07-tiled"), {}, {3000000000, 1, 1}, "elements for");
    expectRefusal(stage("matmul/07-tiled"), {}, {std::int64_t{1} << 40, 1, std::int64_t{1} << 40}, "2^48 elements");
    expectRefusal(stage("matmul/07-tiled"), {}, {65536 * 32, 1, 1}, "the grid would be 65536 in y");
}

TEST(Instance, RefusesBlocksThatAreTooLarge) {
    Stage large = stage("matmul/07-tiled");
    large.parameters.front().values.push_back(64);
    expectRefusal(large, {{"TILE", 64}}, {64, 64, 64}, "4096 threads");
    large.kernel->block = {"1", "1", "TILE * 2"};
    expectRefusal(large, {{"TILE", 64}}, {64, 64, 64}, "the block would be 128 in z");
}

TEST(Instance, RefusesTooMuchSharedMemory) {
    Stage large = stage("matmul/07-tiled");
    large.sharedArrays.front().shape = {"TILE", "TILE * 12"};
    large.sharedArrays.front().used = large.sharedArrays.front().shape;
    expectRefusal(large, {{"TILE", 32}}, {64, 64, 64}, "bytes of shared memory");
    large.kernel->sharedBytes = "TILE * TILE * 4 * 14"; // dynamic memory may be larger
    EXPECT_EQ(makeInstance(large, {}, {64, 64, 64}).dynamicSharedBytes, 57344);
    large.kernel->sharedBytes = "228 * 1024";
    expectRefusal(large, {}, {64, 64, 64}, "232448 is the most");
    large.kernel->sharedBytes = "TILE - 33";
    expectRefusal(large, {}, {64, 64, 64}, "shared_bytes is -1");
}

TEST(Instance, AnIndexIsAnExpressionOfTheLane) {
    const Stage typed = stage("patterns/09-expression");
    const auto fill = [&](const std::string& expression) {
        return makeInstance(withLanes(typed, expression), {}, {64, 64, 64}).findArgument("index")->fill;
    };
    EXPECT_TRUE(fill("lane * 33").starts_with("list:0,33,66,"));
    EXPECT_TRUE(fill("(lane % 8) * 33 + lane / 8").ends_with(",168,201,234"));
    const auto refusal = [&](const std::string& expression) {
        try {
            fill(expression);
        } catch (const InstanceError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_NE(refusal("lane * 33 + 2").find("gives 1025 for lane 31, and an index is 0 to 1023"), std::string::npos);
    EXPECT_NE(refusal("lane - 1").find("gives -1 for lane 0"), std::string::npos);
    EXPECT_NE(refusal("lane *").find("no expression of lane"), std::string::npos);
    EXPECT_NE(refusal("1 / (lane - lane)").find("no expression of lane"), std::string::npos);
    EXPECT_NE(refusal("column").find("no expression of lane"), std::string::npos);
    EXPECT_EQ(typedArgument(stage("matmul/07-tiled")), nullptr);
    EXPECT_THROW(withLanes(stage("matmul/07-tiled"), "lane"), InstanceError);
}

TEST(Instance, PartsOfSharedMemoryLieWithinIt) {
    Stage dynamic = stage("matmul/08-dynamic-tile");
    const StageInstance instance = makeInstance(dynamic, {{"TILE", 16}}, {64, 64, 64});
    ASSERT_EQ(instance.sharedArrays.size(), 2u);
    EXPECT_EQ(instance.sharedArrays[1].variable, "tiles");
    EXPECT_EQ(instance.sharedArrays[1].at, 16 * 16 * 4);
    dynamic.sharedArrays[1].at = "4 * TILE * TILE + 4";
    expectRefusal(dynamic, {{"TILE", 16}}, {64, 64, 64}, "the shared array Bs lies at bytes 1028 to 2052 of 2048");
}

TEST(Instance, RefusesWhatCannotBeComputed) {
    Stage broken = stage("matmul/07-tiled");
    broken.kernel->grid = {"N / (K - 64)"};
    expectRefusal(broken, {}, {64, 64, 64}, "division by zero");
}

TEST(Instance, AWindowOfL2IsThereWhereItsExpressionSaysSo) {
    const Stage window = stage("patterns/10-l2-window");
    EXPECT_EQ(makeInstance(window, {{"WINDOW", 1}}, {1000, 1000, 1000}).window, "table");
    EXPECT_EQ(makeInstance(window, {{"WINDOW", 0}}, {1000, 1000, 1000}).window, "");
    EXPECT_EQ(makeInstance(stage("matmul/07-tiled"), {}, {64, 64, 64}).window, "");
}

TEST(Instance, ScalarsMustFit) {
    Stage narrow = stage("matmul/07-tiled");
    narrow.arguments[3].type = ElementType::U8;
    expectRefusal(narrow, {}, {512, 1, 1}, "does not fit u8");
}

TEST(Instance, TakesTheParametersThatSuitTheSize) {
    Stage fitted = stage("matmul/07-tiled");
    fitted.parameters.front().suits = "M * N > 64 * 64 ? 32 : 16";
    EXPECT_EQ(suitableParameters(fitted, {64, 64, 8}).front().value, 16);
    EXPECT_EQ(makeInstance(fitted, {}, {64, 65, 8}).parameters.front().value, 32);
    EXPECT_EQ(makeInstance(fitted, {}, {64, 64, 8}).grid[0], 4);
    // What is chosen goes first.
    EXPECT_EQ(makeInstance(fitted, {{"TILE", 8}}, {64, 64, 8}).parameters.front().value, 8);
    fitted.parameters.front().suits = "M";
    expectRefusal(fitted, {}, {33, 64, 8}, "TILE=33 is to suit the size 33×64×8");
    fitted.parameters.front().suits = "8 / (K - 8)";
    expectRefusal(fitted, {}, {64, 64, 8}, "division by zero");
}

TEST(Variants, AreAllCombinations) {
    const auto variants = allVariants(stage("matmul/06-tiled-conflicts"));
    ASSERT_EQ(variants.size(), 2u);
    EXPECT_EQ(variantText(variants[0]), "TILE=32,PAD=0");
    EXPECT_EQ(variantText(variants[1]), "TILE=32,PAD=1");
    EXPECT_EQ(allVariants(stage("matmul/22-cublas")), std::vector<ParameterValues>{{}});
    EXPECT_EQ(variantText({}), "default");

    Stage ranged = stage("matmul/07-tiled");
    ranged.parameters.front().values.clear();
    ranged.parameters.front().measured.clear();
    ranged.parameters.front().minimum = 1;
    ranged.parameters.front().maximum = 32;
    EXPECT_EQ(allVariants(ranged).size(), 1u);
    EXPECT_TRUE(ranged.parameters.front().allows(32));
    EXPECT_FALSE(ranged.parameters.front().allows(33));

    EXPECT_EQ(measuredVariants(ranged).size(), 1u);
    ranged.parameters.front().measured = {1, 2, ranged.parameters.front().defaultValue};
    EXPECT_EQ(measuredVariants(ranged).size(), 3u);
    EXPECT_EQ(allVariants(ranged).size(), 1u);
    EXPECT_EQ(measuredVariants(stage("matmul/06-tiled-conflicts")), variants);
}

TEST(Macros, AreTheParametersThatTheSourceNames) {
    const Stage& offset = stage("patterns/01-offset"); // an argument of the kernel: one compilation for all of them
    EXPECT_EQ(macrosOf(offset, {{"OFFSET", 7}}), ParameterValues{});
    const Stage& tiled = stage("matmul/06-tiled-conflicts");
    const ParameterValues both{{"TILE", 32}, {"PAD", 1}};
    EXPECT_EQ(macrosOf(tiled, both), both);
    Stage words = tiled;
    words.source = "MYTILE TILES TILE_ PADDING 2PAD+PAD";
    EXPECT_EQ(macrosOf(words, both), (ParameterValues{{"PAD", 1}}));
}

} // namespace
} // namespace warplens::kernels
