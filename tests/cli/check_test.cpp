// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli check`: against exports of Nsight Compute, and where there is nothing to check with.
#include "tests/cli/support.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace warplens::tests {
namespace {

using nlohmann::json;

std::string contents(const std::string& file) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

class Temporary {
public:
    explicit Temporary(const std::string& text) {
        std::string name = testing::TempDir() + "/warplens-XXXXXX";
        const int file = mkstemp(name.data());
        EXPECT_GE(file, 0);
        close(file);
        m_path = name;
        std::ofstream(m_path) << text;
    }
    ~Temporary() { std::remove(m_path.c_str()); }
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

const std::vector<std::string> stage{"check", "matmul/06-tiled-conflicts", "--size", "512", "--profile"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::string& last) {
    arguments.push_back(last);
    return arguments;
}

TEST(CliCheck, NamesABoundThatIsNone) {
    for (const char* bound : {"3", "3=", "3=many", "3=-1", "3=0"})
        expectWrongUse({"check", "matmul/07-tiled", "--results-only", "--bound", bound}, "write --bound K=1e-6");
}

// Both pages come from an H200: ncu --set full, then ncu -i ... --csv, cut down to a few columns.
TEST(CliCheck, ARawPageOfAnotherComputer) {
    const json document = answer(with(stage, dataFile("ncu-raw.csv")));
    ASSERT_EQ(document.at("checks").size(), 2u) << "PAD 0 and 1";
    EXPECT_TRUE(document.at("checks")[0].at("same_counts").get<bool>());
    EXPECT_EQ(document.at("checks")[0].at("metrics").at("memory_l1_wavefronts_shared"), 39'976'960);
    EXPECT_EQ(document.at("checks")[1].at("metrics").at("memory_l1_wavefronts_shared"), 8'650'752);
    EXPECT_EQ(document.at("checks")[0].at("metrics").at("dram__bytes_read.sum"), 2'101'504) << "the page has Mbyte";
}

TEST(CliCheck, ASourcePageLineByLine) {
    const json document = answer(with(stage, dataFile("ncu-source.csv")));
    for (const json& check : document.at("checks")) {
        EXPECT_TRUE(check.at("same_counts").get<bool>());
        EXPECT_GE(check.at("lines").size(), 19u);
        for (const json& line : check.at("lines")) {
            EXPECT_EQ(line.at("verdict"), "exact") << line;
            EXPECT_EQ(line.at("file"), "06-tiled-conflicts.cu");
            EXPECT_GT(line.at("line").get<int>(), 0);
        }
    }
}

TEST(CliCheck, ADifferenceIsSeen) {
    std::string raw = contents(dataFile("ncu-raw.csv"));
    raw.replace(raw.find("39976960"), 8, "39976961");
    const Temporary changedRaw(raw);
    const auto result = cli(with(stage, changedRaw.path()));
    EXPECT_EQ(result.ending.code, 1);
    EXPECT_NE(result.output.find("39976961"), std::string::npos);
    EXPECT_NE(result.output.find("1 of 2 have the same counts"), std::string::npos) << result.output;

    std::string source = contents(dataFile("ncu-source.csv"));
    const size_t store = source.find("STS ");
    ASSERT_NE(store, std::string::npos);
    const size_t count = source.find("131072", store); // executions of the store
    ASSERT_NE(count, std::string::npos);
    source.replace(count, 6, "131073");
    const Temporary changedSource(source);
    const auto lines = cli(with(stage, changedSource.path()));
    EXPECT_EQ(lines.ending.code, 1);
    EXPECT_NE(lines.output.find("18 of 19 figures exact"), std::string::npos) << lines.output;
}

TEST(CliCheck, OtherProgramsReadIt) {
    std::string raw = contents(dataFile("ncu-raw.csv"));
    raw.replace(raw.find("39976960"), 8, "39976961");
    const Temporary changed(raw), sarif(""), junit("");
    std::vector<std::string> command = with(stage, changed.path());
    command.insert(command.end(), {"--sarif", sarif.path(), "--junit", junit.path()});
    EXPECT_EQ(cli(command).ending.code, 1);
    const json run = json::parse(contents(sarif.path())).at("runs").at(0);
    ASSERT_EQ(run.at("results").size(), 1u) << run;
    const json& result = run.at("results")[0];
    EXPECT_EQ(result.at("ruleId"), "counts-differ");
    EXPECT_EQ(run.at("tool").at("driver").at("rules").at(result.at("ruleIndex").get<size_t>()).at("id"),
              result.at("ruleId"));
    EXPECT_NE(result.at("message").at("text").get<std::string>().find("39976961 by the GPU"), std::string::npos)
        << result;
    const std::string tests = contents(junit.path());
    EXPECT_NE(tests.find("tests=\"2\" failures=\"1\" errors=\"0\""), std::string::npos) << tests;
    // What could not be checked is an error, and no failure.
    const std::vector<std::string> other{
        "check",   "matmul/07-tiled", "-D",      "TILE=8",    "--profile", dataFile("ncu-raw.csv"),
        "--junit", junit.path(),      "--sarif", sarif.path()};
    EXPECT_EQ(cli(other).ending.code, 1);
    EXPECT_NE(contents(junit.path()).find("failures=\"0\" errors=\"1\""), std::string::npos);
    EXPECT_EQ(json::parse(contents(sarif.path())).at("runs")[0].at("results")[0].at("ruleId"), "not-checked");
}

TEST(CliCheck, ProfilesThatDoNotFit) {
    const auto other = cli({"check", "matmul/07-tiled", "-D", "TILE=8", "--profile", dataFile("ncu-raw.csv")});
    EXPECT_EQ(other.ending.code, 1);
    EXPECT_NE(other.output.find("no launch of tiled with a grid of (64, 64, 1)"), std::string::npos) << other.output;
    expectWrongUse(with(stage, "/nowhere.csv"), "cannot read /nowhere.csv");
    const Temporary nonsense("hello\n\"a\",\"b\"\n"), empty("");
    expectWrongUse(with(stage, nonsense.path()), "no table of `ncu --csv");
    expectWrongUse(with(stage, empty.path()), "no table of `ncu --csv");
    const Temporary ptxPage("\"Kernel Name\",\"k\",\n\"Line No\",\"Source\"\n\"1\",\"\"\n");
    expectWrongUse(with(stage, ptxPage.path()), "--print-source sass");
}

TEST(CliMetrics, SayWhatIsHeldAgainstWhat) {
    const json document = answer({"metrics"});
    std::map<std::string, json> byName;
    for (const json& each : document.at("metrics")) {
        EXPECT_TRUE(byName.emplace(each.at("metric"), each).second);
        EXPECT_TRUE(each.at("counts").get<std::string>().ends_with(".")) << each;
    }
    EXPECT_EQ(byName.at("memory_l1_wavefronts_shared").at("compared"), "launch and lines");
    EXPECT_EQ(byName.at("memory_l1_wavefronts_shared").at("unit"), "wavefronts");
    EXPECT_EQ(byName.at("smsp__inst_executed_op_shared_ld.sum").at("compared"), "launch");
    EXPECT_EQ(byName.at("smsp__inst_executed").at("compared"), "lines");
    EXPECT_EQ(byName.at("dram__bytes_read.sum").at("compared"), "not compared");
    // A profile's launch is held against just these.
    const json checked = answer(with(stage, dataFile("ncu-raw.csv")));
    std::set<std::string> compared, said;
    for (const json& counter : checked.at("checks")[0].at("counters"))
        compared.insert(counter.at("metric"));
    for (const auto& [name, each] : byName)
        if (each.at("compared").get<std::string>().starts_with("launch"))
            said.insert(name);
    EXPECT_EQ(compared, said);
    EXPECT_NE(cli({"metrics"}).output.find("the model has no such figure"), std::string::npos);
}

TEST(CliCheck, AgainstTheCountersThatComeWithTheProgram) {
    const std::vector<std::string> arguments{"check", "matmul/06-tiled-conflicts", "--recorded", "--size", "512"};
    const json checks = answer(arguments).at("checks");
    ASSERT_EQ(checks.size(), 2u) << "PAD 0 and 1, at this size alone";
    EXPECT_EQ(checks[0].at("label"), "matmul/06-tiled-conflicts TILE=32,PAD=0 512, counted on NVIDIA H200");
    for (const json& check : checks) {
        EXPECT_TRUE(check.at("same_counts").get<bool>());
        EXPECT_GE(check.at("counters").size(), 9u);
    }
    EXPECT_EQ(checks[0].at("metrics").at("memory_l1_wavefronts_shared"), 39'976'960);
    EXPECT_EQ(checks[1].at("metrics").at("memory_l1_wavefronts_shared"), 8'650'752);
    // At 1024 they were counted on two GPUs; a variant may be named alone.
    const json padded =
        answer({"check", "matmul/06-tiled-conflicts", "--recorded", "--size", "1024", "-D", "PAD=1"}).at("checks");
    ASSERT_EQ(padded.size(), 2u);
    EXPECT_NE(padded[0].at("label"), padded[1].at("label"));
    expectWrongUse({"check", "matmul/06-tiled-conflicts", "--recorded", "--size", "333"},
                   "name other stages, sizes or variants");
    expectWrongUse({"check", "matmul/06-tiled-conflicts", "--recorded", "-D", "PAD=7"},
                   "name other stages, sizes or variants");
    // What is printed has a table for each, and each row is exact.
    const auto text = cli(arguments);
    EXPECT_EQ(text.ending.code, 0) << text.errors;
    size_t exact = 0;
    for (size_t at = 0; (at = text.output.find("  exact  ", at)) != std::string::npos; ++at)
        ++exact;
    EXPECT_EQ(exact, checks[0].at("counters").size() + checks[1].at("counters").size()) << text.output;
}

TEST(CliCheck, WrongUse) {
    expectWrongUse({"check"}, "name stages or files, or write --all");
    expectWrongUse({"check", "matmul/7-tiled"}, "did you mean matmul/07-tiled?");
    expectWrongUse({"check", "matmul/22-cublas"}, "it has no model to check");
    expectWrongUse({"check", "matmul/07-tiled", "--size", "many"}, "many");
    expectWrongUse({"check", "matmul/07-tiled", "--arch", "0.1"}, "'0.1' is no compute capability");
}

TEST(CliCheck, WithoutAProfiler) {
    const char* path = std::getenv("PATH");
    const std::string before = path ? path : "";
    if (std::ifstream("/usr/local/cuda/bin/ncu"))
        GTEST_SKIP() << "the toolkit has ncu";
    setenv("WARPLENS_WORKER", "/bin/true", 1); // is there, wherever this is built
    setenv("PATH", "/nowhere", 1);
    expectWrongUse({"check", "matmul/07-tiled"}, "ncu (Nsight Compute) was not found");
    setenv("PATH", before.c_str(), 1);
    unsetenv("WARPLENS_WORKER");
}

} // namespace
} // namespace warplens::tests
