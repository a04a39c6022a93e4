// SPDX-License-Identifier: GPL-3.0-or-later
// What is shipped under resources/ptx is complete and current. Where this fails after a change to a stage: run
// warplens-ship and commit what it writes.
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/images/compile_stage.h"
#include "kernels/images/shipped.h"
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

} // namespace
} // namespace warplens::kernels
