// SPDX-License-Identifier: GPL-3.0-or-later
// Instruction caches: loops of FFMAs of many sizes take as long as on an H100 (tests/data/code-steps-h100.csv).
#include "kernels/files/bounded_file.h"
#include "sim/time/code_cache.h"
#include "sim/time/multiprocessor.h"

#include <gtest/gtest.h>

#include <sstream>

namespace warplens::sim::time {
namespace {

/// Clocks for each instruction of a loop, in the long run: a warp of each quarter goes round.
double clocksEach(uint32_t instructions, unsigned warps) {
    const std::vector<Scheduled> code(instructions);
    const auto clocks = [&](unsigned rounds) {
        BlockWork work;
        work.complete = work.known = true;
        work.warps.resize(warps);
        for (WarpWork& warp : work.warps) {
            warp.instructions = uint64_t(rounds) * instructions;
            for (unsigned n = 0; n < rounds; ++n)
                warp.runs.push_back({0, instructions, ~0u});
            work.instructions += warp.instructions;
        }
        return runBlocks(code, {}, {&work}, 1, {}).clocks;
    };
    return (clocks(5) - clocks(3)) / 2 / instructions;
}

TEST(CodeCache, LoopsTakeAsLongAsOnAGpu) {
    std::istringstream rows(
        kernels::readText(std::string(WARPLENS_SOURCE_DIR) + "/tests/data/code-steps-h100.csv", kernels::dataLimit));
    constexpr uint32_t besides = 24; // what turns the loop and notes the time
    unsigned compared = 0;
    double sum = 0;
    for (std::string row; std::getline(rows, row);) {
        unsigned instructions = 0, warps = 0;
        double measured = 0;
        if (std::sscanf(row.c_str(), "steps,%u,%u,0,%lf", &instructions, &warps, &measured) != 3 || warps != 4)
            continue;
        const double modelled = clocksEach(instructions + besides, warps) * (instructions + besides) / instructions;
        EXPECT_NEAR(modelled, measured, 0.12 * measured) << row;
        sum += std::abs(modelled / measured - 1);
        ++compared;
    }
    EXPECT_EQ(compared, 50u);
    EXPECT_LT(sum / compared, 0.05);
}

TEST(CodeCache, TwoWarpsOfAQuarterTakeNoLongerThanOne) {
    EXPECT_NEAR(clocksEach(4096, 8), 2.08, 0.1) << "as measured: little more than issue takes";
    EXPECT_NEAR(clocksEach(12288, 8), 5.93, 0.6);
    EXPECT_NEAR(clocksEach(1024, 8), 2, 0.05) << "issue alone";
}

TEST(CodeCache, WhatIsTooLargeIsToldAsNoInstruction) {
    const std::vector<Scheduled> code(4096);
    BlockWork work;
    work.complete = work.known = true;
    work.warps.resize(4);
    for (WarpWork& warp : work.warps) {
        warp.runs.assign(8, {0, 4096, ~0u});
        warp.instructions = 8 * 4096;
        work.instructions += warp.instructions;
    }
    const Ran ran = runBlocks(code, {}, {&work}, 1, {});
    double all = 0;
    for (const double clocks : ran.stalls)
        all += clocks;
    EXPECT_NEAR(ran.stalls[size_t(Stall::NoInstruction)] / all, 0.47, 0.05);
    EXPECT_EQ(stallName(Stall::NoInstruction), "no_instruction");
}

} // namespace
} // namespace warplens::sim::time
