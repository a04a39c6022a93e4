// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that were compiled by nvcc, run by `warplens-cli run`. What each is to do stands in its first lines:
//   // run: OPTIONS           of warplens-cli run
//   // arguments: WORDS       of the program
//   // exit: N                code that warplens-cli ends with (0 where nothing is said); signal: N likewise
//   // output: TEXT           a line of its standard output; several lines have to come in this order
//   // tells: TEXT            is somewhere in what is told on standard error
//   // never: TEXT            is nowhere there
//   // launches: N            how many there were
//   // repeats: N             how many of them began with the memory of an equal one, and were not emulated again
//   // findings: KIND…        of all launches, in order; none where nothing is said
#include "app/engine/finding_text.h"
#include "app/tongue/say.h"
#include "kernels/catalogue/paths.h"
#include "kernels/process/child_process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace warplens::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Expected {
    std::string name;
    std::vector<std::string> options, arguments, output, tells, never, findings;
    int exit = 0, signal = 0;
    std::optional<size_t> launches, repeats;
};

void PrintTo(const Expected& expected, std::ostream* out) {
    *out << expected.name;
}

std::vector<std::string> wordsOf(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

Expected expectedOf(const fs::path& source) {
    Expected expected;
    expected.name = source.stem();
    std::ifstream in(source);
    for (std::string line; std::getline(in, line) && line.starts_with("//");) {
        const size_t colon = line.find(": ");
        if (colon == std::string::npos)
            continue;
        const std::string key = line.substr(3, colon - 3), value = line.substr(colon + 2);
        if (key == "run")
            expected.options = wordsOf(value);
        else if (key == "arguments")
            expected.arguments = wordsOf(value);
        else if (key == "exit")
            expected.exit = std::stoi(value);
        else if (key == "signal")
            expected.signal = std::stoi(value);
        else if (key == "output")
            expected.output.push_back(value);
        else if (key == "tells")
            expected.tells.push_back(value);
        else if (key == "never")
            expected.never.push_back(value);
        else if (key == "launches")
            expected.launches = std::stoul(value);
        else if (key == "repeats")
            expected.repeats = std::stoul(value);
        else if (key == "findings")
            expected.findings = wordsOf(value);
    }
    return expected;
}

std::vector<Expected> programs() {
    std::vector<fs::path> sources;
    for (const fs::directory_entry& entry : fs::directory_iterator(WARPLENS_RUNTIME_SOURCES))
        if (entry.path().extension() == ".cu")
            sources.push_back(entry.path());
    std::sort(sources.begin(), sources.end());
    std::vector<Expected> list;
    for (const fs::path& source : sources)
        list.push_back(expectedOf(source));
    return list;
}

/// It has a form that app/engine/finding_text.cpp knows; nothing is lost in English, and other languages have words of it.
void expectToBeSaidInEveryLanguage(const std::string& text) {
    const auto known = engine::knownFindingText(text);
    EXPECT_TRUE(known) << "add its form to app/engine/finding_text.cpp: " << text;
    EXPECT_EQ(known.value_or(text), text);
    for (const tongue::LanguageKind& kind : tongue::languages) {
        tongue::speak(kind.language, kernels::resourcesDir() / "translations");
        if (kind.language != tongue::Language::English) {
            EXPECT_NE(engine::findingText(text), text) << kind.code;
        }
    }
    tongue::speak(tongue::Language::English, {});
}

/// What an H100 has counted of each launch, by program.
const json& countedByAGpu() {
    static const json programs = [] {
        std::ifstream in(WARPLENS_SOURCE_DIR "/tests/data/programs-h100.json");
        return json::parse(in).at("programs");
    }();
    return programs;
}

/// Loads, stores and atomics together.
uint64_t allOf(const json& memory, const char* what) {
    uint64_t sum = 0;
    for (const char* kind : {"load", "store", "atomic"})
        sum += memory.at(kind).at(what).get<uint64_t>();
    return sum;
}

uint64_t modelled(const json& totals, const std::string& metric) {
    const json &global = totals.at("global"), &shared = totals.at("shared");
    if (metric == "smsp__inst_executed_op_shared_ld.sum")
        return shared.at("load").at("instructions");
    if (metric == "smsp__inst_executed_op_shared_st.sum")
        return shared.at("store").at("instructions");
    if (metric == "memory_l1_wavefronts_shared")
        return allOf(shared, "wavefronts");
    if (metric == "memory_l1_wavefronts_shared_ideal")
        return allOf(shared, "wavefronts_ideal");
    if (metric == "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")
        return global.at("load").at("requests");
    if (metric == "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum")
        return global.at("store").at("requests");
    if (metric == "memory_l2_theoretical_sectors_global")
        return allOf(global, "sectors");
    if (metric == "memory_l2_theoretical_sectors_global_ideal")
        return allOf(global, "sectors_ideal");
    if (metric == "memory_l1_tag_requests_global")
        return allOf(global, "lines");
    throw std::invalid_argument("no counter of ours: " + metric);
}

void expectTheGpusCounts(const json& launches, const json& counted) {
    for (const json& row : counted) {
        const auto launch = std::find_if(launches.begin(), launches.end(),
                                         [&](const json& each) { return each.at("number") == row.at("number"); });
        ASSERT_NE(launch, launches.end()) << row;
        for (const auto& [metric, value] : row.at("counters").items())
            EXPECT_EQ(modelled(launch->at("totals"), metric), value.get<uint64_t>())
                << launch->at("name") << ", launch " << row.at("number") << ": " << metric;
    }
}

class Programs : public testing::TestWithParam<Expected> {};

TEST_P(Programs, DoWhatTheyShould) {
    const Expected& expected = GetParam();
    const std::string list = testing::TempDir() + "/runtime-" + expected.name + ".json";
    std::vector<std::string> command{WARPLENS_CLI, "run", WARPLENS_RUNTIME_PROGRAMS "/" + expected.name, "--json",
                                     list};
    command.insert(command.end(), expected.options.begin(), expected.options.end());
    command.push_back("--");
    command.insert(command.end(), expected.arguments.begin(), expected.arguments.end());
    const kernels::ProcessResult result = kernels::runProcess(command, "");
    SCOPED_TRACE(result.output + "\n" + result.errors);
    EXPECT_EQ(result.ending.code, expected.exit);
    EXPECT_EQ(result.ending.signal, expected.signal);
    size_t at = 0;
    for (const std::string& line : expected.output) {
        const size_t found = ("\n" + result.output).find("\n" + line + "\n", at);
        EXPECT_NE(found, std::string::npos) << line;
        at = found == std::string::npos ? at : found + 1;
    }
    for (const std::string& text : expected.tells)
        EXPECT_NE(result.errors.find(text), std::string::npos) << text;
    for (const std::string& text : expected.never)
        EXPECT_EQ(result.errors.find(text), std::string::npos) << text;
    std::ifstream in(list);
    const json document = json::parse(in, nullptr, false);
    ASSERT_TRUE(document.is_object());
    std::vector<std::string> findings;
    for (const json& launch : document.at("launches"))
        for (const json& finding : launch.at("findings"))
            findings.push_back(finding.at("kind"));
    if (expected.name == "children_race") // the others are those of the planted mistakes
        for (const json& launch : document.at("launches"))
            for (const json& finding : launch.at("findings"))
                expectToBeSaidInEveryLanguage(finding.at("message"));
    EXPECT_EQ(findings, expected.findings);
    for (const json& mistake : document.value("mistakes", json::array()))
        expectToBeSaidInEveryLanguage(mistake.at("text"));
    if (expected.repeats) {
        EXPECT_EQ(std::count_if(document.at("launches").begin(), document.at("launches").end(),
                                [](const json& launch) { return launch.contains("repeats"); }),
                  static_cast<long>(*expected.repeats));
    }
    if (expected.launches) {
        EXPECT_EQ(document.at("launches").size(), *expected.launches);
    }
    if (const json& all = countedByAGpu(); all.contains(expected.name))
        expectTheGpusCounts(document.at("launches"), all.at(expected.name));
}

TEST(ProgramLists, WhatAGpuHasCountedIsOfOurPrograms) {
    EXPECT_GE(countedByAGpu().size(), 20u);
    for (const auto& [name, launches] : countedByAGpu().items()) {
        EXPECT_TRUE(fs::exists(WARPLENS_RUNTIME_PROGRAMS "/" + name)) << name;
        EXPECT_FALSE(launches.empty()) << name;
    }
}

// A GPU before 6.0 moves no sectors: what is told of it is bytes, in the list, the summary and the document.
TEST(ProgramLists, BeforeSixBytesAreTold) {
    const std::string list = testing::TempDir() + "/runtime-bytes.json";
    for (const auto& [arch, bytes] : {std::pair{"5.0", true}, {"9.0", false}}) {
        const kernels::ProcessResult result = kernels::runProcess(
            {WARPLENS_CLI, "run", "--arch", arch, "--lines", "--json", list, WARPLENS_RUNTIME_PROGRAMS "/before_six"},
            "");
        std::ifstream in(list);
        const std::string document((std::istreambuf_iterator<char>(in)), {});
        SCOPED_TRACE(result.errors);
        EXPECT_EQ(result.errors.find("sector") == std::string::npos, bytes);
        EXPECT_EQ(result.errors.find(" bytes moved  ") != std::string::npos, bytes);   // of a launch
        EXPECT_EQ(result.errors.find(" bytes moved in ") != std::string::npos, bytes); // of a line
        EXPECT_EQ(document.find("sectors") == std::string::npos, bytes);
        EXPECT_EQ(document.find("bytes_moved_ideal") != std::string::npos, bytes);
    }
}

// What the signals of crash.cu's arguments mean, in a sentence each, and a shell's exit codes.
TEST(Signals, AreNamedAndExplained) {
    for (const auto& [how, code, name, meaning] :
         {std::tuple{"abort", 128 + 6, "SIGABRT (signal 6, ", "ended itself by abort()"},
          {"divide", 128 + 8, "SIGFPE (signal 8, ", "divided a whole number by 0"}}) {
        const kernels::ProcessResult result =
            kernels::runProcess({WARPLENS_CLI, "run", WARPLENS_RUNTIME_PROGRAMS "/crash", "--", how}, "");
        SCOPED_TRACE(result.output + "\n" + result.errors);
        EXPECT_EQ(result.ending.signal, 0);
        EXPECT_EQ(result.ending.code, code);
        EXPECT_NE(result.errors.find(name), std::string::npos);
        EXPECT_NE(result.errors.find(meaning), std::string::npos);
        EXPECT_NE(result.errors.find("count(int*)"), std::string::npos) << "the launch before is listed";
    }
}

// Whoever ends a program, or Warplens while it runs, is told so, and the shell sees the signal; nobody is left behind.
TEST(Signals, ThatSomebodySendsEndTheProgramToo) {
    const kernels::ProcessResult left =
        kernels::runProcess({WARPLENS_CLI, "run", WARPLENS_RUNTIME_PROGRAMS "/crash", "--", "leave"}, "");
    EXPECT_EQ(left.ending.signal, SIGTERM);
    EXPECT_NE(left.errors.find("the program was ended by SIGTERM (signal 15, Terminated), which it was sent"),
              std::string::npos)
        << left.errors;
    EXPECT_NE(left.errors.find("count(int*)"), std::string::npos) << "the launch before is listed";

    const kernels::ProcessResult ended =
        kernels::runProcess({"sh", "-c",
                             R"("$0" run "$1" -- stay > "$2" & cli=$!
            until program=$(sed -n 2p "$2") && [ -n "$program" ]; do sleep 0.02; done
            kill -TERM $cli; wait $cli; echo $?; kill -0 $program 2> /dev/null && echo left behind)",
                             WARPLENS_CLI, WARPLENS_RUNTIME_PROGRAMS "/crash", testing::TempDir() + "/runtime-stays"},
                            "");
    EXPECT_EQ(ended.output, "143\n") << ended.errors;
    EXPECT_NE(ended.errors.find("the program was ended by SIGTERM"), std::string::npos) << ended.errors;
}

