// SPDX-License-Identifier: GPL-3.0-or-later
// Planted bugs (bugs/bugs.txt): each is found, as what it is, at its line, and nothing else is.
#include "app/engine/finding_text.h"
#include "app/engine/kernel_file.h"
#include "app/engine/what_if.h"
#include "app/tongue/say.h"
#include "kernels/catalogue/paths.h"
#include "sim/simt/other_orders.h"
#include "tests/programs/program.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <vector>

namespace warplens::tests {
namespace {

const std::string folder = WARPLENS_PROGRAMS_DIR "/bugs/", twinFolder = WARPLENS_PROGRAMS_DIR "/twins/";

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

sim::simt::RunResult watchedRun(const kernels::StageCompiler& compiler, const std::string& file,
                                const Program& program) {
    engine::Simulation simulation(
        engine::imageOfFile(compiler, file, "kernel", {}, engine::compiledArchitecture(program.architecture)),
        program.launch, engine::checkedArchitecture(program.architecture));
    sim::simt::RunOptions options;
    options.checkedBlocks = UINT64_MAX;
    return simulation.run(options);
}

/// All words of a finding have a form that app/engine/finding_text.cpp knows, and in English nothing is lost.
void expectToBeSaidInEveryLanguage(const sim::simt::Finding& finding) {
    std::vector<std::string> texts{finding.message};
    if (!finding.hint.empty())
        texts.push_back(finding.hint);
    for (const sim::simt::FindingAccess& access : finding.accesses)
        texts.push_back(access.verb);
    for (const std::string& text : texts) {
        const auto known = engine::knownFindingText(text);
        EXPECT_TRUE(known) << "add its form to app/engine/finding_text.cpp: " << text;
        EXPECT_EQ(known.value_or(text), text);
    }
    for (const tongue::LanguageKind& kind : tongue::languages) {
        if (kind.language == tongue::Language::English)
            continue;
        tongue::speak(kind.language, kernels::resourcesDir() / "translations");
        for (const std::string& text : texts)
            EXPECT_NE(engine::findingText(text), text) << kind.code;
        EXPECT_NE(engine::findingNameText(finding.kind), sim::simt::findingName(finding.kind)) << kind.code;
    }
    tongue::speak(tongue::Language::English, {});
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
    const sim::simt::RunResult result = watchedRun(compiler, file, bug.program);
    ASSERT_FALSE(result.findings.empty()) << "nothing was found";
    for (const sim::simt::Finding& finding : result.findings) {
        const std::string text = fmt::format("{}:{}: {}: {}", finding.file, finding.line,
                                             sim::simt::findingName(finding.kind), finding.message);
        EXPECT_EQ(sim::simt::findingName(finding.kind), bug.kind) << text;
        EXPECT_TRUE(marked.contains(finding.line)) << text;
        EXPECT_EQ(std::filesystem::path(finding.file).filename(), bug.program.file);
        EXPECT_FALSE(finding.message.empty());
        expectToBeSaidInEveryLanguage(finding);
    }
}

INSTANTIATE_TEST_SUITE_P(Planted, Bugs, testing::ValuesIn(bugs()),
                         [](const auto& bug) { return bug.param.program.name(); });

TEST(BugList, HasOneOfEachKind) {
    std::set<std::string> kinds;
    for (const Bug& bug : bugs())
        kinds.insert(bug.kind);
    for (const sim::simt::FindingKind kind : sim::simt::findingKinds())
        EXPECT_TRUE(kinds.contains(std::string(sim::simt::findingName(kind)))) << sim::simt::findingName(kind);
}

// A program that no list names is never run.
TEST(BugList, NamesEveryProgramAndThePageCountsThem) {
    const auto sources = [](const std::string& where) {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(where))
            if (entry.path().extension() == ".cu")
                names.insert(entry.path().filename());
        return names;
    };
    std::set<std::string> planted, twins;
    for (const Bug& bug : bugs())
        planted.insert(bug.program.file);
    for (const Program& program : readPrograms(twinFolder + "twins.txt"))
        twins.insert(program.file);
    EXPECT_EQ(planted, sources(folder));
    EXPECT_EQ(twins, sources(twinFolder));
    std::ifstream in(WARPLENS_PROGRAMS_DIR "/../../docs/mistakes.md");
    const std::string page{std::istreambuf_iterator<char>(in), {}};
    EXPECT_NE(page.find(fmt::format("({} of them)", planted.size())), std::string::npos) << planted.size();
    EXPECT_NE(page.find(fmt::format("`tests/programs/twins` {} programs", twins.size())), std::string::npos)
        << twins.size();
}

// The page says how many planted races go when what the hint names is put in (`simulate --what-if missing`).
TEST(BugList, WhatIfCuresAsManyRacesAsThePageSays) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    size_t races = 0, noStatement = 0, cured = 0;
    for (const Bug& bug : bugs()) {
        if (bug.kind != "race")
            continue;
        ++races;
        const std::string file = folder + bug.program.file;
        kernels::SourceText text = engine::readTextFile(file);
        std::vector<engine::Insertion> insertions;
        while (true) {
            engine::Simulation simulation(
                engine::imageOfText(compiler, file, text, "kernel", {}, bug.program.architecture), bug.program.launch);
            sim::simt::RunOptions options;
            options.checkedBlocks = UINT64_MAX;
            const auto findings = simulation.run(options).findings;
            if (findings.empty()) {
                ++cured;
                break;
            }
            const auto missing = engine::missingInsertion(findings, bug.program.file);
            noStatement += !missing && insertions.empty();
            if (!missing || std::find(insertions.begin(), insertions.end(), *missing) != insertions.end())
                break;
            insertions.push_back(*missing);
            text = engine::withInsertion(text, *missing);
        }
    }
    std::ifstream in(WARPLENS_PROGRAMS_DIR "/../../docs/mistakes.md");
    std::string page{std::istreambuf_iterator<char>(in), {}};
    std::replace(page.begin(), page.end(), '\n', ' ');
    EXPECT_NE(page.find(fmt::format("Of the planted races {} are between blocks", noStatement)), std::string::npos)
        << noStatement;
    EXPECT_NE(page.find(fmt::format("of the other {} one of these cures {}", races - noStatement, cured)),
              std::string::npos)
        << races - noStatement << ", cured " << cured;
}

