// SPDX-License-Identifier: GPL-3.0-or-later
// What is shipped under resources/ptx is complete and current. Where this fails after a change to a stage: run
// warplens-ship and commit what it writes.
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/images/compile_stage.h"
#include "kernels/images/shipped.h"
#include "kernels/process/child_process.h"
#include "tests/kernels/support.h"

#include <set>

namespace warplens::kernels {
namespace {

std::filesystem::path shippedRoot() {
    return resourcesDir() / "ptx";
}

TEST(Shipped, IsThereForEveryStageAndVariant) {
    std::set<std::filesystem::path> wanted;
    for (const Stage& stage : loadCatalogue(stagesDir()).stages) {
        if (!stage.kernel)
            continue;
        wanted.insert(shippedFolder(shippedRoot(), stage) / "source.hash");
        for (const ParameterValues& parameters : allVariants(stage)) {
            std::string reason;
            const auto result = loadShipped(shippedRoot(), stage, parameters, reason);
            ASSERT_TRUE(result) << reason;
            EXPECT_EQ(result->kernelName, stage.kernel->name);
            for (const char* extension : {".ptx", ".cubin"})
                wanted.insert(shippedFolder(shippedRoot(), stage) /
                              (variantText(macrosOf(stage, parameters)) + extension));
        }
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(shippedRoot()))
        EXPECT_TRUE(entry.is_directory() || wanted.count(entry.path())) << entry.path() << " belongs to no stage";
}

TEST(Shipped, NamesNoFoldersOfTheMachineThatMadeIt) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(shippedRoot())) {
        if (entry.path().extension() != ".ptx")
            continue;
        const std::string ptx = tests::readFile(entry.path());
        for (std::size_t at = ptx.find(".file"); at != std::string::npos; at = ptx.find(".file", at + 1))
            EXPECT_EQ(ptx.substr(at, ptx.find('\n', at) - at).find('/'), std::string::npos) << entry.path();
    }
}

TEST(Shipped, IsWhatTheCompilerSaysToday) {
    const Compiler::Search search = Compiler::find();
    if (!search.compiler)
        GTEST_SKIP() << search.reason;
    for (const Stage& stage : loadCatalogue(stagesDir()).stages) {
        if (!stage.kernel)
            continue;
        for (const ParameterValues& parameters : allVariants(stage)) {
            const CompileResult fresh = search.compiler->compile(stageRequest(stage, parameters, shippedArchitecture));
            ASSERT_TRUE(fresh.ok) << fresh.log;
            std::string reason;
            const auto shipped = loadShipped(shippedRoot(), stage, parameters, reason);
            ASSERT_TRUE(shipped) << reason;
            if (compilerLine(fresh.ptx) != compilerLine(shipped->ptx))
                GTEST_SKIP() << "shipped by \"" << compilerLine(shipped->ptx) << "\", and here is \""
                             << compilerLine(fresh.ptx) << "\"";
            EXPECT_TRUE(fresh.ptx == shipped->ptx)
                << stage.id << " " << variantText(parameters) << ": run warplens-ship";
            EXPECT_TRUE(fresh.cubin == shipped->cubin)
                << stage.id << " " << variantText(parameters) << ": run warplens-ship";
        }
    }
}

/// The tool that makes it anew, on two stages of a folder of its own.
TEST(Shipped, IsMadeAnewWithoutLeavingOldFiles) {
    const Compiler::Search search = Compiler::find();
    if (!search.compiler)
        GTEST_SKIP() << search.reason;
    namespace fs = std::filesystem;
    const tests::TemporaryFolder folder;
    const fs::path stages = folder.path() / "stages", root = folder.path() / "ptx";
    fs::create_directories(stages / "patterns");
    for (const char* stage : {"01-offset", "02-stride"})
        for (const char* extension : {".cu", ".toml"})
            fs::copy_file(stagesDir() / "patterns" / (std::string(stage) + extension),
                          stages / "patterns" / (std::string(stage) + extension));
    fs::create_directories(root / "patterns" / "00-gone");
    tests::writeFile(root / "patterns" / "00-gone" / "OFFSET=1.ptx", "of a stage that is no more");
    const ProcessResult made = runProcess({WARPLENS_SHIP, stages.string(), root.string()}, "");
    ASSERT_EQ(made.ending.code, 0) << made.errors;
    EXPECT_FALSE(fs::exists(root / "patterns" / "00-gone"));
    EXPECT_NE(made.output.find("removing "), std::string::npos) << made.output;
    const Catalogue catalogue = loadCatalogue(stages);
    ASSERT_EQ(catalogue.stages.size(), 2U);
    for (const Stage& stage : catalogue.stages) {
        EXPECT_EQ(tests::readFile(shippedFolder(root, stage) / "source.hash"), shippedSourceHash(stage) + "\n");
        for (const ParameterValues& parameters : allVariants(stage)) {
            std::string reason;
            const auto result = loadShipped(root, stage, parameters, reason);
            ASSERT_TRUE(result) << reason;
            EXPECT_NE(result->ptx.find(stage.kernel->name), std::string::npos);
            EXPECT_FALSE(result->cubin.empty());
        }
    }

    // A stage with a mistake: it is told, and what was there stays.
    tests::writeFile(stages / "patterns" / "02-stride.toml", "title = 3");
    const ProcessResult refused = runProcess({WARPLENS_SHIP, stages.string(), root.string()}, "");
    EXPECT_EQ(refused.ending.code, 1);
    EXPECT_NE(refused.errors.find("02-stride.toml"), std::string::npos) << refused.errors;
    EXPECT_NE(refused.errors.find("nothing was written"), std::string::npos) << refused.errors;
    EXPECT_TRUE(fs::exists(shippedFolder(root, catalogue.stages.back()) / "source.hash"));
    EXPECT_EQ(runProcess({WARPLENS_SHIP, stages.string()}, "").ending.code, 2);
}

} // namespace
} // namespace warplens::kernels