INSTANTIATE_TEST_SUITE_P(OfTheRuntime, Programs, testing::ValuesIn(programs()),
                         [](const auto& program) { return program.param.name; });

// NVIDIA's runtime within it would look for a GPU, and find none: it is not even started.
TEST(Refused, AProgramWithNvidiasRuntimeLinkedIn) {
    const kernels::ProcessResult result =
        kernels::runProcess({WARPLENS_CLI, "run", WARPLENS_RUNTIME_PROGRAMS "/linked_statically"}, "");
    EXPECT_EQ(result.ending.code, 2);
    EXPECT_EQ(result.output, "");
    for (const char* text :
         {"linked_statically has NVIDIA's CUDA runtime linked in, which no other can replace", "nvcc -cudart shared",
          "NVCC_APPEND_FLAGS=\"-cudart shared\" make", "-DCMAKE_CUDA_RUNTIME_LIBRARY=Shared"})
        EXPECT_NE(result.errors.find(text), std::string::npos) << result.errors;
}

// A file is compiled first, with the flags that are given; what nvcc says of one that cannot be is handed on.
TEST(RunFile, IsCompiledWithTheFlagsThatAreGiven) {
    const std::string file = testing::TempDir() + "/runtime-flags.cu";
    std::ofstream(file) << R"(#include <cstdio>
__global__ void write(int* to) { to[threadIdx.x] = NUMBER; }
int main(int count, char** words) {
    int *to, got[32];
    cudaMalloc(&to, sizeof got);
    write<<<1, 32>>>(to);
    cudaMemcpy(got, to, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(to);
    std::printf("%d %s\n", got[31], count == 3 ? words[2] : "");
    return 5;
}
)";
    const kernels::ProcessResult right = kernels::runProcess(
        {WARPLENS_CLI, "run", file, "--nvcc-flags", "-DNUMBER=40+2 -std=c++17", "--", "one", "a b"}, "");
    EXPECT_EQ(right.ending.code, 5) << right.errors;
    EXPECT_EQ(right.output, "42 a b\n");
    EXPECT_NE(right.errors.find("write(int*)  1 x 32"), std::string::npos) << right.errors;

    const kernels::ProcessResult wrong = kernels::runProcess({WARPLENS_CLI, "run", file}, "");
    EXPECT_EQ(wrong.ending.code, 2);
    EXPECT_NE(wrong.errors.find("identifier \"NUMBER\" is undefined"), std::string::npos) << wrong.errors;
}

