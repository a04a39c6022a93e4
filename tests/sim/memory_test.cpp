// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/device_memory.h"
#include "sim/memory/global_cost.h"
#include "sim/memory/shared_cost.h"

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
    EXPECT_EQ(globalCost(access(4, false, [](unsigned l) { return 4096 + 4 * l; })), (GlobalCost{4, 4, 1}));
    EXPECT_EQ(globalCost(access(4, false, [](unsigned l) { return 4096 + 4 * (l + 1); })), (GlobalCost{5, 4, 2}));
    EXPECT_EQ(globalCost(access(16, false, [](unsigned l) { return 4096 + 16 * l; })), (GlobalCost{16, 16, 4}));
    EXPECT_EQ(globalCost(access(1, false, [](unsigned l) { return 4096 + l; })), (GlobalCost{1, 1, 1}));
}

TEST(GlobalCost, SpreadAndShared) {
    EXPECT_EQ(globalCost(access(4, false, [](unsigned l) { return 4096 + 512 * l; })), (GlobalCost{32, 4, 32}));
    EXPECT_EQ(globalCost(access(4, false, [](unsigned) { return 4096; })), (GlobalCost{1, 1, 1}));
    EXPECT_EQ(globalCost(access(4, false, [](unsigned l) { return 4096 + 32 * l; })), (GlobalCost{32, 4, 8}));
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
} // namespace warplens::sim::memory
