// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/device_memory.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/occupancy.h"
#include "sim/memory/shared_cost.h"
#include "sim/memory/transactions.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <random>
#include <set>

namespace warplens::sim::memory {
namespace {

template<class Address>
Access access(unsigned bytes, bool store, Address address, uint32_t mask = allLanes) {
    Access a;
    a.bytes = static_cast<uint8_t>(bytes);
    a.store = store;
    a.mask = mask;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        a.address[lane] = address(lane);
    return a;
}

TEST(GlobalCost, NeighboursFillTheirSectors) {
    EXPECT_EQ(globalCost(access(4, false, [](unsigned l) { return 4096 + 4 * l; })), (GlobalCost{4, 4, 1, 1, 1}));
    EXPECT_EQ(globalCost(access(4, false, [](unsigned l) { return 4096 + 4 * (l + 1); })), (GlobalCost{5, 4, 2, 1, 1}));
    EXPECT_EQ(globalCost(access(16, false, [](unsigned l) { return 4096 + 16 * l; })), (GlobalCost{16, 16, 4, 1, 4}));
    EXPECT_EQ(globalCost(access(1, false, [](unsigned l) { return 4096 + l; })), (GlobalCost{1, 1, 1, 1, 1}));
}

TEST(GlobalCost, SpreadAndShared) {
    EXPECT_EQ(globalCost(access(4, false, [](unsigned l) { return 4096 + 512 * l; })), (GlobalCost{32, 4, 32, 8, 32}));
    EXPECT_EQ(globalCost(access(4, false, [](unsigned) { return 4096; })), (GlobalCost{1, 1, 1, 1, 1}));
    EXPECT_EQ(globalCost(access(4, false, [](unsigned l) { return 4096 + 32 * l; })), (GlobalCost{32, 4, 8, 2, 8}));
    EXPECT_EQ(globalCost(access(
                  4, false, [](unsigned) { return 0; }, 0)),
              GlobalCost{});
}

TEST(SharedCost, Columns) {
    EXPECT_EQ(sharedCost(access(4, true, [](unsigned l) { return 128 * l; })), (SharedCost{32, 1}));
    EXPECT_EQ(sharedCost(access(4, true, [](unsigned l) { return 132 * l; })), (SharedCost{1, 1}));
    EXPECT_EQ(sharedCost(access(4, false, [](unsigned) { return 64; })), (SharedCost{1, 1}));
    EXPECT_EQ(sharedCost(access(16, false, [](unsigned l) { return 128 * l; })), (SharedCost{32, 4}));
    EXPECT_EQ(sharedCost(access(16, false, [](unsigned) { return 64; })), (SharedCost{2, 2}));
    EXPECT_EQ(sharedCost(access(4, false, [](unsigned l) { return 8 * l; })), (SharedCost{2, 1}));
}

// docs/wavefronts.md, "16 bytes": the rows of its table.
TEST(SharedCost, PhasesOfWideLoadsMerge) {
    const auto wide = [](uint32_t mask, auto address) {
        return sharedCost(access(16, false, address, mask)).wavefronts;
    };
    const auto own = [](unsigned l) { return 16 * (l % 8); };
    const auto pairs = [](unsigned l) { return 16 * (l / 2 % 8); };
    EXPECT_EQ(wide(allLanes, own), 4u);
    EXPECT_EQ(wide(allLanes, pairs), 2u);
    EXPECT_EQ(wide(0x0000ffff, own), 1u) << "the lower half merges as it is while lane 31 is inactive";
    EXPECT_EQ(wide(0x8000ffff, own), 3u);
    EXPECT_EQ(wide(0xffff0000, own), 2u) << "the upper half needs its pairs";
    EXPECT_EQ(wide(0xffff0000, pairs), 1u);
    EXPECT_EQ(wide(0x80000101, [](unsigned l) { return 16 * (l / 8); }), 3u) << "partners have to be active";
    EXPECT_EQ(wide(0xffff, [](unsigned) { return 0; }), 1u);
    EXPECT_EQ(wide(0xffffffff, [](unsigned) { return 0; }), 2u);
    EXPECT_EQ(wide(0x55555555, [](unsigned) { return 0; }), 1u) << "16 lanes, wherever they are";
}

TEST(SharedCost, AtomicsTakeTurns) {
    Access a = access(4, true, [](unsigned l) { return 4 * (l / 4); });
    EXPECT_EQ(sharedCost(a).wavefronts, 1u);
    a.exclusive = true;
    EXPECT_EQ(sharedCost(a).wavefronts, 4u);
    a.passes = 2;
    EXPECT_EQ(sharedCost(a), (SharedCost{8, 2}));
}

// The figures of the CUDA C Programming Guide 4.2, appendix F.
TEST(SharedCost, OlderBanks) {
    const auto stride = [](unsigned words, SharedRule rule, unsigned bytes = 4) {
        return sharedCost(access(bytes, false, [&](unsigned l) { return 4 * words * l; }), rule).wavefronts;
    };
    EXPECT_EQ(stride(1, SharedRule::HalfWarpBroadcast), 2u) << "two half-warps without conflicts";
    EXPECT_EQ(stride(2, SharedRule::HalfWarpBroadcast), 4u);
    EXPECT_EQ(stride(3, SharedRule::HalfWarpBroadcast), 2u);
    EXPECT_EQ(stride(16, SharedRule::HalfWarpBroadcast), 32u);
    EXPECT_EQ(stride(0, SharedRule::HalfWarpBroadcast), 2u) << "one word is broadcast";
    EXPECT_EQ(stride(2, SharedRule::HalfWarpBroadcast, 8), 8u)
        << "two requests of 32 bits, each with two-way conflicts";
    EXPECT_EQ(stride(1, SharedRule::Multicast), 1u);
    EXPECT_EQ(stride(2, SharedRule::Multicast), 2u);
    EXPECT_EQ(stride(2, SharedRule::Multicast, 8), 2u);
    EXPECT_EQ(stride(4, SharedRule::Multicast, 16), 8u);
    EXPECT_EQ(stride(2, SharedRule::PairedBanks), 1u) << "words 32 apart in 64 aligned ones";
    EXPECT_EQ(stride(2, SharedRule::WideBanks), 1u);
    EXPECT_EQ(stride(4, SharedRule::WideBanks), 2u);
    EXPECT_EQ(stride(2, SharedRule::WideBanks, 8), 1u);
    EXPECT_EQ(stride(32, SharedRule::PairedBanks), 16u);
    EXPECT_EQ(stride(64, SharedRule::WideBanks), 32u) << "every lane in bank 0";
    EXPECT_EQ(stride(33, SharedRule::Phases), 1u);
}

namespace {

/// Bytes that a part of the warp moves.
uint64_t movedBy(const Access& made, GlobalRule rule, unsigned part) {
    uint64_t bytes = 0;
    for (const Transaction& each : transactionsOf(made, rule))
        bytes += each.part == part ? each.bytes : 0;
    return bytes;
}

} // namespace

// What a request moves at least is tried out, part by part: as it is, with the lanes' elements side by side, and with lane
// k on element k.
TEST(GlobalCost, TheIdealIsTheLeastThatSoManyLanesMove) {
    std::mt19937 random(11);
    for (int round = 0; round < 4000; ++round) {
        const unsigned bytes = 1u << random() % 5, spread = 1u << random() % 12;
        const uint32_t mask = round % 3 == 0 ? allLanes : static_cast<uint32_t>(random() & random());
        const uint64_t shift = random() % 64 * bytes;
        const Access made = access(
            bytes, false,
            [&](unsigned lane) { return 65536 + shift + bytes * (round % 2 ? lane : uint64_t{random() % spread}); },
            mask);
        for (const GlobalRule rule : {GlobalRule::Sectors, GlobalRule::SplitSectors, GlobalRule::Lines,
                                      GlobalRule::ShrinkingSegments, GlobalRule::HalfWarpSegments}) {
            const unsigned together = lanesTogether(made, rule);
            Access packed = made, ordered = made;
            for (unsigned lane = 0, next = 0; lane < lanesPerWarp; ++lane) {
                next = lane % together == 0 ? 0 : next;
                const uint64_t begin = 65536 + uint64_t{512} * (lane / together);
                ordered.address[lane] = begin + lane % together * bytes;
                packed.address[lane] = begin + next * bytes;
                next += mask >> lane & 1;
            }
            uint64_t least = 0;
            for (unsigned part = 0; part < lanesPerWarp / together; ++part)
                least +=
                    std::min({movedBy(made, rule, part), movedBy(packed, rule, part), movedBy(ordered, rule, part)});
            ASSERT_EQ(32 * globalCost(made, rule).sectorsIdeal, least) << static_cast<int>(rule) << " round " << round;
        }
    }
}

// What is drawn one by one is what is counted, by every rule.
TEST(Transactions, AreThoseThatAreCounted) {
    std::mt19937 random(7);
    for (int round = 0; round < 4000; ++round) {
        const unsigned bytes = 1u << random() % 5, spread = 1u << random() % 12;
        const uint32_t mask = round % 3 == 0 ? allLanes : static_cast<uint32_t>(random());
        const uint64_t shift = random() % 64 * bytes;
        const bool inOrder = random() % 2 != 0;
        const Access made = access(
            bytes, false,
            [&](unsigned lane) { return 65536 + shift + bytes * (inOrder ? lane : uint64_t{random() % spread}); },
            mask);
        for (const GlobalRule rule : {GlobalRule::Sectors, GlobalRule::SplitSectors, GlobalRule::Lines,
                                      GlobalRule::ShrinkingSegments, GlobalRule::HalfWarpSegments}) {
            const GlobalCost cost = globalCost(made, rule);
            const std::vector<Transaction> all = transactionsOf(made, rule);
            uint32_t moved = 0, served = 0;
            for (const Transaction& each : all) {
                moved += each.bytes;
                EXPECT_EQ(served & each.lanes, 0u) << "a lane is served once";
                served |= each.lanes;
                for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
                    if (each.lanes >> lane & 1) {
                        EXPECT_EQ(lane / lanesTogether(made, rule), each.part);
                        EXPECT_GE(made.address[lane], each.begin);
                        EXPECT_LE(made.address[lane] + bytes, each.begin + each.bytes);
                    }
            }
            ASSERT_EQ(all.size(), transactions(cost, rule)) << static_cast<int>(rule) << " round " << round;
            ASSERT_EQ(moved, 32 * cost.sectors) << static_cast<int>(rule) << " round " << round;
            ASSERT_EQ(served, made.mask);
        }
    }
}

TEST(GlobalCost, OlderTransactions) {
    const auto cost = [](GlobalRule rule, unsigned bytes, auto address, uint32_t mask = allLanes) {
        return globalCost(access(bytes, false, address, mask), rule);
    };
    const auto row = [](unsigned l) { return 4096 + 4 * l; };
    const auto shifted = [](unsigned l) { return 4096 + 4 * (l + 1); };
    EXPECT_EQ(cost(GlobalRule::HalfWarpSegments, 4, row), (GlobalCost{4, 4, 2}));
    EXPECT_EQ(cost(GlobalRule::HalfWarpSegments, 4, row, 0x7ff7fff7), (GlobalCost{4, 4, 2})) << "lanes may be missing";
    EXPECT_EQ(cost(GlobalRule::HalfWarpSegments, 4, shifted), (GlobalCost{32, 4, 32}));
    EXPECT_EQ(cost(GlobalRule::HalfWarpSegments, 8, [](unsigned l) { return 4096 + 8 * l; }), (GlobalCost{8, 8, 2}));
    EXPECT_EQ(cost(GlobalRule::HalfWarpSegments, 16, [](unsigned l) { return 4096 + 16 * l; }),
              (GlobalCost{16, 16, 4}));
    EXPECT_EQ(cost(GlobalRule::ShrinkingSegments, 4, row), (GlobalCost{4, 4, 2}));
    EXPECT_EQ(cost(GlobalRule::ShrinkingSegments, 4, shifted), (GlobalCost{7, 4, 3})) << "128; then 64 and 32";
    EXPECT_EQ(cost(GlobalRule::Lines, 4, shifted), (GlobalCost{8, 4, 2}));
    EXPECT_EQ(cost(GlobalRule::Lines, 16, [](unsigned l) { return 4096 + 16 * l; }), (GlobalCost{16, 16, 4}));
    EXPECT_EQ(cost(GlobalRule::SplitSectors, 8, [](unsigned) { return 4096; }).sectors, 2u);
    EXPECT_EQ(transactions(cost(GlobalRule::Lines, 4, shifted), GlobalRule::Lines), 2u);
    EXPECT_EQ(transactions(cost(GlobalRule::Sectors, 4, shifted), GlobalRule::Sectors), 5u);
}

TEST(Architecture, Table) {
    unsigned before = 0;
    for (const Architecture& a : architectures()) {
        EXPECT_GE(a.number, before);
        before = a.number;
        EXPECT_FALSE(a.source.empty());
        EXPECT_GT(a.multiprocessors, 0u);
        EXPECT_GE(a.sharedBytes, a.sharedBytesPerBlock);
        EXPECT_EQ(a.sharedBytes, 1024u * *std::max_element(a.carveOuts.begin(), a.carveOuts.end()));
        EXPECT_EQ(findArchitecture(a.capability), &a);
    }
    for (const char* wanted : {"1.0", "1.2", "2.0", "3.0", "3.0/8", "3.5", "5.0", "6.0", "7.0", "7.5", "8.0", "8.6",
                               "8.9", "9.0", "10.0", "12.0"})
        EXPECT_NE(findArchitecture(wanted), nullptr) << wanted;
    EXPECT_EQ(findArchitecture("8.7")->capability, "8.6");
    EXPECT_EQ(findArchitecture("1.1")->capability, "1.0");
    for (const char* wrong : {"", "9", "4.0", "9.", ".0", "9.0/8", "90", "x.y", "0.9", "99.9"})
        EXPECT_EQ(findArchitecture(wrong), nullptr) << wrong;
}

TEST(Occupancy, Limits) {
    const auto blocks = [](const char* capability, unsigned threads, unsigned registers, unsigned shared) {
        return occupancy(*findArchitecture(capability), {threads, registers, shared});
    };
    EXPECT_EQ(blocks("9.0", 1024, 32, 8192).blocks, 2u);
    EXPECT_EQ(blocks("9.0", 64, 32, 0).limitedBy,
              (std::vector{Resource::Warps, Resource::Blocks, Resource::Registers}));
    EXPECT_EQ(blocks("9.0", 256, 128, 16384).blocks, 2u);
    EXPECT_EQ(blocks("9.0", 256, 128, 16384).limitedBy, std::vector{Resource::Registers});
    EXPECT_EQ(blocks("9.0", 128, 40, 99 * 1024).blocks, 2u);
    EXPECT_EQ(blocks("9.0", 128, 40, 99 * 1024).limitedBy, std::vector{Resource::SharedMemory});
    EXPECT_EQ(blocks("9.0", 1025, 16, 0).blocks, 0u);
    EXPECT_EQ(blocks("7.5", 1024, 32, 0).blocks, 1u);
    EXPECT_EQ(blocks("8.6", 256, 40, 0).blocks, 6u);
    EXPECT_EQ(blocks("1.0", 256, 10, 4096).blocks, 3u) << "8192 registers / 2560";
    EXPECT_EQ(blocks("1.0", 256, 11, 4096).blocks, 2u) << "the primer's example of a register too many";
    const Architecture& h200 = *findArchitecture("9.0");
    EXPECT_EQ(sharedMemorySize(h200, occupancy(h200, {1024, 32, 8192})), 32u << 10);
    EXPECT_EQ(sharedMemorySize(h200, occupancy(h200, {128, 40, 99 * 1024})), 228u << 10);
}

// The words of a request: each wavefront gives a bank at most one word, all words come, and as many wavefronts are used
// as the request costs.
TEST(BankWords, AreAValidSchedule) {
    std::mt19937 random(3);
    for (int round = 0; round < 3000; ++round) {
        const unsigned bytes = 1u << random() % 5;
        const unsigned spread = 1u << (2 + random() % 8);
        const Access a = access(
            bytes, random() % 2, [&](unsigned) { return (random() % spread) * bytes; },
            random() % 3 ? allLanes : random());
        const std::vector<BankWord> words = bankWords(a);
        std::map<std::pair<unsigned, unsigned>, std::set<uint64_t>> slot;
        unsigned last = 0;
        for (const BankWord& w : words) {
            EXPECT_EQ(w.bank, w.word % banks);
            EXPECT_EQ(w.word, a.address[w.lane] / 4 + w.part);
            slot[{w.bank, w.wavefront}].insert(w.word);
            last = std::max<unsigned>(last, w.wavefront + 1);
        }
        for (const auto& [place, delivered] : slot)
            EXPECT_EQ(delivered.size(), 1u);
        EXPECT_EQ(last, sharedCost(a).wavefronts);
        EXPECT_EQ(words.size(), static_cast<size_t>(__builtin_popcount(a.mask)) * std::max(1u, bytes / 4));
    }
}

TEST(DeviceMemory, FindsArrays) {
    DeviceMemory memory;
    const Allocation a = memory.allocate(1000, "a"), b = memory.allocate(1, "b");
    EXPECT_EQ(a.base % 512, 0u);
    EXPECT_EQ(memory.find(a.base + 999)->name, "a");
    EXPECT_EQ(memory.find(a.base + 1000), nullptr);
    EXPECT_EQ(memory.nearest(a.base + 1000)->name, "a");
    EXPECT_EQ(memory.nearest(b.base + 5)->name, "b");
    EXPECT_EQ(memory.ready(a.base + 990, 20).array, nullptr);
}

TEST(DeviceMemory, FillsWhereItIsTouched) {
    DeviceMemory memory;
    std::atomic<uint64_t> filled{0};
    const Allocation a = memory.allocate(1 << 20, "a", false, [&](uint64_t at, std::span<std::byte> bytes) {
        filled += bytes.size();
        for (size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = std::byte((at + i) % 251);
    });
    const Ready ready = memory.ready(a.base + 10000, 4);
    EXPECT_LE(ready.begin, a.base + 10000);
    EXPECT_GE(ready.end, a.base + 10004);
    EXPECT_LT(filled.load(), 1u << 14);
    a.host[10000] = std::byte(255);
    memory.fillAll();
    EXPECT_EQ(filled.load(), 1u << 20);
    for (size_t i = 0; i < 1 << 20; ++i)
        ASSERT_EQ(a.host[i], i == 10000 ? std::byte(255) : std::byte(i % 251)) << i;
    EXPECT_EQ(memory.ready(a.base, 1).end, a.end());
}

} // namespace
// As an NVIDIA H200 counted them (stages 18 and 19 at 512): words that leave the same bank of L1 wait for each other.
TEST(CopyCost, WordsWaitWhereTheyComeFromAndWhereTheyGo) {
    Access to, from;
    to.mask = from.mask = allLanes;
    to.exclusive = to.store = true;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) { // 8 rows of A, 4 words each, stored as columns
        from.address[lane] = 4ull * (lane / 4 * 512 + lane % 4);
        to.address[lane] = 4ull * (lane % 4 * 264 + lane / 4);
    }
    EXPECT_EQ(sharedCost(to).wavefronts, 1u);
    EXPECT_EQ(copyCost(to, from).wavefronts, 8u);
    EXPECT_EQ(copyCost(to, from).wavefrontsIdeal, 1u);
    from.mask = 0; // zeros come from nowhere
    EXPECT_EQ(copyCost(to, from).wavefronts, 1u);

    to.bytes = from.bytes = 16;
    from.mask = allLanes;
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) { // 16 rows of 8 words; 12 words apart where they go
        from.address[lane] = 4ull * (lane / 2 * 512 + lane % 2 * 4);
        to.address[lane] = 4ull * (lane / 2 * 12 + lane % 2 * 4);
    }
    EXPECT_EQ(sharedCost(to).wavefronts, 8u);
    EXPECT_EQ(copyCost(to, from).wavefronts, 20u);
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
        from.address[lane] = to.address[lane] = 16ull * lane;
    EXPECT_EQ(copyCost(to, from).wavefronts, 4u);
}

} // namespace warplens::sim::memory