// As a Makefile that knows nothing of us calls nvcc.
TEST(RunFile, OneVariableIsEnoughForAMakefile) {
    const std::string program = testing::TempDir() + "/runtime-by-make";
    const kernels::ProcessResult built = kernels::runProcess(
        {"sh", "-c", R"(NVCC_APPEND_FLAGS="-cudart shared -lineinfo" "$0" -arch=sm_90 -o "$1" "$2")", WARPLENS_NVCC,
         program, WARPLENS_RUNTIME_SOURCES "/vector_add.cu"},
        "");
    ASSERT_EQ(built.ending.code, 0) << built.errors;
    const kernels::ProcessResult result = kernels::runProcess({WARPLENS_CLI, "run", program}, "");
    EXPECT_EQ(result.ending.code, expectedOf(WARPLENS_RUNTIME_SOURCES "/vector_add.cu").exit) << result.errors;
    EXPECT_NE(result.errors.find("1 launch in"), std::string::npos) << result.errors;
}

// What a program did wrong with the runtime, in the language that was asked for; JSON is for programs, and English.
TEST(RunReports, TellMistakesInEveryLanguage) {
    for (const auto& [code, name, words] :
         {std::tuple{"pl", "podwójne zwolnienie: cudaFree adresu 0x", "nigdy nie zostało zwolnione"},
          {"zh", "重复释放: 对 0x", "从未释放"}}) {
        const kernels::ProcessResult result =
            kernels::runProcess({WARPLENS_CLI, "--language", code, "run", WARPLENS_RUNTIME_PROGRAMS "/careless"}, "");
        EXPECT_NE(result.errors.find(name), std::string::npos) << result.errors;
        EXPECT_NE(result.errors.find(words), std::string::npos) << result.errors;
        EXPECT_EQ(result.errors.find("have been freed"), std::string::npos) << result.errors;
    }
}

