// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/sass/cubin.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace warplens::sim::sass {
namespace {

namespace fs = std::filesystem;

std::string withoutSpaces(std::string text) {
    std::erase(text, ' ');
    return text;
}

// Every instruction of the file, on six architectures: opcode, modifiers, guard, operands, reuse.
TEST(Sass, TextIsThatOfNvdisasm) {
    std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/tests/data/machine-code.txt");
    std::set<unsigned> architectures;
    unsigned rows = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        std::istringstream words(line);
        unsigned architecture = 0;
        std::string word, offset, expected;
        words >> architecture >> word >> offset >> std::ws;
        std::getline(words, expected);
        const Word bits{std::stoull(word.substr(16), nullptr, 16), std::stoull(word.substr(0, 16), nullptr, 16)};
        const Instruction i = decode(bits, static_cast<uint32_t>(std::stoul(offset, nullptr, 16)), architecture);
        EXPECT_EQ(withoutSpaces(text(i)), withoutSpaces(expected)) << line;
        architectures.insert(architecture);
        ++rows;
    }
    EXPECT_GT(rows, 800u);
    EXPECT_EQ(architectures, (std::set<unsigned>{75, 80, 86, 90, 100, 120}));
}

std::vector<std::string> shippedCubins() {
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(std::string(WARPLENS_SOURCE_DIR) + "/resources/ptx"))
        if (entry.path().extension() == ".cubin") {
            std::ifstream file(entry.path(), std::ios::binary);
            std::ostringstream text;
            text << file.rdbuf();
            found.push_back(text.str());
        }
    return found;
}

Cubin cubinIn(const std::string& bytes) {
    return readCubin(std::as_bytes(std::span(bytes.data(), bytes.size())));
}

TEST(Sass, EveryInstructionThatShipsIsKnown) {
    size_t instructions = 0;
    for (const std::string& bytes : shippedCubins()) {
        const Cubin cubin = cubinIn(bytes);
        EXPECT_EQ(cubin.architecture, 90u);
        for (const Function& function : cubin.functions)
            for (const Instruction& i : function.instructions) {
                ++instructions;
                EXPECT_NE(i.op, Op::Unknown) << function.name << " " << text(i);
                EXPECT_EQ(text(i).find("???"), std::string::npos) << text(i);
            }
    }
    EXPECT_GT(instructions, 40000u);
}

// What a program of the scheduler has to be, whatever the code does: a register that nobody awaits would be read too early.
TEST(Sass, BarriersThatAreAwaitedHaveBeenRaised) {
    for (const std::string& bytes : shippedCubins())
        for (const Function& function : cubinIn(bytes).functions) {
            unsigned raised = 0;
            for (const Instruction& i : function.instructions) {
                const Control control = i.control();
                EXPECT_LE(control.stall, 15);
                for (const uint8_t barrier : {control.writeBarrier, control.readBarrier})
                    if (barrier != Control::none) {
                        EXPECT_LT(barrier, 6) << text(i);
                        raised |= 1u << barrier;
                    }
            }
            for (const Instruction& i : function.instructions)
                EXPECT_EQ(i.control().waitMask & ~raised, 0u) << function.name << " " << text(i);
        }
}

TEST(Sass, BranchesLeadToInstructionsOfTheirFunction) {
    for (const std::string& bytes : shippedCubins())
        for (const Function& function : cubinIn(bytes).functions)
            for (const Instruction& i : function.instructions)
                for (const Operand& operand : operandsOf(i))
                    if (operand.kind == Operand::Kind::Target) {
                        EXPECT_EQ(operand.value % 16, 0) << text(i);
                        EXPECT_GE(operand.value, 0) << text(i);
                        EXPECT_LT(operand.value, int64_t(function.instructions.size()) * 16) << text(i);
                    }
}

TEST(Sass, LinesOfSourceAndPtx) {
    std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/resources/ptx/matmul/07-tiled/TILE=16.cubin",
                       std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    const Cubin cubin = cubinIn(bytes.str());
    ASSERT_EQ(cubin.functions.size(), 1u);
    ASSERT_EQ(cubin.files.size(), 2u);
    EXPECT_TRUE(cubin.files[1].ends_with("07-tiled.cu")) << cubin.files[1];
    std::set<uint32_t> multiplied;
    for (const Instruction& i : cubin.functions.front().instructions) {
        EXPECT_EQ(i.source.file, 1) << text(i);
        if (i.op == Op::FFMA)
            multiplied.insert(i.source.line);
    }
    EXPECT_EQ(multiplied.size(), 1u); // they are all of one line
}

// Registers in sets of two and four begin at a multiple.
TEST(Sass, WideOperandsAreAligned) {
    for (const std::string& bytes : shippedCubins())
        for (const Function& function : cubinIn(bytes).functions)
            for (const Instruction& i : function.instructions)
                for (const Operand& operand : operandsOf(i))
                    if (operand.kind == Operand::Kind::Register && operand.number != Operand::zero) {
                        EXPECT_EQ(operand.number % std::min<unsigned>(operand.registers, 4), 0u) << text(i);
                        if (!operand.uniform) {
                            EXPECT_LT(operand.number + operand.registers - 1u, function.registers) << text(i);
                        }
                    }
}

// A barrier's second result is a predicate, which is written; the same place of BAR is one that is read.
TEST(Sass, ABarriersResultIsWrittenAndItsVoteIsRead) {
    const auto predicate = [](uint64_t low, uint64_t high) {
        for (const Operand& operand : operandsOf(decode({low, high}, 0, 80)))
            if (operand.kind == Operand::Kind::Predicate)
                return operand;
        ADD_FAILURE();
        return Operand();
    };
    const Operand result = predicate(0x0000000000ff731c, 0x0000000000004000),
                  vote = predicate(0x0000000000007b1d, 0x0000000000004000);
    EXPECT_EQ(result.number, 0);
    EXPECT_TRUE(result.written);
    EXPECT_EQ(vote.number, 0);
    EXPECT_FALSE(vote.written);
    // Of one that is named it is the number that is read.
    const std::vector<Operand> named = operandsOf(decode({0x0140000000ff731c, 0}, 0, 80));
    ASSERT_EQ(named.size(), 2u);
    EXPECT_EQ(named[1].kind, Operand::Kind::Integer);
    EXPECT_EQ(named[1].value, 5);
}

} // namespace
} // namespace warplens::sim::sass
