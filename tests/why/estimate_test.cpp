// SPDX-License-Identifier: GPL-3.0-or-later
// The model of time by itself: warps made up for the purpose, on a multiprocessor whose figures are round numbers.
#include "app/engine/calibrations.h"
#include "app/engine/kernel_image.h"
#include "kernels/catalogue/paths.h"
#include "sim/time/footprint.h"
#include "sim/time/multiprocessor.h"
#include "sim/time/timed_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warplens::sim::time {
namespace {

Machine roundMachine() {
    Machine machine;
    machine.shared = 20;
    machine.l1 = 30;
    machine.l2 = 300;
    machine.dram = 900;
    machine.other = 20;
    machine.barrier = 20;
    machine.l2Sectors = 1;
    machine.dramBytes = 16;
    machine.l1Bytes = 128 << 10;
    return machine;
}

Scheduled plain() {
    return {};
}
Scheduled load(Does does) {
    Scheduled code;
    code.does = does;
    code.pipe = Pipe::Memory;
    code.busy = 1;
    code.reachesMemory = true;
    code.writes = 0;
    return code;
}
Scheduled use() { // of what barrier 0 stands for
    Scheduled code;
    code.waits = 1;
    return code;
}

struct Program {
    std::vector<Scheduled> code;
    unsigned wavefronts = 0, lines = 0; ///< of each request
    unsigned tags = 0, data = 0;        ///< clocks of L1; of every other request the other way round
    unsigned times = 1;                 ///< the whole of it, by each warp
    unsigned warps = 1;
    uint64_t apart = 1 << 20; ///< sectors between what two warps touch; 0: all the same

