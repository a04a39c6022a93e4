// SPDX-License-Identifier: GPL-3.0-or-later
// Every stage's project from outside: written by `warplens-cli host --project`, compiled by nvcc and run on our runtime,
// where its own comparison has to hold and the launch that it makes has to be the stage's. A compiler takes seconds for each:
// of those whose text is the same but for names, numbers and the launch, one is compiled, and all of them where
// $WARPLENS_WHOLE is set, as every night.
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/instance.h"
#include "kernels/catalogue/paths.h"
#include "kernels/compiler/toolkit.h"
#include "kernels/host/host_program.h"
#include "kernels/process/child_process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

namespace warplens::tests {
namespace {

using namespace kernels;
namespace fs = std::filesystem;
using nlohmann::json;

struct Case {
    std::string stage;
    ParameterValues chosen;
    std::string size = "100,92,76";
};

void PrintTo(const Case& test, std::ostream* out) {
    *out << test.stage << " " << variantText(test.chosen);
}

std::vector<Case> everyStage() {
    std::vector<Case> cases;
    for (const Stage& stage : loadCatalogue(stagesDir()).stages)
        cases.push_back({stage.id, {}, stage.track == "reduction" ? "5000" : "100,92,76"});
    cases.push_back({"matmul/02-naive", {{"FLIPPED", 1}}});
    cases.push_back({"matmul/04-shared-row", {{"PITCH", 1}}});
    cases.push_back({"matmul/20-summit", {{"SLICES", 1}}});
    cases.push_back({"patterns/10-l2-window", {{"WINDOW", 1}}});
    cases.push_back({"patterns/03-width", {{"WIDTH", 16}}});
    cases.push_back({"reduction/07-tree-halving", {{"HOST", 1}}, "20000"});
    return cases;
}

/// The program's text without what differs from stage to stage of one form.
std::string formOf(const Catalogue& catalogue, const Case& test) {
    std::string text = hostProgram(*catalogue.find(test.stage), test.chosen, parseSize(test.size)).text;
    static const std::regex kernel{R"((\w+)<<<)"},
        varies{R"(//[^\n]*|#define [^\n]*\n|#include "[^\n]*|const dim3 [^\n]*|\b\d+\b)"};
    if (std::smatch found; std::regex_search(text, found, kernel))
        text = std::regex_replace(text, std::regex("\\b" + found[1].str() + "\\b"), "kernel");
    return std::regex_replace(text, varies, "");
}

/// Of the same form as another one, which is compiled.
const std::set<std::string> likeAnother{"matmul/01-uncoalesced",
                                        "matmul/02-naive",
                                        "matmul/03-naive-1d",
                                        "matmul/05-tiled-uncoalesced",
                                        "matmul/06-tiled-conflicts",
                                        "matmul/14-prefetch",
                                        "matmul/15-thread-tile",
                                        "matmul/16-thread-tile-transposed",
                                        "matmul/17-warp-tile",
                                        "matmul/18-double-buffer",
                                        "reduction/02-contiguous-chunks",
                                        "reduction/03-interleaved",
                                        "reduction/04-many-blocks",
                                        "reduction/06-tree-doubling",
                                        "reduction/08-tree-unrolled",
                                        "reduction/09-warp-shuffle",
                                        "transpose/02-naive-read",
                                        "transpose/03-naive-write",
                                        "transpose/05-swizzled"};

bool isCompiled(const Case& test) {
    return std::getenv("WARPLENS_WHOLE") != nullptr || !test.chosen.empty() || !likeAnother.contains(test.stage);
}

class HostProjects : public testing::TestWithParam<Case> {
protected:
    void SetUp() override {
        std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
        std::replace(name.begin(), name.end(), '/', '-');
        m_folder = fs::temp_directory_path() / ("warplens-project-" + std::to_string(getpid()) + name);
        fs::remove_all(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }

    std::vector<std::string> line(const std::string& verb) const {
        std::vector<std::string> made{WARPLENS_CLI, verb, GetParam().stage, "--size", GetParam().size};
        for (const ParameterValue& value : GetParam().chosen)
            made.insert(made.end(), {"-D", value.name + "=" + std::to_string(value.value)});
        return made;
    }
    static ProcessResult run(const std::vector<std::string>& command) { return runProcess(command, {}); }

    fs::path m_folder;
};

/// Global memory and shared memory, as both verbs count them.
json countsOf(const json& totals) {
    json counts;
    for (const char* kind : {"load", "store", "atomic"}) {
        counts[kind] = {totals["global"][kind]["requests"], totals["global"][kind]["sectors"],
                        totals["shared"][kind]["requests"], totals["shared"][kind]["wavefronts"]};
    }
    return counts;
}

TEST_P(HostProjects, IsCompiledRunsAndLaunchesAsTheStageDoes) {
    std::vector<std::string> command = line("host");
    command.insert(command.end(), {"--project", m_folder.string()});
    const ProcessResult written = run(command);
    ASSERT_EQ(written.ending.code, 0) << written.errors;

    const Catalogue catalogue = loadCatalogue(stagesDir());
    const Stage& stage = *catalogue.find(GetParam().stage);
    if (stage.cpu) {
        const ProcessResult made = run({"make", "-C", m_folder.string(), "run"});
        EXPECT_EQ(made.ending.code, 0) << made.output << made.errors;
        EXPECT_NE(made.output.find("right: "), std::string::npos) << made.output;
        return;
    }
    const std::optional<fs::path> nvcc = findNvcc();
    if (!nvcc)
        GTEST_SKIP() << "no nvcc";
    if (!isCompiled(GetParam()))
        return; // what is left of it: it is written
    const std::string program = (m_folder / "program").string();
    if (!stage.kernel) { // the emulated runtime has neither cuBLAS nor what CUB asks of a device
        const ProcessResult made =
            run({nvcc->string(), "-c", "-arch=sm_90", "-o", program, (m_folder / "main.cu").string()});
        EXPECT_EQ(made.ending.code, 0) << made.output << made.errors;
        return;
    }
#ifdef WARPLENS_HAS_RUNTIME
    const fs::path file = m_folder / "launches.json";
    const ProcessResult ran =
        run({WARPLENS_CLI, "run", (m_folder / "main.cu").string(), "--strict", "--json", file.string()});
    ASSERT_EQ(ran.ending.code, 0) << ran.output << ran.errors;
    EXPECT_NE(ran.output.find("right: "), std::string::npos) << ran.output;
    std::ifstream in(file);
    const json launches = json::parse(in)["launches"];
    ASSERT_EQ(launches.size(), 2u);
    const StageInstance instance = makeInstance(stage, GetParam().chosen, parseSize(GetParam().size));
    for (const json& launch : launches) {
        EXPECT_EQ(launch["grid"], json(instance.grid));
        EXPECT_EQ(launch["block"], json(instance.block));
        EXPECT_EQ(launch["dynamic_shared_bytes"], instance.dynamicSharedBytes);
    }
    command = line("simulate");
    command.insert(command.end(), {"--json", "-"});
    const ProcessResult simulated = run(command);
    ASSERT_EQ(simulated.ending.code, 0) << simulated.errors;
    EXPECT_EQ(countsOf(launches[0]["totals"]), countsOf(json::parse(simulated.output)["totals"]));
#endif
}

TEST(HostForms, EachIsCompiled) {
    const Catalogue catalogue = loadCatalogue(stagesDir());
    std::map<std::string, std::string> forms;
    std::set<std::string> compiled, known;
    for (const Case& each : everyStage()) {
        const std::string form = formOf(catalogue, each);
        known.insert(each.stage);
        forms[form] = each.stage;
        if (!each.chosen.empty() || !likeAnother.contains(each.stage))
            compiled.insert(form);
    }
    for (const auto& [form, stage] : forms)
        EXPECT_TRUE(compiled.contains(form)) << stage;
    EXPECT_TRUE(std::includes(known.begin(), known.end(), likeAnother.begin(), likeAnother.end()));
}

TEST(HostVerb, SaysWhatToWriteInstead) {
    const auto refused = [](std::vector<std::string> words, const char* part) {
        words.insert(words.begin(), {WARPLENS_CLI, "host"});
        const ProcessResult result = runProcess(words, {});
        EXPECT_EQ(result.ending.code, 2) << result.output;
        EXPECT_NE(result.errors.find(part), std::string::npos) << result.errors;
    };
    refused({"matmul/07-tield"}, "did you mean matmul/07-tiled?");
    refused({"matmul/07-tiled", "-D", "TILE=5"}, "write 2, 4, 8, 16 or 32");
    refused({"matmul/07-tiled", "--size", "0"}, "is no size");
    refused({"matmul/07-tiled", "--project", fs::temp_directory_path().string()}, "name a new one");
    refused({"matmul/07-tiled", "--lanes", "lane"}, "no index that could be typed");
}

INSTANTIATE_TEST_SUITE_P(Stages, HostProjects, testing::ValuesIn(everyStage()), [](const auto& each) {
    std::string name = each.param.stage;
    for (const ParameterValue& value : each.param.chosen)
        name += "_" + value.name + std::to_string(value.value);
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0)
            c = '_';
    return name;
});

} // namespace
} // namespace warplens::tests
