// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/address_range.h"
#include "kernels/runtime/memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <new>

namespace warplens::runtime {
namespace {

MemoryPtr memoryAt(uint64_t base, uint64_t bytes) {
    auto memory = std::make_shared<Memory>();
    memory->base = base;
    memory->bytes = bytes;
    memory->host = reinterpret_cast<std::byte*>(base);
    memory->call = "cudaMalloc";
    return memory;
}

TEST(AddressRange, KeepsPiecesApartAndGivesAddressesOnceOnly) {
    AddressRange range(64 << 20, AddressRange::Kind::Hidden);
    const uint64_t a = range.take(1000, 512), b = range.take(1, 4096);
    EXPECT_EQ(a % 512, 0u);
    EXPECT_EQ(b % 4096, 0u);
    EXPECT_GE(b, a + 1000 + (1 << 20));
    std::memset(range.host(a), 7, 1000);
    range.giveBack(a);
    EXPECT_EQ(range.host(a)[500], std::byte{0}); // forgotten
    EXPECT_NE(range.take(1000, 512), a);
    EXPECT_TRUE(range.contains(a));
    EXPECT_FALSE(range.contains(reinterpret_cast<uint64_t>(range.host(a))));
}

// What is written at one place is read at the other, and what was given back is zero.
TEST(AddressRange, OfTwoPlacesHasTheSameBytesInBoth) {
    AddressRange range(64 << 20, AddressRange::Kind::Twofold);
    if (range.kind() != AddressRange::Kind::Twofold)
        GTEST_SKIP() << "the operating system gives no such memory";
    const uint64_t base = range.take(4096, 4096);
    auto* const shown = reinterpret_cast<unsigned char*>(base);
    auto* const own = reinterpret_cast<unsigned char*>(range.host(base));
    ASSERT_NE(shown, own);
    shown[17] = 5;
    EXPECT_EQ(own[17], 5);
    own[18] = 6;
    EXPECT_EQ(shown[18], 6);
    range.giveBack(base);
    EXPECT_EQ(own[17], 0);
}

TEST(AddressRange, GoesRoundAndPassesOverWhatIsInUse) {
    AddressRange range(16 << 20, AddressRange::Kind::Hidden);
    const uint64_t kept = range.take(1 << 20, 4096);
    for (int i = 0; i < 100; ++i) {
        const uint64_t piece = range.take(2 << 20, 4096);
        EXPECT_TRUE(piece + (2 << 20) <= kept || piece >= kept + (1 << 20)) << i;
        EXPECT_TRUE(range.contains(piece + (2 << 20) - 1));
        range.giveBack(piece);
    }
    EXPECT_THROW(range.take(17 << 20, 4096), std::bad_alloc);
    EXPECT_THROW(range.take(UINT64_MAX - 100, 4096), std::bad_alloc);
}

TEST(MemoryTable, SaysWhatAnAddressIs) {
    MemoryTable table;
    table.add(memoryAt(0x10000, 400));
    table.add(memoryAt(0x20000, 100));
    EXPECT_EQ(table.find(0x10000 + 399)->number, 1u);
    EXPECT_EQ(table.find(0x10000 + 400), nullptr);
    EXPECT_EQ(table.describe(0x10000 + 404), "it is 4 bytes past the end of the 400 bytes from cudaMalloc (memory 1)");
    EXPECT_EQ(table.describe(0x10000 - 8),
              "it is 8 bytes before the beginning of the 400 bytes from cudaMalloc (memory 1)");
    table.remove(0x20000);
    EXPECT_EQ(table.describe(0x20010),
              "it was part of the 100 bytes from cudaMalloc (memory 2), which have been freed");
    EXPECT_EQ(table.describe(0x7f0000000000), "");
    EXPECT_TRUE(table.overlaps(0x10000 + 399, 0x10000 + 500));
    EXPECT_FALSE(table.overlaps(0x10000 + 400, 0x10000 + 500));
    EXPECT_FALSE(table.overlaps(0xf000, 0x10000));
}

TEST(MemoryTable, ShowsAKernelWhatItReaches) {
    MemoryTable table;
    table.add(memoryAt(0x10000, 400));
    const MemoryPtr other = table.add(memoryAt(0x20000, 100));
    other->device = 1;
    const auto view = table.view([](const Memory& memory) { return memory.device == 0; });
    ASSERT_NE(view->find(0x10010), nullptr);
    EXPECT_EQ(view->find(0x10010)->name, "memory 1");
    EXPECT_FALSE(view->find(0x10010)->initialized); // nobody has written there
    EXPECT_EQ(view->find(0x20010), nullptr);
    const uint64_t before = table.generation();
    table.markAllWritten();
    EXPECT_NE(table.generation(), before);
    EXPECT_TRUE(table.view([](const Memory&) { return true; })->find(0x10010)->initialized);
}

} // namespace
} // namespace warplens::runtime