    BlockWork block(uint64_t number = 0) const {
        BlockWork work;
        work.complete = work.known = true;
        for (int64_t s = 0; s < 4 * static_cast<int64_t>(lines); ++s)
            work.patterns.resize(1), work.patterns.front().push_back(s);
        for (unsigned w = 0; w < warps; ++w) {
            WarpWork& warp = work.warps.emplace_back();
            for (unsigned t = 0; t < times; ++t) {
                warp.runs.push_back({0, static_cast<uint32_t>(code.size()), ~0u});
                for (uint32_t n = 0; n < code.size(); ++n, ++warp.instructions)
                    if (code[n].reachesMemory) {
                        Request request;
                        request.at = warp.instructions;
                        request.step = n;
                        request.begin = (number * warps + w) * apart + warp.requests.size() * 4 * lines;
                        request.wavefronts = static_cast<uint16_t>(wavefronts);
                        request.lines = static_cast<uint16_t>(lines);
                        request.tags = static_cast<uint8_t>(warp.requests.size() % 2 == 0 ? tags : data);
                        request.data = static_cast<uint8_t>(warp.requests.size() % 2 == 0 ? data : tags);
                        request.sectors = static_cast<uint16_t>(4 * lines);
                        warp.requests.push_back(request);
                    }
            }
            work.instructions += warp.instructions;
        }
        return work;
    }
};

Ran runProgram(const Program& program, const Machine& machine, unsigned blocks = 1, unsigned resident = 1) {
    std::vector<BlockWork> works;
    for (unsigned n = 0; n < blocks; ++n)
        works.push_back(program.block(n));
    std::vector<const BlockWork*> list;
    for (const BlockWork& work : works)
        list.push_back(&work);
    return runBlocks(program.code, machine, list, resident, {});
}

double clocks(const Program& program, const Machine& machine = roundMachine(), unsigned blocks = 1,
              unsigned resident = 1) {
    return runProgram(program, machine, blocks, resident).clocks;
}

TEST(TimeModel, AQuarterIssuesOneInstructionAClock) {
    Program program{{plain(), plain(), plain(), plain()}};
    program.times = 100;
    EXPECT_NEAR(clocks(program), 400, 2);
    program.warps = 4; // a quarter for each
    EXPECT_NEAR(clocks(program), 400, 4);
    program.warps = 8;
    EXPECT_NEAR(clocks(program), 800, 4);
    for (Scheduled& code : program.code)
        code.stall = 4; // the other warp's turn
    EXPECT_NEAR(clocks(program), 1600, 8);
}

TEST(TimeModel, APipeIsOccupied) {
    Scheduled alu = plain();
    alu.pipe = Pipe::Alu;
    alu.busy = 2;
    Program program{{alu}};
    program.times = 500;
    program.warps = 8;
    const Ran ran = runProgram(program, roundMachine());
    EXPECT_NEAR(ran.clocks, 2000, 4);
    EXPECT_GT(ran.stalls[static_cast<size_t>(Stall::MathPipe)], 0);
    Scheduled product = alu;
    product.pipe = Pipe::Fma;
    program.code = {product}; // both halves of the lanes
    EXPECT_NEAR(clocks(program), 1000, 4);
    product.heavy = true; // one half
    program.code = {product};
    EXPECT_NEAR(clocks(program), 2000, 4);
}

// As ncu names it: a warp whose quarter is held by a longer instruction waits for the dispatch, not for the pipe.
TEST(TimeModel, AQuarterThatIsHeldIsNamed) {
    const auto clocksOf = [](const Ran& ran, Stall stall) { return ran.stalls[static_cast<size_t>(stall)]; };
    Scheduled longer = plain();
    longer.holds = 3;
    Program program{{longer}};
    program.times = 200;
    program.warps = 16; // four of each quarter
    const Ran held = runProgram(program, roundMachine());
    // Each instruction waits two clocks for the one before, and three warps of a quarter for 600, 1200 and 1800 clocks of others.
    EXPECT_NEAR(clocksOf(held, Stall::Dispatch), 16 * 200 * 2 + 4 * 3600 * 2. / 3, 200);
    EXPECT_NEAR(clocksOf(held, Stall::NotSelected), 4 * 3600 / 3., 200);
    EXPECT_EQ(clocksOf(held, Stall::MathPipe) + clocksOf(held, Stall::LgThrottle), 0);
    program.code = {load(Does::GlobalLoad)};
    program.code.front().holds = 3;
    program.lines = 1;
    const Ran loads = runProgram(program, roundMachine());
    EXPECT_GT(clocksOf(loads, Stall::LgThrottle), 0);
    EXPECT_EQ(clocksOf(loads, Stall::Dispatch), 0);
    Scheduled product = plain();
    product.pipe = Pipe::Alu;
    product.busy = 2;
    program.code = {product};
    const Ran occupied = runProgram(program, roundMachine());
    EXPECT_NEAR(clocksOf(occupied, Stall::MathPipe), 16 * 200 + 4 * 2400 / 2., 200);
    EXPECT_NEAR(clocksOf(occupied, Stall::NotSelected), 4 * 2400 / 2., 200);
    EXPECT_EQ(clocksOf(occupied, Stall::Dispatch), 0);
}

/// Each warp asks shared memory eight times, of eight wavefronts, before it waits.
Program manySharedLoads(unsigned times, unsigned warps) {
    Program program{std::vector<Scheduled>(8, load(Does::SharedAccess))};
    program.code.push_back(use());
    program.times = times;
    program.warps = warps;
    program.wavefronts = 8;
    return program;
}

// More requests to shared memory than a queue holds have warps wait before they issue one, which ncu calls mio_throttle.
TEST(TimeModel, AFullQueueHoldsWarpsBack) {
    const auto clocksOf = [](const Ran& ran, Stall stall) { return ran.stalls[static_cast<size_t>(stall)]; };
    const Program program = manySharedLoads(20, 16);
    Machine machine = roundMachine();
    const Ran full = runProgram(program, machine);
    EXPECT_GT(clocksOf(full, Stall::MioThrottle), clocksOf(full, Stall::ShortScoreboard) / 4);
    machine.mioQueue = 2;
    const Ran small = runProgram(program, machine);
    EXPECT_GT(clocksOf(small, Stall::MioThrottle), 1.2 * clocksOf(full, Stall::MioThrottle));
    machine.mioQueue = 1000;
    const Ran endless = runProgram(program, machine);
    EXPECT_EQ(clocksOf(endless, Stall::MioThrottle), 0);
    EXPECT_NEAR(endless.clocks, full.clocks, 0.01 * full.clocks) << "the memory has as much to do";
    EXPECT_NEAR(small.clocks, full.clocks, 0.01 * full.clocks);
}

// Of blocks that wait for places in that queue the one that came first ends first, as recorded blocks do: 07-tiled with eight on a
// multiprocessor ends its first after 35 us and its eighth after 81 (resources/recordings/nvidia-h200.json).
TEST(TimeModel, TheOldestBlockEndsFirst) {
    const Program program = manySharedLoads(40, 8);
    Machine machine = roundMachine();
    const Ran ran = runProgram(program, machine, 4, 4);
    ASSERT_EQ(ran.blockEnds.size(), 4u);
    EXPECT_LT(ran.blockEnds.front(), 0.6 * ran.blockEnds.back());
    machine.mioQueue = 1000;
    const Ran endless = runProgram(program, machine, 4, 4);
    EXPECT_GT(endless.blockEnds.front(), 0.9 * endless.blockEnds.back()) << "where nothing holds them back";
}

TEST(TimeModel, MoreWavefrontsAreNeverFaster) {
    Program program{{load(Does::SharedAccess), use()}};
    program.times = 50;
    program.warps = 16;
    double before = 0;
    for (unsigned wavefronts = 1; wavefronts <= 32; ++wavefronts) {
        program.wavefronts = wavefronts;
        const double now = clocks(program);
        EXPECT_GE(now, before) << wavefronts;
        EXPECT_GE(now, 50. * 16 * wavefronts) << "one a clock";
        before = now;
    }
    EXPECT_LT(before, 50. * 16 * 32 * 1.05) << "and no slower, with that many warps";
    program.warps = 1;
    program.wavefronts = 1;
    EXPECT_NEAR(clocks(program), 50 * 21, 50) << "alone, it waits for each";
}

TEST(TimeModel, AtomicsAtOnePlaceFollowOneAnother) {
    Program program{{load(Does::GlobalAtomic)}};
    program.lines = 1;
    program.times = 100;
    Machine machine = roundMachine();
    machine.atomic = 500;
    BlockWork apart = program.block();
    EXPECT_LT(runBlocks(program.code, machine, {&apart}, 1, {}).clocks, 2000) << "each at places of its own";
    for (Request& request : apart.warps.front().requests)
        request.begin = 0;
    EXPECT_GE(runBlocks(program.code, machine, {&apart}, 1, {}).clocks, 100 * 500);
}

TEST(TimeModel, TagsAndMemoryOfL1WorkSideBySide) {
    Program program{{load(Does::SharedAccess), use()}};
    program.times = 50;
    program.warps = 16;
    program.tags = program.data = 8;
    const double requests = 50. * 16;
    EXPECT_NEAR(clocks(program), 8 * requests, 0.05 * 8 * requests) << "one after the other, of different requests";
    program.tags = 2; // every other request has 8 clocks of tags and 2 of memory
    EXPECT_NEAR(clocks(program), 5 * requests, 0.1 * 5 * requests) << "the sum of the one, or of the other";
    program.wavefronts = 3;
    EXPECT_NEAR(clocks(program), 8 * requests, 0.1 * 8 * requests) << "shared memory is the same memory";
}

TEST(TimeModel, WhatMissesIsWrittenIntoTheMemoryOfL1) {
    Program program{{load(Does::GlobalLoad), use()}};
    program.times = 50;
    program.warps = 32;
    program.lines = program.tags = program.data = 1;
    Machine machine = roundMachine();
    machine.l1 = machine.l2 = 10;
    machine.l2Sectors = 1000;
    const double requests = 50. * 32;
    EXPECT_NEAR(clocks(program, machine), 2 * requests, 0.3 * requests) << "a line is read and was written before";
    EXPECT_EQ(runProgram(program, machine).memoryClocks, 2 * requests);
    program.code.front().does = Does::Copy;
    EXPECT_EQ(runProgram(program, machine).memoryClocks, requests)
        << "a copy's wavefronts are its way to where it goes";
    program.code.front().does = Does::GlobalLoad;
    program.apart = 0;
    EXPECT_LT(runProgram(program, machine).memoryClocks, 1.1 * requests)
        << "the others find what the first has brought";
}

TEST(TimeModel, LoadsWaitLongerForADramThatIsBusy) {
    Program program{{load(Does::GlobalLoad), use()}};
    program.lines = 1;
    program.times = 100;
    program.warps = 8;
    Machine machine = roundMachine();
    machine.missLatency = 1;
    machine.missBytes = 32;
    machine.dramBytes = 16;
    machine.dramShare = 1e9; // of all multiprocessors only this one asks
    machine.dramWait = 200;
    const double alone = clocks(program, machine);
    machine.dramWait = 0;
    EXPECT_NEAR(clocks(program, machine), alone, 1);
    machine.dramWait = 200;
    machine.dramShare = 2. * 8 * 4 * 32 / 950; // about half of what DRAM can do
    const double busy = clocks(program, machine);
    EXPECT_GT(busy, alone + 100 * 100);
    EXPECT_LT(busy, alone + 100 * 300);
    machine.dramWaitWrites = 1000; // nobody writes
    EXPECT_NEAR(clocks(program, machine), busy, 1);
}

TEST(TimeModel, MoreBlocksThanFitTakeAnotherWave) {
    Program program{{load(Does::SharedAccess), use()}};
    program.times = 100;
    program.warps = 4;
    program.wavefronts = 1;
    const double one = clocks(program, roundMachine(), 2, 2);
    EXPECT_NEAR(clocks(program, roundMachine(), 3, 2), 2 * one, 0.05 * one);
    EXPECT_NEAR(clocks(program, roundMachine(), 4, 2), 2 * one, 0.05 * one);
    EXPECT_NEAR(clocks(program, roundMachine(), 4, 4), one, 0.2 * one) << "they hide each other's latency";
    EXPECT_EQ(runProgram(program, roundMachine(), 4, 2).blockEnds.size(), 4u);
}

TEST(TimeModel, WhereALoadComesFrom) {
    Program program{{load(Does::GlobalLoad), use()}};
    program.lines = 1;
    program.times = 100;
    const double l2 = clocks(program);
    EXPECT_NEAR(l2, 100 * 304, 200) << "each line is new";
    Machine far = roundMachine();
    far.missLatency = 1;
    EXPECT_NEAR(clocks(program, far), 100 * 904, 200);
    far.missLatency = 0.5;
    EXPECT_NEAR(clocks(program, far), 100 * 604, 400);
    program.apart = 0;
    program.warps = 2; // the second one asks for what the first has asked for
    const Ran ran = runProgram(program, roundMachine());
    EXPECT_NEAR(ran.clocks, l2, 0.02 * l2);
    EXPECT_EQ(ran.loadSectors, 2u * 100 * 4);
    EXPECT_EQ(ran.l1Hits, 100u * 4);
    EXPECT_GT(ran.stalls[static_cast<size_t>(Stall::LongScoreboard)], 0.8 * 2 * l2);
    ASSERT_EQ(ran.stallsAt.size(), 2u);
    EXPECT_EQ(ran.stallsAt[0][static_cast<size_t>(Stall::LongScoreboard)], 0);
    EXPECT_EQ(ran.stallsAt[1][static_cast<size_t>(Stall::LongScoreboard)],
              ran.stalls[static_cast<size_t>(Stall::LongScoreboard)])
        << "what uses the value waits for it";
}

TEST(TimeModel, ThroughputsBoundManyWarps) {
    Program program{
        {load(Does::GlobalLoad), load(Does::GlobalLoad), load(Does::GlobalLoad), load(Does::GlobalLoad), use()}};
    program.lines = 1;
    program.times = 50;
    program.warps = 32;
    const double sectors = 4. * 4 * 50 * 32;
    Machine machine = roundMachine();
    EXPECT_NEAR(clocks(program, machine), sectors, 0.1 * sectors);
    machine.l2Sectors = 0.5;
    EXPECT_NEAR(clocks(program, machine), 2 * sectors, 0.1 * sectors);
    machine.l2Sectors = 4;
    machine.missLatency = 1;
    machine.missBytes = 32;
    EXPECT_NEAR(clocks(program, machine), 2 * sectors, 0.2 * sectors) << "16 bytes a clock";
    Program stores{{load(Does::GlobalStore)}};
    stores.lines = 1;
    stores.times = 400;
    stores.warps = 8;
    EXPECT_NEAR(clocks(stores), 4 * 400 * 8, 0.1 * 4 * 400 * 8);
}

TEST(TimeModel, WarpsOfABlockMeet) {
    Scheduled barrier = plain();
    barrier.does = Does::Barrier;
    Program program{{plain(), barrier, plain()}};
    program.warps = 32;
    program.times = 20;
    const Ran ran = runProgram(program, roundMachine());
    // Eight warps of a quarter, three instructions each, and the way through the barrier.
    EXPECT_GT(ran.clocks, 20 * (8 + 20));
    EXPECT_LT(ran.clocks, 20 * (3 * 8 + 20 + 4));
    EXPECT_GT(ran.stalls[static_cast<size_t>(Stall::Barrier)], 0);
    EXPECT_EQ(ran.instructions, 32u * 60) << "nobody waits for ever";
}

TEST(TimeModel, CopiesAreAwaitedByGroups) {
    Scheduled close = plain(), await = plain();
    close.does = Does::CloseCopies;
    await.does = Does::AwaitCopies;
    Program program{{load(Does::Copy), close, await}};
    program.lines = 1;
    program.times = 10;
    const double each = clocks(program);
    EXPECT_GT(each, 10 * 300);
    program.code[2].left = 1; // one may be under way: twice as many at a time
    EXPECT_NEAR(clocks(program), each / 2, 0.15 * each);
}

TEST(TimeModel, EachWarpTakesItsTurnAtTheBarrier) {
    Scheduled barrier = plain();
    barrier.does = Does::Barrier;
    Program program{{barrier}};
    program.warps = 8;
    program.times = 100;
    const double before = clocks(program);
    Machine machine = roundMachine();
    machine.barrierEach = 2;
    EXPECT_NEAR(clocks(program, machine), before + 100 * (2 * 8 - 2), 100 * 2) << "two warps of each quarter, at once";
}

TEST(TimeModel, BlocksAreStartedOneAfterAnother) {
    Machine machine = roundMachine();
    machine.blockLaunch = 157;
    Program program{{plain()}};
    for (const unsigned warps : {1u, 8u}) {
        program.warps = warps;
        EXPECT_NEAR(clocks(program, machine, 80, 8), 79 * 157, 20) << warps << ": however many warps they have";
    }
}

TEST(TimeModel, APlaceIsEmptyBetweenTwoBlocks) {
    Machine machine = roundMachine();
    Program program{{plain()}};
    program.times = 100;
    const double one = clocks(program, machine);
    machine.blockRestart = 300;
    EXPECT_NEAR(clocks(program, machine), one, 1);
    EXPECT_NEAR(clocks(program, machine, 3), 3 * one + 2 * 300, 6);
    EXPECT_NEAR(clocks(program, machine, 6, 2), 3 * one + 2 * 300, 6) << "each place by itself";
    program.code = {load(Does::GlobalStore)};
    program.lines = 1;
    program.times = 1;
    const double store = clocks(program, machine, 2);
    machine.storeDrain = 140;
    EXPECT_NEAR(clocks(program, machine, 2), store + 2 * 140, 10) << "until what was stored is on its way";
}

TEST(TimeModel, AnInstructionHoldsItsQuarter) {
    Scheduled wide = plain();
    wide.holds = 3;
    Program program{{wide}};
    program.times = 100;
    program.warps = 8;
    EXPECT_NEAR(clocks(program), 2 * 100 * 3, 4) << "two warps of each quarter";
    program.code = {wide, plain()};
    EXPECT_NEAR(clocks(program), 2 * 100 * 4, 4);
}

TEST(TimeModel, ATimelineTellsEachClockOfEachWarp) {
    Program program{{load(Does::GlobalLoad), use(), load(Does::SharedAccess), use(), plain()}};
    program.lines = 1;
    program.wavefronts = 4;
    program.times = 20;
    program.warps = 8;
    const BlockWork first = program.block(0), second = program.block(1);
    Timeline timeline{.most = 1'000'000};
    const Ran ran = runBlocks(program.code, roundMachine(), {&first, &second}, 2, {}, &timeline);
    EXPECT_EQ(timeline.places, 2u);
    EXPECT_EQ(timeline.warpsPerBlock, 8u);
    Stalls sums{};
    std::vector<double> until(16);
    for (size_t n = 0; n < until.size(); ++n)
        until[n] = double(n % 8); // warps of a block start in consecutive clocks
    for (const Timeline::Span& span : timeline.spans) {
        ASSERT_LT(span.row, until.size());
        EXPECT_LT(span.begin, span.end);
        EXPECT_NEAR(span.begin, until[span.row], 1.01) << "without a gap, but for the first clock";
        until[span.row] = span.end;
        sums[static_cast<size_t>(span.stall)] += span.end - span.begin;
    }
    for (size_t n = 0; n < stallCount; ++n)
        EXPECT_NEAR(sums[n], ran.stalls[n], 1e-3 * (1 + ran.stalls[n])) << stallName(static_cast<Stall>(n));
    Timeline little{.most = 50};
    EXPECT_EQ(runBlocks(program.code, roundMachine(), {&first, &second}, 2, {}, &little).clocks, ran.clocks);
    EXPECT_LT(little.end, timeline.end / 2);
    EXPECT_LT(little.spans.size(), 250u);
}

TEST(TimedCache, KeepsWhatWasUsedLast) {
    TimedCache cache(16 * 128); // one set
    for (uint64_t line = 0; line < 16; ++line)
        EXPECT_FALSE(cache.find(line * 4).hit);
    EXPECT_TRUE(cache.find(0).hit);
    EXPECT_FALSE(cache.find(1).hit) << "another sector of that line";
    EXPECT_FALSE(cache.find(16 * 4).hit);
    EXPECT_TRUE(cache.find(0).hit) << "used lately";
    EXPECT_FALSE(cache.find(1 * 4).hit) << "that one had to go";
}

TEST(Footprint, RowsAndColumnsOfAGrid) {
    // Block (x, y) reads 8 sectors of row y, twice, 4 of column x, 4 of its own and 4 of all.
    const auto blockAt = [](uint64_t x, uint64_t y) {
        BlockWork work;
        WarpWork& warp = work.warps.emplace_back();
        work.patterns = {{0, 1, 2, 3}, {0, 1, 2, 3, 8, 9, 10, 11}};
        const auto add = [&](uint64_t begin, uint32_t pattern) {
            Request request;
            request.begin = begin;
            request.pattern = pattern;
            request.sectors = static_cast<uint16_t>(work.patterns[pattern].size());
            warp.requests.push_back(request);
        };
        add(1000 + 16 * y, 1);
        add(1000 + 16 * y, 1);
        add(2000 + 4 * x, 0);
        add(3000 + 4 * (100 * y + x), 0);
        add(0, 0);
        return work;
    };
    const BlockWork here = blockAt(0, 0), x = blockAt(1, 0), xx = blockAt(2, 0), y = blockAt(0, 1);
    const Footprint print = footprintOf(here, {&x, &xx, &y}, {true});
    EXPECT_EQ(print.row, 8);
    EXPECT_EQ(print.column, 4);
    EXPECT_EQ(print.own, 4);
    EXPECT_EQ(print.all, 4);
    EXPECT_EQ(print.pairs, 1);
    EXPECT_EQ(print.of(8 * 8, {8, 8, 1}), 4 * 64 + 8 * 8 + 4 * 8 + 4);
    EXPECT_EQ(footprintOf(here, {&x, &xx, &y}, {false}).total(), 0);
}

class CalibrationFiles : public testing::Test {
protected:
    void SetUp() override {
        m_folder = std::filesystem::path(testing::TempDir()) / ("calibrations-" + std::to_string(::getpid()));
        std::filesystem::remove_all(m_folder);
        std::filesystem::create_directories(m_folder);
    }
    void write(const std::string& text) { std::ofstream(m_folder / "gpu.json") << text; }
    std::string problem() {
        try {
            engine::Calibrations all(m_folder);
        } catch (const engine::EngineError& error) {
            return error.what();
        }
        return {};
    }
    std::filesystem::path m_folder;
};

TEST_F(CalibrationFiles, AreRefusedWithASentence) {
    write("{");
    EXPECT_NE(problem().find("it ends in its middle"), std::string::npos) << problem();
    write("[]");
    EXPECT_NE(problem().find("gpu must be the name of a GPU"), std::string::npos) << problem();
    write(R"({"gpu": "NVIDIA H200", "latency_shared": -1})");
    EXPECT_NE(problem().find("gpu.json: latency_shared must be a number above 0"), std::string::npos) << problem();
    std::filesystem::remove(m_folder / "gpu.json");
    EXPECT_THROW(engine::Calibrations(m_folder).forDevice(*findDevice("H200")), engine::EngineError);
}

TEST(Calibrations, OtherGpusBorrowByWhatIsPublished) {
    const engine::Calibrations all(kernels::resourcesDir() / "calibrations");
    for (const char* name : {"NVIDIA H200", "NVIDIA H100 80GB HBM3"}) {
        const engine::ChosenCalibration own = all.forDevice(*findDevice(name));
        EXPECT_FALSE(own.borrowed);
        EXPECT_EQ(own.calibration.gpu, name) << "calibrated apart";
    }
    const Device& a100 = *findDevice("A100");
    const engine::ChosenCalibration other = all.forDevice(a100);
    EXPECT_TRUE(other.borrowed);
    const Device& from = *findDevice(other.calibration.gpu);
    const Calibration own = all.forDevice(from).calibration;
    EXPECT_EQ(other.calibration.shared, own.shared);
    EXPECT_NEAR(other.calibration.dramGbps / own.dramGbps, a100.dramGbps / from.dramGbps, 1e-9);
    EXPECT_NEAR(other.calibration.dramCopyGbps / own.dramCopyGbps, a100.dramGbps / from.dramGbps, 1e-9);
}

} // namespace
} // namespace warplens::sim::time
