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

// Threads that store the same are a race: the exit code says so, unless somebody asks for those that matter with this data.
TEST(CliFindings, RacesThatChangeNothingAreMistakesUnlessTheyAreAllowed) {
    const Folder folder;
    const char* const same = "extern \"C\" __global__ void kernel(const int* in, int* out)\n"
                             "{\n"
                             "    if (in[threadIdx.x] >= 0)\n"
                             "        out[0] = 1;\n"
                             "}\n";
    const std::string file = folder.write("same.cu", same), late = folder.write("late.cu", lateRace);
    auto command = simulate(file);
    command[9] = "i32[64]=below:9:1";
    const auto told = cli(command);
    EXPECT_EQ(told.ending.code, 1);
    EXPECT_NE(told.output.find("with this data it changes nothing"), std::string::npos) << told.output;
    const auto allowed = cli(with(command, {"--allow-benign", "--sarif", folder.path / "same.sarif"}));
    EXPECT_EQ(allowed.ending.code, 0);
    EXPECT_NE(allowed.output.find("with this data it changes nothing"), std::string::npos) << "it is told all the same";
    EXPECT_EQ(json::parse(folder.read("same.sarif")).at("runs").at(0).at("results").at(0).at("level"), "note");
    EXPECT_EQ(cli(with(simulate(late), {"--allow-benign"})).ending.code, 1) << "this one changes something";
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

// Names of files are any bytes but '/': in findings they are as the file is called, and the forms stay readable.
TEST(CliFindings, NamesOfFilesNeedNotBeAscii) {
    for (const std::string name : {"\xC3\xBC&<\xE7\xBA\xBF>.cu", "latin-\xFC.cu"}) {
        const Folder folder;
        const std::string file = folder.write(name, lateRace);
        const auto result = cli(with(simulate(file), {"--sarif", folder.path / "out.sarif", "--junit",
                                                      folder.path / "out.xml", "--json", folder.path / "out.json"}));
        EXPECT_EQ(result.ending.code, 1) << result.errors;
        EXPECT_NE(result.output.find("  " + name + ":4: race: thread ("), std::string::npos) << result.output;
        const json place = json::parse(folder.read("out.sarif")).at("/runs/0/results/0/locations/0"_json_pointer);
        const std::string uri = place.at("/physicalLocation/artifactLocation/uri"_json_pointer);
        EXPECT_TRUE(uri.starts_with("file:///")) << uri;
        EXPECT_TRUE(uri.ends_with(name[0] == 'l' ? "/latin-%FC.cu" : "/%C3%BC%26%3C%E7%BA%BF%3E.cu")) << uri;
        EXPECT_EQ(json::parse(folder.read("out.json")).at("findings").size(), 1u);
        const std::string xml = folder.read("out.xml");
        const std::string written = name[0] == 'l' ? "latin-\xEF\xBF\xBD.cu" : "\xC3\xBC&amp;&lt;\xE7\xBA\xBF&gt;.cu";
        EXPECT_NE(xml.find("/" + written + "\" name=\"race\""), std::string::npos) << xml;
        EXPECT_NE(xml.find(written + ":4: thread ("), std::string::npos) << xml;
    }
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

// What a thread reads is written by another one a line before.
const char* const noBarrier = R"(extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
#pragma unroll 1
    for (int i = 0; i < 2; ++i)
        out[64 * i + threadIdx.x] = s[(threadIdx.x + 32 + i) % 64];
}
)";

std::vector<std::string> simulateOne(const std::string& file) {
    return {"simulate", file, "--kernel", "kernel",           "--grid", "1",
            "--block",  "64", "--arg",    "i32[64]=random:1", "--arg",  "i32[128]"};
}

TEST(CliWhatIf, ABarrierThatIsMissingMakesTheRaceGo) {
    const Folder folder;
    const std::string file = folder.write("no.cu", noBarrier);
    const auto result = cli(with(simulateOne(file), {"--what-if", "missing"}));
    EXPECT_EQ(result.ending.code, 1) << result.errors; // of the source as it is
    EXPECT_TRUE(std::regex_search(result.output, std::regex("what if there were\n  no.cu:7: __syncthreads\\(\\);\n"
                                                            "  0 mistakes instead of 1; 2 barriers instead of 0, ")))
        << result.output;
    EXPECT_EQ(folder.read("no.cu"), noBarrier);
}

TEST(CliWhatIf, SaysWhatItWasInJson) {
    const Folder folder;
    const std::string file = folder.write("no.cu", noBarrier);
    const json document =
        json::parse(cli(with(simulateOne(file), {"--what-if", "missing", "--json", "-"})).output).at("what_if");
    EXPECT_EQ(document.at("insertions"),
              json::parse(R"([{"file": "no.cu", "line": 7, "statement": "__syncthreads();"}])"));
    EXPECT_EQ(document.at("before").at("errors"), 1);
    EXPECT_EQ(document.at("before").at("findings").at(0).at("kind"), "race");
    EXPECT_EQ(document.at("after").at("errors"), 0);
    EXPECT_EQ(document.at("after").at("barriers"), 2); // once in each of two warps, in front of the loop
}

TEST(CliWhatIf, WhatDoesNotHelpIsSaid) {
    const Folder folder;
    const std::string file = folder.write("no.cu", noBarrier);
    const auto early = cli(with(simulateOne(file), {"--what-if", "4"}));
    EXPECT_NE(early.output.find("1 mistake instead of 1"), std::string::npos) << early.output;
    EXPECT_NE(early.output.find("  still: no.cu:"), std::string::npos) << early.output;
    const auto wrong = cli(with(simulateOne(file), {"--what-if", "7:if (threadIdx.x < 40) __syncthreads();"}));
    EXPECT_NE(wrong.output.find("  still: no.cu:4: divergent-barrier: "), std::string::npos)
        << wrong.output; // it stands in front of the pragma
    const auto clean = cli({"simulate", "matmul/07-tiled", "--size", "64", "--what-if", "missing"});
    EXPECT_EQ(clean.ending.code, 0) << clean.errors;
    EXPECT_NE(clean.output.find("what if: nothing was found that one statement in this source would order"),
              std::string::npos)
        << clean.output;
}

TEST(CliWhatIf, OfAStageToo) {
    const std::string stage = "matmul/07-tiled";
    const auto result = cli({"simulate", stage, "--size", "64", "--what-if", "26"});
    EXPECT_TRUE(
        std::regex_search(result.output, std::regex("07-tiled.cu:26: __syncthreads\\(\\);\n  0 mistakes instead of 0")))
        << result.output << result.errors;
}

TEST(CliWhatIf, RefusesWhatItCannotCompare) {
    const Folder folder;
    const std::string file = folder.write("no.cu", noBarrier);
    expectWrongUse(with(simulateOne(file), {"--what-if", "never"}), "'never': write missing, a line's number");
    expectWrongUse(with(simulateOne(file), {"--what-if", "2"}), "line 2 has no statement of a function");
    expectWrongUse(with(simulateOne(file), {"--what-if", "missing", "--blocks", "sample"}),
                   "leave --blocks and --check-blocks out");
    const auto broken = cli(with(simulateOne(file), {"--what-if", "7:this is no C++"}));
    EXPECT_EQ(broken.ending.code, 2);
    EXPECT_NE(broken.errors.find("no.cu"), std::string::npos) << broken.errors;
}

} // namespace
} // namespace warplens::tests
