// SPDX-License-Identifier: GPL-3.0-or-later
// What `warplens-cli simulate` says of mistakes: in words, in JSON, in SARIF and for build servers.
#include "tests/cli/support.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace warplens::tests {
namespace {

using nlohmann::json;

/// A folder of the test's own, gone when it ends.
struct Folder {
    Folder() {
        std::string name = std::filesystem::temp_directory_path() / "warplens-XXXXXX";
        path = ::mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path / name) << text;
        return path / name;
    }
    std::string read(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(path / name).rdbuf();
        return text.str();
    }
    std::filesystem::path path;
};

// Block 20 of 40 reads what another thread writes; the others do nothing of the kind.
const char* const lateRace = R"(extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (blockIdx.x != 20)
        __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
)";

std::vector<std::string> simulate(const std::string& file) {
    return {"simulate", file, "--kernel", "kernel",           "--grid", "40",
            "--block",  "64", "--arg",    "i32[64]=random:1", "--arg",  "i32[2560]"};
}

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

TEST(CliFindings, AllBlocksAreWatched) {
    const Folder folder;
    const auto result = cli(simulate(folder.write("late.cu", lateRace)));
    EXPECT_EQ(result.ending.code, 1);
    EXPECT_TRUE(std::regex_search(result.output, std::regex("late.cu:[47]: race: thread \\("))) << result.output;
    EXPECT_NE(result.output.find("(block 20,0,0 thread"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("writes s["), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("hint: put __syncthreads() between them"), std::string::npos) << result.output;
    EXPECT_EQ(result.output.find("were watched"), std::string::npos) << result.output;
}

TEST(CliFindings, WhereNotAllAreWatchedTheOutputSaysSo) {
    const Folder folder;
    const std::string file = folder.write("late.cu", lateRace);
    const auto result = cli(with(simulate(file), {"--check-blocks", "1"}));
    EXPECT_EQ(result.ending.code, 0) << result.output;
    EXPECT_NE(result.output.find("1 of the 40 blocks that ran were watched"), std::string::npos) << result.output;
    const json document = json::parse(cli(with(simulate(file), {"--check-blocks", "1", "--json", "-"})).output);
    EXPECT_EQ(document.at("blocks_watched"), 1);
    expectWrongUse(with(simulate(file), {"--check-blocks", "some"}), "write all, or how many");
}

TEST(CliFindings, ARaceInJsonHasBothSides) {
    const Folder folder;
    const auto result = cli(with(simulate(folder.write("late.cu", lateRace)), {"--json", "-"}));
    const json document = json::parse(result.output);
    ASSERT_EQ(document.at("findings").size(), 1u);
    const json& race = document.at("findings").at(0);
    EXPECT_EQ(race.at("kind"), "race");
    EXPECT_FALSE(race.at("benign_with_this_data").get<bool>());
    ASSERT_EQ(race.at("accesses").size(), 2u);
    EXPECT_EQ(race.at("accesses").at(0).at("line"), 4);
    EXPECT_EQ(race.at("accesses").at(1).at("line"), 7);
    EXPECT_EQ(race.at("missing").at("what"), "__syncthreads()");
    EXPECT_EQ(race.at("missing").at("before_line"), 7);
}

TEST(CliFindings, InSarif) {
    const Folder folder;
    const std::string file = folder.write("late race.cu", lateRace);
    EXPECT_EQ(cli(with(simulate(file), {"--sarif", folder.path / "out.sarif"})).ending.code, 1);
    const json document = json::parse(folder.read("out.sarif"));
    EXPECT_EQ(document.at("version"), "2.1.0");
    const json& run = document.at("runs").at(0);
    const json& result = run.at("results").at(0);
    EXPECT_EQ(run.at("results").size(), 1u);
    EXPECT_EQ(result.at("ruleId"), "race");
    EXPECT_EQ(result.at("level"), "error");
    EXPECT_EQ(run.at("tool").at("driver").at("rules").at(result.at("ruleIndex").get<size_t>()).at("id"), "race");
    const json& place = result.at("locations").at(0).at("physicalLocation");
    EXPECT_EQ(place.at("region").at("startLine"), 4);
    EXPECT_TRUE(place.at("artifactLocation").at("uri").get<std::string>().ends_with("/late%20race.cu"));
    EXPECT_EQ(result.at("relatedLocations").at(1).at("physicalLocation").at("region").at("startLine"), 7);
}

TEST(CliFindings, ForBuildServers) {
    const Folder folder;
    const std::string file = folder.write("late.cu", lateRace);
    EXPECT_EQ(cli(with(simulate(file), {"--junit", folder.path / "out.xml"})).ending.code, 1);
    const std::string xml = folder.read("out.xml");
    EXPECT_TRUE(std::regex_search(xml, std::regex("<testsuite name=\"kernel\" tests=\"\\d+\" failures=\"1\"")));
    EXPECT_NE(xml.find("<failure type=\"race\" message=\"thread ("), std::string::npos) << xml;
    EXPECT_NE(xml.find("name=\"deadlock\"/>"), std::string::npos) << "what was not found is a test that passes";
    expectWrongUse(with(simulate(file), {"--junit", "/nowhere/out.xml"}), "cannot write /nowhere/out.xml");
}

} // namespace
} // namespace warplens::tests
