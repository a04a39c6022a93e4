// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/define.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/catalogue/paths.h"
#include "tests/kernels/support.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

namespace warplens::kernels {
namespace {

using tests::TemporaryFolder;
using tests::writeFile;

constexpr const char* goodToml = R"toml(title = "Copy"
idea = "It copies."
look_at = "The lines."
opens = "global"

[kernel]
name = "copy"
grid = ["ceil_div(N, WIDTH)"]
block = ["WIDTH"]

[[parameter]]
name = "WIDTH"
default = 32
values = [32, 64]

[[argument]]
name = "x"
type = "f32"
shape = ["N"]
role = "in"

[[argument]]
name = "y"
type = "f32"
shape = ["N"]
role = "out"

[[argument]]
name = "n"
type = "i32"
value = "N"
)toml";
constexpr const char* goodSource = "extern \"C\" __global__ void copy(const float* x, float* y, int n) {}\n";

/// The catalogue of one stage whose file has `from` replaced by `to`.
class CatalogueMistakes : public testing::Test {
protected:
    Catalogue changed(const std::string& from, const std::string& to) {
        std::string text = goodToml;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
        return withToml(text);
    }

    Catalogue withToml(const std::string& text) {
        writeFile(m_folder.path() / "track" / "01-copy.toml", text);
        writeFile(m_folder.path() / "track" / "01-copy.cu", goodSource);
        return loadCatalogue(m_folder.path());
    }

    /// Exactly one problem, in that line, that says that.
    void expectProblem(const Catalogue& catalogue, int line, const std::string& part) {
        ASSERT_EQ(catalogue.problems.size(), 1u)
            << (catalogue.problems.empty() ? "none" : catalogue.problems[1].message);
        const Problem& problem = catalogue.problems.front();
        EXPECT_EQ(problem.line, line) << problem.message;
        EXPECT_NE(problem.message.find(part), std::string::npos) << problem.message;
        EXPECT_EQ(std::filesystem::path(problem.file).filename(), "01-copy.toml");
        EXPECT_EQ(problemText(problem), fmt::format("{}:{}: {}", problem.file, line, problem.message));
        EXPECT_TRUE(catalogue.stages.empty());
    }