// Refusals that no program of this folder brings about.
TEST(RunReports, RefusedLaunchesAreSaidInEveryLanguage) {
    const std::string asked = "; the program never asked: call cudaGetLastError() behind each launch";
    for (const char* why :
         {"a grid of 0x1x1 blocks of 32x1x1 threads is empty: each extent is 1 or more",
          "a block of 2048x1x1 threads (2048) is too large: 1024 at most, and 64 in z",
          "a grid of 1x70000x1 blocks is too large: 2147483647 in x, 65535 in y and z",
          "2x1x1 blocks are to be a cluster, which compute capability 8.0 does not have",
          "32x1x1 blocks are to be a cluster: it has 1 to 16",
          "a grid of 3x1x1 blocks does not consist of clusters of 2x1x1",
          "blocks of 512 threads, and __launch_bounds__ says 256 at most",
          "blocks of 32x1x1 threads, and the kernel is made for 64x1x1",
          "1024 threads with 128 registers each need 131072, and a multiprocessor has 65536",
          "a block wants 300000 bytes of shared memory, and 232448 is the most that it can have on this device",
          "a block wants 65536 bytes of shared memory, more than 48 KiB: allow it first with "
          "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)",
          "9999 blocks are to run side by side, and 132 multiprocessors hold 2 each"}) {
        expectToBeSaidInEveryLanguage(why);
        expectToBeSaidInEveryLanguage(std::string("the launch of fill(float*, int): ") + why + asked);
    }
}

