// SPDX-License-Identifier: GPL-3.0-or-later
// Planted bugs (bugs/bugs.txt): each is found, as what it is, at its line, and nothing else is.
#include "tests/programs/program.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace warplens::tests {
namespace {

const std::string folder = WARPLENS_PROGRAMS_DIR "/bugs/";

struct Bug {
    std::string kind;
    Program program;
};

/// bugs.txt with the kinds taken off, as readPrograms reads it.
std::vector<Bug> bugs() {
    std::ifstream in(folder + "bugs.txt");
    std::vector<Bug> list;
    std::string lines;
    for (std::string line; std::getline(in, line);)
        if (!line.empty() && line[0] != '#') {
            const size_t space = line.find(' ');
            list.push_back({line.substr(0, space), {}});
            lines += line.substr(space + 1) + "\n";
        }
    const std::vector<Program> programs = readProgramLines(lines);
    for (size_t i = 0; i < list.size(); ++i)
        list[i].program = programs.at(i);
    return list;
}

std::set<uint32_t> markedLines(const std::string& file) {
    std::ifstream in(file);
    std::set<uint32_t> lines;
    uint32_t number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.find("// BUG") != std::string::npos)
            lines.insert(number);
    }
    return lines;
}

class Bugs : public testing::TestWithParam<Bug> {};

TEST_P(Bugs, AreFoundAtTheirLine) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    const Bug& bug = GetParam();
    const std::string file = folder + bug.program.file;
    const std::set<uint32_t> marked = markedLines(file);
    ASSERT_FALSE(marked.empty());
    engine::Simulation simulation(engine::imageOfFile(compiler, file, "kernel", {}, bug.program.architecture),
                                  bug.program.launch);
    sim::simt::RunOptions options;
    options.checkedBlocks = UINT64_MAX;
    const sim::simt::RunResult result = simulation.run(options);
    ASSERT_FALSE(result.findings.empty()) << "nothing was found";
    for (const sim::simt::Finding& finding : result.findings) {
        const std::string text = fmt::format("{}:{}: {}: {}", finding.file, finding.line,
                                             sim::simt::findingName(finding.kind), finding.message);
        EXPECT_EQ(sim::simt::findingName(finding.kind), bug.kind) << text;
        EXPECT_TRUE(marked.contains(finding.line)) << text;
        EXPECT_EQ(std::filesystem::path(finding.file).filename(), bug.program.file);
        EXPECT_FALSE(finding.message.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(Planted, Bugs, testing::ValuesIn(bugs()),
                         [](const auto& bug) { return bug.param.program.name(); });

TEST(BugList, HasOneOfEachKind) {
    std::set<std::string> kinds;
    for (const Bug& bug : bugs())
        kinds.insert(bug.kind);
    for (const char* kind : {"out-of-bounds", "misaligned", "uninitialized", "race", "divergent-barrier",
                             "inactive-lane", "endless-loop", "stack-overflow", "trap"})
        EXPECT_TRUE(kinds.contains(kind)) << kind;
}

} // namespace
} // namespace warplens::tests
