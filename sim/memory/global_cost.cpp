// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/global_cost.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::memory {
namespace {

constexpr unsigned sectorBytes = 32, lineBytes = 128;

struct Blocks {
    std::array<uint64_t, lanesPerWarp> number; ///< of the aligned block each active lane touches
    unsigned count = 0;

    void add(uint64_t block) {
        // Neighbouring lanes mostly share a block, or have the next one.
        for (unsigned i = count; i-- > 0;)
            if (number[i] == block)
                return;
        number[count++] = block;
    }
};

Blocks sectors(const Access& access) {
    // An element is aligned to its size and no wider than 16 bytes, so it lies in a single sector.
    Blocks blocks;
    for (uint32_t rest = access.mask; rest != 0; rest &= rest - 1)
        blocks.add(access.address[std::countr_zero(rest)] / sectorBytes);
    return blocks;
}

} // namespace

GlobalCost globalCost(const Access& access) {
    const Blocks touched = sectors(access);
    Blocks lines;
    for (unsigned i = 0; i < touched.count; ++i)
        lines.add(touched.number[i] / (lineBytes / sectorBytes));
    const unsigned asked = static_cast<unsigned>(std::popcount(access.mask)) * access.bytes;
    return {touched.count, std::min(touched.count, (asked + sectorBytes - 1) / sectorBytes), lines.count};
}

std::vector<uint64_t> sectorsOf(const Access& access) {
    const Blocks touched = sectors(access);
    std::vector<uint64_t> addresses(touched.number.begin(), touched.number.begin() + touched.count);
    std::sort(addresses.begin(), addresses.end());
    for (uint64_t& address : addresses)
        address *= sectorBytes;
    return addresses;
}

} // namespace warplens::sim::memory
