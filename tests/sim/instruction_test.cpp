// SPDX-License-Identifier: GPL-3.0-or-later
// Every fixture of tests/sim/instructions on the emulator. The same files run on a GPU: tests/hardware/instructions.cu.
#include "sim/simt/launch.h"
#include "tests/sim/instructions/fixture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace warplens::tests {
namespace {

namespace simt = sim::simt;
using fixture::Fixture;
using fixture::Verdict;

std::vector<std::string> fixtureFiles() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(WARPLENS_SOURCE_DIR "/tests/sim/instructions"))
        if (entry.path().extension() == ".fixtures")
            files.push_back(entry.path().stem().string());
    std::sort(files.begin(), files.end());
    return files;
}

/// What differs, in words; empty: nothing.
std::string run(const Fixture& fixture) {
    sim::memory::DeviceMemory memory;
    simt::Program program;
    try {
        program = simt::lower(std::make_shared<const sim::ptx::Module>(sim::ptx::parse(fixturePtx(fixture))), "fixture",
                              memory);
    } catch (const sim::ptx::PtxError& error) {
        return error.what();
    }
    const auto in = memory.allocate(inBytes(fixture), "in"), out = memory.allocate(outBytes(fixture), "out"),
               scratch = memory.allocate(memoryBytes(fixture), "memory");
    const auto given = inputBytes(fixture);
    std::memcpy(in.host, given.data(), given.size());
    simt::Launch launch;
    launch.block = {threads(fixture), 1, 1};
    launch.grid = {1, 1, 1};
    launch.params.resize(24);
    std::memcpy(launch.params.data(), &in.base, 8);
    std::memcpy(launch.params.data() + 8, &out.base, 8);
    std::memcpy(launch.params.data() + 16, &scratch.base, 8);
    simt::RunOptions options;
    options.threads = 1;
    options.enterBudget = 1u << 20;
    const simt::RunResult result = simt::run(program, launch, memory, options);
    std::string differences;
    for (const simt::Finding& finding : result.findings)
        differences += fmt::format("finding {} at PTX line {}: {}\n", simt::findingName(finding.kind), finding.ptxLine,
                                   finding.message);
    size_t count = 0;
    for (size_t row = 0; row < fixture.rows(); ++row)
        for (size_t i = 0; i < fixture.out.size(); ++i) {
            const auto actual = outputAt(fixture, reinterpret_cast<const unsigned char*>(out.host), row, i);
            const auto& expected = fixture.outputs[row][i];
            if (judge(fixture, fixture.out[i], expected, actual) != Verdict::Different)
                continue;
            if (++count > 4)
                continue;
            differences += fmt::format("row {}, {}: {:x}{:016x} instead of {:x}{:016x}; inputs", row,
                                       fixture.out[i].name, actual.high, actual.low, expected.high, expected.low);
            for (const auto& value : fixture.inputs[row])
                differences += fmt::format(" {:x}", value.low);
            differences += "\n";
        }
    if (count > 4)
        differences += fmt::format("{} values differ in all\n", count);
    return differences;
}

class Instruction : public testing::TestWithParam<std::string> {};

TEST_P(Instruction, GivesWhatTheFixturesSay) {
    const auto list = fixture::readFixtures(WARPLENS_SOURCE_DIR "/tests/sim/instructions/" + GetParam() + ".fixtures");
    ASSERT_FALSE(list.empty());
    for (const Fixture& one : list) {
        ASSERT_GT(one.rows(), 0u) << one.name;
        EXPECT_EQ(run(one), "") << one.name << "\n" << one.code;
    }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Instruction, testing::ValuesIn(fixtureFiles()),
                         [](const auto& file) { return file.param; });

// A fixture whose expectation is wrong is seen to be wrong.
TEST(InstructionFixture, IsNotAlwaysRight) {
    Fixture f;
    f.in = {{"a", "b32"}};
    f.out = {{"d", "b32"}};
    f.code = "add.s32 %d, %a, 1;\n";
    f.inputs = {{{41}}};
    f.outputs = {{{43}}};
    EXPECT_NE(run(f), "");
    f.outputs = {{{42}}};
    EXPECT_EQ(run(f), "");
}

/// A fixture that adds one, behind another instruction.
Fixture behind(const std::string& instruction) {
    Fixture f;
    f.target = 90;
    f.in = {{"a", "b32"}};
    f.out = {{"d", "b32"}};
    f.code = instruction + "\nadd.s32 %d, %a, 1;\n";
    f.inputs = {{{41}}};
    f.outputs = {{{42}}};
    return f;
}

const char* const hints[] = {"prefetchu.L1 [%mem];", "pmevent 1;", "griddepcontrol.wait;",
                             "setmaxnreg.inc.sync.aligned.u32 64;", "brkpt;"};

TEST(InstructionFixture, HintsChangeNothing) {
    for (const char* hint : hints)
        EXPECT_EQ(run(behind(hint)), "") << hint;
}

TEST(InstructionFixture, TrapEndsTheKernel) {
    EXPECT_NE(run(behind("trap;")), "");
}

std::set<sim::ptx::Opcode> opcodesOf(const Fixture& fixture) {
    std::set<sim::ptx::Opcode> found;
    const sim::ptx::Module module = sim::ptx::parse(fixturePtx(fixture));
    for (const auto& function : module.functions)
        for (const sim::ptx::Instruction& in : function->instructions)
            if (in.known)
                found.insert(in.opcode);
    return found;
}

// A new instruction is a row of opcodes.def, the function that it names, and a fixture.
TEST(InstructionFixture, EveryRowHasOne) {
    std::set<sim::ptx::Opcode> seen = opcodesOf(behind("trap;"));
    for (const char* hint : hints)
        seen.merge(opcodesOf(behind(hint)));
    for (const std::string& file : fixtureFiles())
        for (const Fixture& one :
             fixture::readFixtures(WARPLENS_SOURCE_DIR "/tests/sim/instructions/" + file + ".fixtures"))
            seen.merge(opcodesOf(one));
    // What needs objects that the host makes is tested with programs (tests/programs).
    const std::set<std::string_view> objects{"tex", "tld4", "suld", "sust"};
    for (const sim::ptx::OpcodeInfo& row : sim::ptx::opcodeTable()) {
        const bool has = seen.contains(*sim::ptx::opcodeFromName(row.mnemonic));
        EXPECT_NE(has, objects.contains(row.mnemonic)) << row.mnemonic << (has ? " has a fixture" : " has no fixture");
    }
}

} // namespace
} // namespace warplens::tests