// Build servers and editors get the host's mistakes beside those of kernels.
TEST(RunReports, TellMistakesOfBothSides) {
    const std::string sarif = testing::TempDir() + "/careless.sarif", junit = testing::TempDir() + "/careless.xml";
    const kernels::ProcessResult result = kernels::runProcess(
        {WARPLENS_CLI, "run", "--strict", "--sarif", sarif, "--junit", junit, WARPLENS_RUNTIME_PROGRAMS "/careless"},
        "");
    EXPECT_EQ(result.ending.code, 1) << result.errors;
    std::ifstream in(sarif), xml(junit);
    const json run = json::parse(in, nullptr, false).at("runs").at(0);
    std::map<std::string, json> byRule;
    for (const json& each : run.at("results")) {
        byRule[each.at("ruleId")] = each;
        EXPECT_EQ(run.at("tool").at("driver").at("rules").at(each.at("ruleIndex").get<size_t>()).at("id"),
                  each.at("ruleId"));
    }
    for (const std::string rule :
         {"double-free", "use-after-free", "overlapping-copy", "unchecked-launch", "out-of-bounds"}) {
        ASSERT_TRUE(byRule.contains(rule)) << rule;
        EXPECT_EQ(byRule[rule].at("level"), "error");
        const json& place = byRule[rule].at("locations")[0].at("physicalLocation");
        EXPECT_TRUE(place.at("artifactLocation").at("uri").get<std::string>().ends_with("careless.cu")) << place;
        EXPECT_GT(place.at("region").at("startLine").get<int>(), 0);
    }
    EXPECT_EQ(byRule.at("leak").at("level"), "note");
    const std::string tests{std::istreambuf_iterator<char>(xml), {}};
    EXPECT_NE(tests.find("failures=\"5\""), std::string::npos) << tests; // a note is no failure
    EXPECT_NE(tests.find("type=\"unchecked-launch\""), std::string::npos) << tests;
}

} // namespace
} // namespace warplens::tests