// The page tells what compute-sanitizer has said as it was recorded, and how many programs it was not asked about.
TEST(BugList, ComputeSanitizersAnswersAreThoseOfThePage) {
    std::stringstream lines;
    for (const char* gpu : {"h200", "h100"})
        lines << std::ifstream(fmt::format(WARPLENS_PROGRAMS_DIR "/../data/compute-sanitizer-{}.jsonl", gpu)).rdbuf();
    std::set<std::string> shown;
    std::map<std::string, std::array<int, 8>> kinds; // all, by any tool, four tools, hangs, silent
    const std::array<std::string, 4> tools{"memcheck", "racecheck", "initcheck", "synccheck"};
    for (std::string line; std::getline(lines, line);) {
        const auto row = nlohmann::json::parse(line);
        if (row.contains("provenance"))
            continue;
        // Of the host's programs each mistake is shown by itself: its number follows the name.
        const std::string name = row.at("name").get<std::string>(), program = name.substr(0, name.find(' ')) + ".cu";
        if (!std::filesystem::exists(WARPLENS_PROGRAMS_DIR "/../runtime/programs/" + program))
            shown.insert(program);
        std::string kind = row.at("expected");
        auto& counts = kinds[kind.empty() ? "nothing: right programs" : kind];
        bool found = false, hangs = false;
        for (size_t i = 0; i < tools.size(); ++i) {
            const std::string answer = row.at("compute-sanitizer").at(tools[i]);
            counts[2 + i] += answer == "found";
            found |= answer == "found";
            hangs |= answer == "hangs";
        }
        ++counts[0];
        counts[1] += found;
        counts[6] += !found && hangs;
        counts[7] += !found && !hangs;
    }
    std::set<std::string> listed;
    for (const Bug& bug : bugs())
        listed.insert(bug.program.file);
    for (const Program& program : readPrograms(twinFolder + "twins.txt"))
        listed.insert(program.file);
    EXPECT_TRUE(std::includes(listed.begin(), listed.end(), shown.begin(), shown.end()));
    std::ifstream in(WARPLENS_PROGRAMS_DIR "/../../docs/mistakes.md");
    const std::string page{std::istreambuf_iterator<char>(in), {}};
    const size_t later = listed.size() - shown.size();
    EXPECT_TRUE(later == 0 ? page.find("have come later") == std::string::npos
                           : page.find(fmt::format("({} of the programs have come later", later)) != std::string::npos)
        << later << " of the programs have come later";
    for (const auto& [kind, n] : kinds) {
        const int ours = kind.starts_with("nothing") ? 0 : n[0];
        const std::string row = fmt::format("| {} {} | {} | {} | {} | {} | {} | {} | {} | {} |", n[0], kind, ours, n[1],
                                            n[2], n[3], n[4], n[5], n[6], n[7]);
        EXPECT_NE(page.find(row), std::string::npos) << row;
    }
}

