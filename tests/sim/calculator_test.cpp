// SPDX-License-Identifier: GPL-3.0-or-later
// What is computed for all lanes of a warp at once is what is computed lane by lane, for the instructions of every stage.
#include "sim/machine/calculator.h"
#include "tests/sim/bytes_of.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <map>
#include <random>
#include <span>

namespace warplens::sim::machine {
namespace {

/// Numbers that comparisons meet, some of which are not known.
WarpState anyState(std::mt19937& generator) {
    WarpState state;
    const auto random = [&] { return static_cast<uint32_t>(generator()); };
    const auto number = [&]() -> uint32_t {
        constexpr uint32_t edges[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff};
        return random() % 3 == 0 ? edges[random() % std::size(edges)] : random() % 2 == 0 ? random() % 8 : random();
    };
    for (LaneValues& values : state.registers) {
        for (uint32_t& value : values.values)
            value = number();
        values.unknown = random() % 4 == 0 ? random() & random() & random() : 0;
        values.same = false;
    }
    for (uint32_t& value : state.uniform)
        value = number();
    for (size_t n = 0; n + 1 < state.predicates.size(); ++n)
        state.predicates[n] = {random(), random() % 4 == 0 ? random() & random() & random() : 0};
    return state;
}

void expectEqual(const WarpState& together, const WarpState& apart, const sass::Instruction& instruction) {
    for (size_t n = 0; n < apart.registers.size(); ++n) {
        EXPECT_EQ(together.registers[n].unknown, apart.registers[n].unknown) << sass::text(instruction) << " R" << n;
        for (unsigned lane = 0; lane < lanes; ++lane)
            if (!(apart.registers[n].unknown >> lane & 1)) {
                EXPECT_EQ(together.registers[n].values[lane], apart.registers[n].values[lane])
                    << sass::text(instruction) << " R" << n << " in lane " << lane;
            }
        if (const LaneValues& values = together.registers[n]; values.same) {
            EXPECT_EQ(values.unknown, 0u) << sass::text(instruction) << " R" << n;
            EXPECT_EQ(std::ranges::count(values.values, values.values[0]), lanes) << sass::text(instruction);
        }
    }
    for (size_t n = 0; n < apart.predicates.size(); ++n) {
        const LaneBits &one = together.predicates[n], &other = apart.predicates[n];
        EXPECT_EQ(one.unknown, other.unknown) << sass::text(instruction) << " P" << n;
        EXPECT_EQ(one.bits & ~one.unknown, other.bits & ~other.unknown) << sass::text(instruction) << " P" << n;
    }
}

TEST(Calculator, AllLanesAtOnceAreWhatEachLaneIs) {
    std::mt19937 random(7);
    simt::Launch launch;
    launch.grid = {4, 1, 1};
    launch.block = {32, 1, 1};
    std::map<sass::Op, size_t> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(WARPLENS_SOURCE_DIR "/resources/ptx")) {
        if (entry.path().extension() != ".cubin")
            continue;
        const std::string bytes = tests::bytesOf(entry.path());
        const sass::Cubin cubin = sass::readCubin(std::as_bytes(std::span(bytes.data(), bytes.size())));
        for (const sass::Function& function : cubin.functions) {
            const Flow flow = flowOf(cubin, function);
            for (const Step& step : flow.steps) {
                using sass::Op;
                const Op op = step.instruction.op;
                if ((op != Op::VIADD && op != Op::IADD3 && op != Op::ISETP) || ++found[op] > 3000)
                    continue;
                const WarpState before = anyState(random);
                const auto mask = random() % 3 == 0 ? allLanes : static_cast<uint32_t>(random()) | 3;
                const WarpPlace place{launch, {}, 0};
                Calculator together(flow, place), apart(flow, place);
                together.state() = apart.state() = before;
                together.compute(step, mask, mask);
                for (uint32_t rest = mask; rest != 0; rest &= rest - 1)
                    apart.compute(step, mask, 1u << std::countr_zero(rest));
                expectEqual(together.state(), apart.state(), step.instruction);
                if (HasFailure())
                    return;
            }
        }
    }
    for (const sass::Op op : {sass::Op::VIADD, sass::Op::IADD3, sass::Op::ISETP})
        EXPECT_GT(found[op], 300u) << sass::rowOf(op).mnemonic;
}

} // namespace
} // namespace warplens::sim::machine