    TemporaryFolder m_folder;
};

TEST(Catalogue, ReadsTheProgramsOwnStages) {
    const Catalogue catalogue = loadCatalogue(stagesDir());
    for (const Problem& problem : catalogue.problems)
        ADD_FAILURE() << problemText(problem);
    const Stage* tiled = catalogue.find("matmul/06-tiled-conflicts");
    ASSERT_NE(tiled, nullptr);
    EXPECT_EQ(tiled->track, "matmul");
    EXPECT_EQ(tiled->opens, "banks");
    EXPECT_EQ(tiled->sourceFileName(), "06-tiled-conflicts.cu");
    ASSERT_TRUE(tiled->kernel);
    EXPECT_EQ(tiled->kernel->name, "tiled_conflicts");
    EXPECT_EQ(tiled->kernel->grid, (std::vector<std::string>{"ceil_div(N, TILE)", "ceil_div(M, TILE)"}));
    ASSERT_EQ(tiled->parameters.size(), 2u);
    EXPECT_TRUE(tiled->parameters[1].isSwitch);
    EXPECT_EQ(tiled->parameters[1].values, (std::vector<std::int64_t>{0, 1}));
    ASSERT_EQ(tiled->arguments.size(), 6u);
    EXPECT_EQ(tiled->arguments[0].fill, "random:1");
    EXPECT_EQ(tiled->arguments[1].fill, "random:2");
    EXPECT_EQ(tiled->arguments[2].fill, "poison");
    EXPECT_EQ(tiled->arguments[2].role, Role::Out);
    EXPECT_FALSE(tiled->arguments[3].isArray);
    ASSERT_EQ(tiled->sharedArrays.size(), 2u);
    EXPECT_EQ(tiled->sharedArrays[1].holds, "B");
    EXPECT_EQ(tiled->sharedArrays[1].used, (std::vector<std::string>{"TILE", "TILE"}));
    EXPECT_NE(tiled->source.text().find("__shared__ float Bs[TILE][TILE + PAD];"), std::string::npos);

    const Stage* cublas = catalogue.find("matmul/22-cublas");
    ASSERT_NE(cublas, nullptr);
    EXPECT_FALSE(cublas->kernel);
    EXPECT_EQ(cublas->library->function, "cublas");
    // Each stage has the library of its own arithmetic before it.
    EXPECT_EQ(catalogue.lineToBeat(*tiled), cublas);
    EXPECT_EQ(cublas->arithmetic(), "FP32");
    const Stage& tensor = *catalogue.find("matmul/21-tensor-tf32");
    EXPECT_EQ(tensor.arithmetic(), "TF32");
    EXPECT_EQ(catalogue.lineToBeat(tensor), catalogue.find("matmul/23-cublas-tf32"));
    EXPECT_EQ(catalogue.lineToBeat(*catalogue.find("transpose/04-tiled")), catalogue.find("transpose/07-cublas"));
    EXPECT_EQ(catalogue.lineToBeat(*catalogue.find("patterns/02-stride")), nullptr);
    ASSERT_FALSE(catalogue.tracks.empty());
    EXPECT_EQ(catalogue.tracks.front().title, "Matrix multiplication");
    EXPECT_EQ(catalogue.find("matmul/99-nothing"), nullptr);
}

TEST(Catalogue, NoTwoStagesOfATrackHaveOneShortTitle) {
    std::set<std::pair<std::string, std::string>> titles;
    for (const Stage& stage : loadCatalogue(stagesDir()).stages)
        EXPECT_TRUE(titles.emplace(stage.track, stage.shortTitle).second) << stage.id << ": " << stage.shortTitle;
}

TEST(Catalogue, StagesAreInOrderOfTracksAndNumbers) {
    const TemporaryFolder folder;
    for (const char* stage : {"b/02-copy", "b/01-copy", "a/01-copy", "c/01-copy"}) {
        writeFile(folder.path() / (std::string(stage) + ".toml"), goodToml);
        writeFile(folder.path() / (std::string(stage) + ".cu"), goodSource);
    }
    writeFile(folder.path() / "b" / "track.toml", "title = \"First\"\norder = -1\n");
    writeFile(folder.path() / "README.md", "not a track");
    std::filesystem::create_directories(folder.path() / "empty");
    const Catalogue catalogue = loadCatalogue(folder.path());
    EXPECT_TRUE(catalogue.problems.empty());
    EXPECT_EQ(catalogue.ids(), (std::vector<std::string>{"b/01-copy", "b/02-copy", "a/01-copy", "c/01-copy"}));
    ASSERT_EQ(catalogue.tracks.size(), 3u);
    EXPECT_EQ(catalogue.tracks[0].title, "First");
    EXPECT_EQ(catalogue.tracks[1].title, "a");
}

TEST(Catalogue, ATrackIsALadderUnlessItSaysOtherwise) {
    const TemporaryFolder folder;
    for (const char* stage : {"steps/01-copy", "patterns/01-copy"}) {
        writeFile(folder.path() / (std::string(stage) + ".toml"), goodToml);
        writeFile(folder.path() / (std::string(stage) + ".cu"), goodSource);
    }
    writeFile(folder.path() / "patterns" / "track.toml",
              "title = \"Patterns\"\norder = 1\nladder = false\ncounted = 64\npicture = 8\nfigure = \"GB/s\"\n");
    const Catalogue catalogue = loadCatalogue(folder.path());
    EXPECT_TRUE(catalogue.problems.empty());
    EXPECT_TRUE(catalogue.track("steps").ladder);
    EXPECT_FALSE(catalogue.track("steps").byBytes());
    EXPECT_FALSE(catalogue.track("patterns").ladder);
    EXPECT_TRUE(catalogue.track("patterns").byBytes());
    EXPECT_EQ(catalogue.track("patterns").countedSize(), (Size{64, 64, 64}));
    EXPECT_EQ(catalogue.track("patterns").picture, 8);
    EXPECT_EQ(catalogue.track("steps").picture, 64);
    EXPECT_EQ(catalogue.track("nowhere"), Track{});
}

TEST(Catalogue, ATracksSizesArePositive) {
    const TemporaryFolder folder;
    writeFile(folder.path() / "steps/01-copy.toml", goodToml);
    writeFile(folder.path() / "steps/01-copy.cu", goodSource);
    writeFile(folder.path() / "steps" / "track.toml", "title = \"Steps\"\norder = 1\ncounted = 0\npicture = -8\n");
    const Catalogue catalogue = loadCatalogue(folder.path());
    ASSERT_EQ(catalogue.problems.size(), 2);
    EXPECT_NE(catalogue.problems[0].message.find("the track's counted size is positive, not 0"), std::string::npos);
    EXPECT_NE(catalogue.problems[1].message.find("the track's picture size is positive, not -8"), std::string::npos);
}

TEST(Catalogue, StagesOutliveIt) {
    std::vector<Stage> stages;
    {
        const Catalogue catalogue = loadCatalogue(stagesDir());
        stages = catalogue.stages;
    }
    EXPECT_EQ(stages, loadCatalogue(stagesDir()).stages);
}

TEST(Catalogue, MissingFolderIsAProblem) {
    const Catalogue catalogue = loadCatalogue("/nowhere/at/all");
    ASSERT_EQ(catalogue.problems.size(), 1u);
    EXPECT_EQ(catalogue.problems.front().file, "/nowhere/at/all");
}

TEST_F(CatalogueMistakes, NoneInTheGoodFile) {
    const Catalogue catalogue = withToml(goodToml);
    ASSERT_TRUE(catalogue.problems.empty()) << catalogue.problems.front().message;
    ASSERT_EQ(catalogue.stages.size(), 1u);
    const Stage& stage = catalogue.stages.front();
    EXPECT_EQ(stage.id, "track/01-copy");
    EXPECT_EQ(stage.shortTitle, "Copy");
    EXPECT_EQ(stage.parameters.front().label, "WIDTH");
    EXPECT_TRUE(stage.computes.empty());
}

TEST_F(CatalogueMistakes, Syntax) {
    expectProblem(changed("opens = \"global\"", "opens = global"), 4, "");
}

TEST_F(CatalogueMistakes, UnknownKey) {
    const Catalogue catalogue = changed("look_at = ", "lookat = ");
    ASSERT_EQ(catalogue.problems.size(), 2u); // and the right one is missing
    EXPECT_EQ(catalogue.problems[0].line, 3);
    EXPECT_EQ(catalogue.problems[0].column, 1);
    EXPECT_NE(catalogue.problems[0].message.find("did you mean 'look_at'?"), std::string::npos);
    EXPECT_NE(catalogue.problems[0].message.find("allowed: title"), std::string::npos);
    EXPECT_NE(catalogue.problems[1].message.find("'look_at' is missing"), std::string::npos);
}

TEST_F(CatalogueMistakes, UnknownKeyInATable) {
    expectProblem(changed("values = [32, 64]", "values = [32, 64]\nswich = true"), 15, "did you mean 'switch'?");
}

TEST_F(CatalogueMistakes, MissingKey) {
    expectProblem(changed("title = \"Copy\"\n", ""), 1, "'title' is missing in the stage");
}

TEST_F(CatalogueMistakes, MissingKeyInATable) {
    expectProblem(changed("type = \"i32\"\n", ""), 28, "'type' is missing in [[argument]]");
}

TEST_F(CatalogueMistakes, WrongType) {
    expectProblem(changed("default = 32", "default = \"32\""), 13, "'default' must be a whole number");
}

TEST_F(CatalogueMistakes, WrongTypeOfText) {
    expectProblem(changed("title = \"Copy\"", "title = 7"), 1, "'title' must be a text");
}

TEST_F(CatalogueMistakes, ListInsteadOfTables) {
    std::string text = goodToml;
    const std::size_t begin = text.find("[[parameter]]"), end = text.find("[[argument]]");
    text.erase(begin, end - begin);
    const Catalogue catalogue = withToml(fmt::format("parameter = 3\n{}", text));
    ASSERT_FALSE(catalogue.problems.empty());
    EXPECT_EQ(catalogue.problems.front().line, 1);
    EXPECT_NE(catalogue.problems.front().message.find("[[parameter]]"), std::string::npos);
}

TEST_F(CatalogueMistakes, ExpressionWithItsColumn) {
    const Catalogue catalogue = changed("ceil_div(N, WIDTH)", "ceil_div(N, WIDHT)");
    expectProblem(catalogue, 8, "unknown name 'WIDHT'");
    EXPECT_EQ(catalogue.problems.front().column, 22); // grid = ["ceil_div(N, W
}

TEST_F(CatalogueMistakes, ExpressionOfAScalar) {
    expectProblem(changed("value = \"N\"", "value = \"N +\""), 31, "the expression ends too early");
}

TEST_F(CatalogueMistakes, ParameterTwice) {
    const std::string again = "values = [32, 64]\n\n[[parameter]]\nname = \"WIDTH\"\ndefault = 1\nvalues = [1]\n";
    expectProblem(changed("values = [32, 64]\n", again), 17, "two parameters 'WIDTH'");
}

TEST_F(CatalogueMistakes, ArgumentTwice) {
    expectProblem(changed("name = \"y\"", "name = \"x\""), 23, "two arguments 'x'");
}

TEST_F(CatalogueMistakes, NamesAndEarlierValuesOfAParameter) {
    const Catalogue good = changed("values = [32, 64]", "values = [32, 64]\nnames = [\"one\", \"two\"]\nbefore = 64");
    ASSERT_TRUE(good.problems.empty()) << good.problems.front().message;
    const Parameter& parameter = good.stages.front().parameters.front();
    EXPECT_EQ(parameter.valueText(64), "two");
    EXPECT_EQ(parameter.valueText(7), "7");
    EXPECT_EQ(parameter.before, 64);
    expectProblem(changed("values = [32, 64]", "values = [32, 64]\nnames = [\"one\"]"), 15,
                  "'names' has a name for each");
    expectProblem(changed("values = [32, 64]", "values = [32, 64]\nbefore = 7"), 15, "write 32 or 64");
}

TEST_F(CatalogueMistakes, IdsOfOtherTimes) {
    const std::string text = "formerly = [\"track/07-copy\"]\nreplaces = [\"track/08-move\"]\nopens = ";
    const Catalogue good = changed("opens = ", text);
    ASSERT_TRUE(good.problems.empty()) << good.problems.front().message;
    const Stage* stage = &good.stages.front();
    EXPECT_EQ(good.find("track/01-copy"), stage);
    EXPECT_EQ(good.find("track/07-copy"), stage);
    EXPECT_EQ(good.find("track/08-move"), stage);
    EXPECT_EQ(good.findKernel("track/07-copy"), stage);
    EXPECT_EQ(good.findKernel("track/08-move"), nullptr) << "what was measured of another kernel is not of this one";
    EXPECT_EQ(good.find("track/09-none"), nullptr);
    expectProblem(changed("opens = ", "formerly = [\"07-copy\"]\nopens = "), 4, "is no id of a stage");
    expectProblem(changed("opens = ", "formerly = \"a/07-copy\"\nopens = "), 4, "'formerly' must be a list");
    // Known only when all stages are read: the problem is the file's as a whole, and the stage stays.
    const Catalogue twice = changed("opens = ", "replaces = [\"track/01-copy\"]\nopens = ");
    ASSERT_EQ(twice.problems.size(), 1u);
    EXPECT_NE(twice.problems[0].message.find("that of this stage already"), std::string::npos);
    EXPECT_EQ(twice.problems[0].line, 0);
}

TEST_F(CatalogueMistakes, TransposedAndPitch) {
    expectProblem(changed("shape = [\"N\"]\nrole = \"in\"", "shape = [\"N\"]\ntransposed = \"1\"\nrole = \"in\""), 20,
                  "only a matrix");
    expectProblem(changed("value = \"N\"", "value = \"N\"\npitch_of = \"x\""), 32, "'pitch_of' cannot be 'x'");
    expectProblem(changed("value = \"N\"", "value = \"N\"\ntransposed = \"1\""), 32, "is for arrays");
}

TEST_F(CatalogueMistakes, DefaultNotAmongTheValues) {
    expectProblem(changed("default = 32", "default = 48"), 13, "write 32 or 64");
}

TEST_F(CatalogueMistakes, DefaultOutOfRange) {
    expectProblem(changed("default = 32\nvalues = [32, 64]", "default = 65\nmin = 1\nmax = 64"), 13, "write 1 to 64");
}

TEST_F(CatalogueMistakes, BothValuesAndRange) {
    expectProblem(changed("values = [32, 64]", "values = [32, 64]\nmin = 1\nmax = 64"), 11, "either 'values' or both");
}

TEST_F(CatalogueMistakes, RangeWithoutEnd) {
    expectProblem(changed("values = [32, 64]", "min = 1"), 11, "'max' is missing");
}

TEST_F(CatalogueMistakes, MeasuredValues) {
    const std::string range = "default = 32\nmin = 1\nmax = 64\nmeasured = ",
                      values = "default = 32\nvalues = [32, 64]";
    expectProblem(changed(values, range + "[1, 32, 65]"), 16, "65 of 'measured' is not allowed: write 1 to 64");
    expectProblem(changed(values, range + "[1, 64]"), 16, "the default 32 is missing in 'measured'");
    expectProblem(changed(values, range + "[32, 32]"), 16, "a value stands twice in 'measured'");
    expectProblem(changed("values = [32, 64]", "values = [32, 64]\nmeasured = [32, 128]"), 15,
                  "128 of 'measured' is not allowed: write 32 or 64");
}

TEST_F(CatalogueMistakes, SwitchNeedsTwoValues) {
    expectProblem(changed("values = [32, 64]", "values = [32]\nswitch = true"), 15, "exactly two");
}

TEST_F(CatalogueMistakes, WhatSuitsDependsOnTheSizeAlone) {
    EXPECT_TRUE(changed("values = [32, 64]", "values = [32, 64]\nsuits = \"M > 64 ? 64 : 32\"").problems.empty());
    expectProblem(changed("values = [32, 64]", "values = [32, 64]\nsuits = \"WIDTH\""), 15, "'WIDTH' is no expression");
}

TEST_F(CatalogueMistakes, ShortMacroNames) {
    const std::string text = std::regex_replace(goodToml, std::regex("WIDTH"), "T");
    const Catalogue catalogue = withToml(text);
    expectProblem(catalogue, 12, "collides");
}

TEST_F(CatalogueMistakes, KernelThatIsNotInTheSource) {
    expectProblem(changed("name = \"copy\"", "name = \"cop\""), 7, "01-copy.cu has no kernel 'cop'");
}

TEST_F(CatalogueMistakes, NeitherKernelNorLibrary) {
    std::string text = goodToml;
    const std::size_t begin = text.find("[kernel]"), end = text.find("[[parameter]]");
    text.erase(begin, end - begin);
    expectProblem(withToml(text), 1, "either a [kernel] or a [library]");
}

TEST_F(CatalogueMistakes, UnknownChoice) {
    expectProblem(changed("opens = \"global\"", "opens = \"globl\""), 4, "did you mean 'global'?");
}

TEST(Define, IsReadInOneWay) {
    EXPECT_EQ(definedParameter("PAD=0"), (ParameterValue{"PAD", 0}));
    EXPECT_EQ(definedParameter("PAD=-3"), (ParameterValue{"PAD", -3}));
    EXPECT_EQ(definedParameter("PAD"), (ParameterValue{"PAD", 1})) << "as compilers have it";
    EXPECT_EQ(writtenDefine("T=float=2").value, "float=2");
    const auto problemOf = [](const std::string& text) -> std::string {
        try {
            definedParameter(text);
        } catch (const DefineError& error) {
            return error.what();
        }
        return "none";
    };
    for (const char* text : {"", "=1"})
        EXPECT_NE(problemOf(text).find("names nothing: write -D NAME=VALUE"), std::string::npos) << text;
    for (const char* text : {"PAD=", "PAD=x", "PAD=1x", "PAD=1.5", "PAD= 1", "PAD=99999999999999999999"})
        EXPECT_NE(problemOf(text).find("whole number: write -D PAD=16"), std::string::npos) << text;
}

// There are no pictures of what is no kernel, and what a stage says is obeyed or refused.
TEST_F(CatalogueMistakes, OnlyAKernelOpensAPicture) {
    expectProblem(changed("opens = \"global\"", "opens = \"chart\""), 4, "banks");
    std::string text = goodToml;
    const std::size_t begin = text.find("[kernel]"), end = text.find("[[parameter]]");
    text.replace(begin, end - begin, "[library]\nname = \"cuBLAS\"\nfunction = \"cublas\"\n\n");
    const auto complains = [](const Catalogue& catalogue) {
        return std::any_of(catalogue.problems.begin(), catalogue.problems.end(), [](const Problem& problem) {
            return problem.line == 4 && problem.message.find("'opens' is for a [kernel]") != std::string::npos;
        });
    };
    EXPECT_TRUE(complains(withToml(text)));
    text.erase(text.find("opens"), std::string("opens = \"global\"\n").size());
    EXPECT_FALSE(complains(withToml(text)));
}

TEST_F(CatalogueMistakes, UnknownElementType) {
    expectProblem(changed("type = \"i32\"", "type = \"int\""), 30, "write one of f16, bf16, e4m3, e5m2, f32");
}

TEST_F(CatalogueMistakes, UnknownWork) {
    expectProblem(changed("name = \"copy\"", "name = \"copy\"\ncomputes = \"matmull\""), 8, "did you mean 'matmul'?");
}

TEST_F(CatalogueMistakes, BadFill) {
    expectProblem(changed("role = \"in\"", "role = \"in\"\nfill = \"random\""), 21, "write random:SEED");
}

TEST_F(CatalogueMistakes, Padding) {
    expectProblem(changed("role = \"in\"", "role = \"in\"\nused = [\"N\"]"), 21, "only a matrix can have padding");
    expectProblem(changed("role = \"in\"", "role = \"in\"\npadding = \"zeros\""), 21, "nothing is padding");
    expectProblem(changed("role = \"in\"", "role = \"in\"\nfill = \"random:1:2x2/4\""), 21, "'shape' and 'used'");
    const Catalogue catalogue = changed("role = \"in\"", "role = \"in\"\npadding = \"zero\"");
    ASSERT_FALSE(catalogue.problems.empty());
    EXPECT_NE(catalogue.problems.front().message.find("did you mean 'zeros'?"), std::string::npos);
}

TEST_F(CatalogueMistakes, PartsOfSharedMemory) {
    const std::string array = std::string(goodToml) + "\n[[shared]]\nname = \"As\"\ntype = \"f32\"\nshape = [\"32\"]\n";
    expectProblem(withToml(array + "at = \"0\"\n"), 33, "says both: 'within'");
    expectProblem(withToml(array + "within = \"tiles\"\n"), 33, "says both: 'within'");
    const Catalogue good = withToml(array + "within = \"tiles\"\nat = \"4 * WIDTH\"\n");
    ASSERT_EQ(good.stages.size(), 1u);
    EXPECT_EQ(good.stages.front().sharedArrays.front().within, "tiles");
}

TEST_F(CatalogueMistakes, LanesOfAnArray) {
    const std::string role = "role = \"in\"";
    expectProblem(changed(role, role + "\nlanes = \"lane * 2\""), 16, "'below' is missing");
    expectProblem(changed(role, role + "\nlanes = \"line * 2\"\nbelow = \"64\""), 21, "line");
    expectProblem(changed(role, role + "\nlanes = \"lane\"\nbelow = \"64\"\nfill = \"zeros\""), 23, "leave out 'fill'");
    const Catalogue good = changed(role, role + "\nlanes = \"lane * WIDTH\"\nbelow = \"N * 32\"");
    ASSERT_EQ(good.stages.size(), 1u);
    EXPECT_EQ(good.stages.front().arguments.front().lanes, "lane * WIDTH");
}

TEST_F(CatalogueMistakes, Rounding) {
    const std::string text = goodToml;
    expectProblem(withToml(text + "\n[rounding]\nto = \"TF32\"\nerror = 0.001\n"), 33,
                  "'reason' is missing in [rounding]");
    expectProblem(withToml(text + "\n[rounding]\nerror = 0.001\nreason = \"all\"\n"), 33,
                  "'to' is missing in [rounding]");
    expectProblem(withToml(text + "\n[rounding]\nerror = 1\nto = \"TF32\"\nreason = \"all\"\n"), 34, "between 0 and 1");
    expectProblem(withToml(text + "\n[rounding]\nerror = \"1\"\nto = \"TF32\"\nreason = \"all\"\n"), 34,
                  "must be a number");
    const Catalogue good = withToml(text + "\n[rounding]\nto = \"TF32\"\nerror = 1e-3\nreason = \"half\"\n");
    ASSERT_EQ(good.stages.size(), 1u);
    EXPECT_EQ(good.stages.front().rounding, (Rounding{"TF32", 1e-3, "half"}));
}

TEST_F(CatalogueMistakes, WindowOfL2) {
    const std::string text = goodToml;
    expectProblem(withToml(text + "\n[window]\narray = \"x\"\n"), 33, "'when' is missing in [window]");
    expectProblem(withToml(text + "\n[window]\narray = \"n\"\nwhen = \"1\"\n"), 34, "'array' cannot be 'n'");
    expectProblem(withToml(text + "\n[window]\narray = \"x\"\nwhen = \"WITDH\"\n"), 35, "WITDH");
    expectProblem(withToml(text + "\n[window]\narray = \"x\"\nwhen = \"1\"\nratio = 1\n"), 36, "ratio");
    expectProblem(withToml("window = 1\n" + text), 1, "beside a [kernel]");
    const Catalogue good = withToml(text + "\n[window]\narray = \"x\"\nwhen = \"WIDTH == 64\"\n");
    ASSERT_EQ(good.stages.size(), 1u);
    EXPECT_EQ(good.stages.front().window, (WindowInfo{"x", "WIDTH == 64"}));
}

TEST_F(CatalogueMistakes, NeitherShapeNorValue) {
    expectProblem(changed("value = \"N\"\n", ""), 28, "either a 'shape' (array) or a 'value' (scalar)");
}

TEST_F(CatalogueMistakes, SourceIsMissing) {
    writeFile(m_folder.path() / "track" / "01-copy.toml", goodToml);
    expectProblem(loadCatalogue(m_folder.path()), 1, "01-copy.cu is missing");
}

TEST_F(CatalogueMistakes, TomlIsMissing) {
    writeFile(m_folder.path() / "track" / "01-copy.cu", goodSource);
    const Catalogue catalogue = loadCatalogue(m_folder.path());
    ASSERT_EQ(catalogue.problems.size(), 1u);
    EXPECT_EQ(catalogue.problems.front().line, 1);
    EXPECT_NE(catalogue.problems.front().message.find("01-copy.toml is missing"), std::string::npos);
}

TEST_F(CatalogueMistakes, BadFileName) {
    writeFile(m_folder.path() / "track" / "copy.toml", goodToml);
    const Catalogue catalogue = loadCatalogue(m_folder.path());
    ASSERT_EQ(catalogue.problems.size(), 1u);
    EXPECT_NE(catalogue.problems.front().message.find("07-tiled"), std::string::npos);
}

TEST_F(CatalogueMistakes, OneDoesNotHideTheOthers) {
    writeFile(m_folder.path() / "track" / "02-broken.toml", "title = \n");
    writeFile(m_folder.path() / "track" / "02-broken.cu", goodSource);
    writeFile(m_folder.path() / "track" / "track.toml", "title = \"T\"\norder = \"one\"\nladder = \"no\"\n");
    const Catalogue catalogue = withToml(goodToml);
    EXPECT_EQ(catalogue.problems.size(), 3u);
    EXPECT_EQ(catalogue.ids(), std::vector<std::string>{"track/01-copy"});
}

TEST(Nearest, SuggestsOnlyWhatIsNear) {
    const std::vector<std::string> words{"label", "values", "default"};
    EXPECT_EQ(nearestWord("lable", words), "");
    EXPECT_EQ(nearestWord("labell", words), "label");
    EXPECT_EQ(nearestWord("value", words), "values");
    EXPECT_EQ(nearestWord("xyz", words), "");
    EXPECT_EQ(suggestion("xyz", words), ": known are label, values, default");
}

TEST(Paths, TheEnvironmentComesFirst) {
    const tests::ScopedEnvironment environment("WARPLENS_DATA", "/some/where");
    EXPECT_EQ(stagesDir(), "/some/where/kernels/stages");
    EXPECT_EQ(resourcesDir(), "/some/where/resources");
}

TEST(Paths, AreFoundFromTheExecutable) {
    EXPECT_TRUE(std::filesystem::exists(stagesDir() / "matmul" / "07-tiled.cu"));
}

} // namespace
} // namespace warplens::kernels