// Programs that look as if they were wrong, and are not.
class Twins : public testing::TestWithParam<Program> {};

TEST_P(Twins, AreSilent) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    const Program& program = GetParam();
    const sim::simt::RunResult result = watchedRun(compiler, twinFolder + program.file, program);
    for (const sim::simt::Finding& finding : result.findings)
        ADD_FAILURE() << fmt::format("{}:{}: {}: {}", finding.file, finding.line, sim::simt::findingName(finding.kind),
                                     finding.message);
}

INSTANTIATE_TEST_SUITE_P(All, Twins, testing::ValuesIn(readPrograms(twinFolder + "twins.txt")),
                         [](const auto& program) { return program.param.name(); });

// The same programs, where each lane has a program counter of its own.
TEST(Findings, OfSpinsInOneWarpAreThoseOfOldArchitecturesAlone) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    for (const Bug& bug : bugs()) {
        if (!bug.program.file.starts_with("spin_own_warp"))
            continue;
        Program program = bug.program;
        for (const char* architecture : {"6.1", "7.0", "9.0"}) {
            program.architecture = architecture;
            const auto findings = watchedRun(compiler, folder + program.file, program).findings;
            EXPECT_EQ(findings.empty(), std::string(architecture) != "6.1") << program.file << " on " << architecture;
            for (const sim::simt::Finding& finding : findings)
                EXPECT_NE(finding.message.find("of its own warp wait"), std::string::npos);
        }
    }
}

/// What is said of the first mistake in a planted program.
std::string firstMessage(const kernels::StageCompiler& compiler, const std::string& name) {
    for (const Bug& bug : bugs())
        if (bug.program.name() == name) {
            const auto findings = watchedRun(compiler, folder + bug.program.file, bug.program).findings;
            return findings.empty() ? "" : findings.front().message;
        }
    return {};
}

// The numbers are the exact product, and what 32 bits make of it.
TEST(Findings, OfIndicesThatOverflowSayWhatTheyShouldBe) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    const std::string message = firstMessage(compiler, "out_of_bounds_overflow");
    EXPECT_NE(message.find("its index does not fit 32 bits: in line 6 2200000022 has become -2094967274"),
              std::string::npos)
        << message;
    EXPECT_EQ(firstMessage(compiler, "out_of_bounds_global").find("32 bits"), std::string::npos);
}

// A launch whose threads look at what others do is run in other orders for as much as is given for that, and a long one once.
TEST(Findings, OfOtherOrdersAreLookedForWithinWhatIsGiven) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    const std::string base = testing::TempDir() + "warplens-orders";
    std::ofstream(base + ".cu") << "extern \"C\" __global__ void kernel(int* count, int* out, int rounds)\n"
                                   "{\n    const int turn = atomicAdd(count, 1);\n"
                                   "    for (int i = 0; i < rounds; ++i)\n        out[turn] += i * turn;\n}\n";
    const auto spent = [&](int rounds) {
        std::ofstream(base + ".txt") << "warplens-orders.cu --kernel kernel --grid 16 --block 256 --arg i32[1]=zeros "
                                        "--arg i32[4096]=zeros --arg i32="
                                     << rounds << '\n';
        const auto result = watchedRun(compiler, base + ".cu", readPrograms(base + ".txt").at(0));
        EXPECT_TRUE(result.findings.empty());
        EXPECT_LE(result.inOtherOrders, sim::simt::usualOtherOrders);
        return result.inOtherOrders;
    };
    EXPECT_GT(spent(1), 0u);
    EXPECT_GT(spent(100), 0u);
    EXPECT_EQ(spent(2000), 0u);
}

TEST(Findings, OfDeadlocksSayWhoWaitsForWhom) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    const std::string blocks = firstMessage(compiler, "flags_of_two_blocks");
    EXPECT_NE(blocks.find("; thread (0,0,0) of block (1,0,0) waits in line "), std::string::npos) << blocks;
    const std::string barrier = firstMessage(compiler, "spin_before_barrier");
    EXPECT_NE(barrier.find("; 32 threads of the block wait at the barrier in line "), std::string::npos) << barrier;
}

