// SPDX-License-Identifier: GPL-3.0-or-later
// Machine code cut into blocks: where control may go.
#include "sim/machine/flow.h"
#include "tests/sim/bytes_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <span>

namespace warplens::sim::machine {
namespace {

// Every branch of what ships has its target among its block's successors, which begins a block there.
TEST(Flow, EveryBranchLeadsToABlock) {
    size_t branches = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(WARPLENS_SOURCE_DIR "/resources/ptx")) {
        if (entry.path().extension() != ".cubin")
            continue;
        const std::string bytes = tests::bytesOf(entry.path());
        const sass::Cubin cubin = sass::readCubin(std::as_bytes(std::span(bytes.data(), bytes.size())));
        for (const sass::Function& function : cubin.functions) {
            const Flow flow = flowOf(cubin, function);
            for (size_t b = 0; b < flow.blocks.size(); ++b) {
                const MachineBlock& block = flow.blocks[b];
                ASSERT_LT(block.first, block.end);
                EXPECT_EQ(block.first, b == 0 ? 0 : flow.blocks[b - 1].end);
                for (uint32_t n = block.first; n < block.end; ++n) {
                    const Step& step = flow.steps[n];
                    EXPECT_EQ(flow.blockOf[n], b);
                    if (step.instruction.op != sass::Op::BRA)
                        continue;
                    ++branches;
                    EXPECT_EQ(n + 1, block.end) << function.name;
                    ASSERT_GE(step.target, 0);
                    const uint32_t to = flow.blockOf[static_cast<size_t>(step.target)];
                    EXPECT_EQ(flow.blocks[to].first, static_cast<uint32_t>(step.target));
                    EXPECT_EQ(std::ranges::count(block.successors, to), 1) << function.name;
                    EXPECT_TRUE(step.decides);
                }
            }
            EXPECT_EQ(flow.blocks.back().end, flow.steps.size());
        }
    }
    EXPECT_GT(branches, 1000u);
}

sass::Instruction instructionAt(uint32_t index, uint64_t low, uint64_t high) {
    return sass::decode({low, high}, index * 16, 80);
}

// No kernel begins with its loop, as compilers write them; one may.
TEST(Flow, ABranchMayLeadToTheFirstInstruction) {
    constexpr uint64_t nop = 0x7918, exit = 0x794d, back = 0xffffffe000007947; // BRA to 32 bytes before the next one
    sass::Function function;
    function.instructions = {instructionAt(0, nop, 0), instructionAt(1, back, 0x383ffff),
                             instructionAt(2, exit, 0x3800000)};
    const Flow flow = flowOf({}, function);
    ASSERT_EQ(flow.steps[1].instruction.op, sass::Op::BRA) << sass::text(flow.steps[1].instruction);
    ASSERT_EQ(flow.steps[1].target, 0) << sass::text(flow.steps[1].instruction);
    EXPECT_EQ(std::ranges::count(flow.blocks[flow.blockOf[1]].successors, flow.blockOf[0]), 1);
}

} // namespace
} // namespace warplens::sim::machine