// Each kind of array says what lies behind its end.
TEST(Findings, OfIndicesSayWhoseEndIsPassed) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    EXPECT_NE(firstMessage(compiler, "out_of_bounds_row").find("element 16 of a row of s is accessed"),
              std::string::npos);
    EXPECT_NE(firstMessage(compiler, "out_of_bounds_member_row").find("element 3 of a row of m is accessed"),
              std::string::npos);
    EXPECT_NE(firstMessage(compiler, "out_of_bounds_local_neighbour").find("element 7 of digits is accessed"),
              std::string::npos);
}

// An index past a member says which one, and with what index.
TEST(Findings, OfMembersNameThemAndTheIndex) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    for (const Bug& bug : bugs())
        if (bug.program.name() == "out_of_bounds_member") {
            const auto findings = watchedRun(compiler, folder + bug.program.file, bug.program).findings;
            ASSERT_EQ(findings.size(), 1u);
            EXPECT_EQ(findings.front().file, bug.program.file);
            EXPECT_NE(findings.front().message.find("element 6 of the member neighbours"), std::string::npos)
                << findings.front().message;
        }
}

// The whole of a race: both accesses with their threads, and what would order them.
TEST(Findings, OfARaceSayWhoMetWhom) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    for (const Bug& bug : bugs()) {
        if (bug.program.name() != "race_missing_barrier")
            continue;
        engine::Simulation simulation(engine::imageOfFile(compiler, folder + bug.program.file, "kernel", {}, "9.0"),
                                      bug.program.launch);
        sim::simt::RunOptions options;
        options.checkedBlocks = UINT64_MAX;
        const sim::simt::RunResult result = simulation.run(options);
        ASSERT_EQ(result.findings.size(), 1u);
        const sim::simt::Finding& race = result.findings.front();
        EXPECT_FALSE(race.benign);
        EXPECT_EQ(race.hint, "put __syncthreads() between them");
        ASSERT_EQ(race.accesses.size(), 2u);
        // The emulator lets one warp run before the other: the write comes later in time, and earlier in the text.
        EXPECT_EQ(race.accesses[0].verb, "writes");
        EXPECT_EQ(race.accesses[1].verb, "reads");
        EXPECT_EQ(race.accesses[0].element, race.accesses[1].element);
        EXPECT_NE(race.accesses[0].thread.x / 32, race.accesses[1].thread.x / 32);
        ASSERT_TRUE(race.missing.has_value());
        EXPECT_EQ(race.missing->kind, sim::simt::MissingOrder::Kind::BlockBarrier);
        EXPECT_EQ(race.missing->beforeLine.line, race.accesses[1].place.line);
        EXPECT_EQ(result.blocksWatched, result.blocksRun);
    }
}

// What orders the two has to be something that reaches both, and that they can come to.
TEST(Findings, HintsFitWhatIsThere) {
    const kernels::StageCompiler compiler;
    if (!compiler.compiler())
        GTEST_SKIP() << compiler.missingReason();
    const std::map<std::string, std::string> hints{
        {"race_within_warp", "put __syncwarp() between them"},
        {"race_bulk_expects_less", "wait for the mbarrier that the copy is told of"},
        {"race_role_slot_early", "; where warps have roles: arrive behind the first access"},
        {"race_scope_of_release", "; both are atomic, but not for one another: the scope of one of them"}};
    size_t seen = 0;
    for (const Bug& bug : bugs()) {
        const auto wanted = hints.find(bug.program.name());
        if (wanted == hints.end())
            continue;
        ++seen;
        std::string all;
        for (const sim::simt::Finding& finding :
             watchedRun(compiler, folder + bug.program.file, bug.program).findings) {
            all += finding.hint + "\n";
            // What is drawn between their time lines is what the words name.
            if (finding.missing && finding.hint.find("__syncwarp()") != std::string::npos) {
                EXPECT_EQ(finding.missing->kind, sim::simt::MissingOrder::Kind::WarpBarrier) << bug.program.name();
            }
        }
        EXPECT_NE(all.find(wanted->second), std::string::npos) << bug.program.name() << ": " << all;
    }
    EXPECT_EQ(seen, hints.size());
}

} // namespace
} // namespace warplens::tests
