// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/l1.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::memory {
namespace {

constexpr unsigned lineBytes = 128, wordBytes = 4, tagBanks = 4;

/// By bit of the line's number: the bits of its bank that it turns. Read off the measurements, which reach lines that are a
/// gigabyte apart.
constexpr std::array<uint8_t, 23> turned = {1, 2, 1, 2, 3, 1, 2, 3, 2, 1, 2, 1, 3, 1, 3, 2, 1, 3, 2, 3, 0, 2, 1};

/// The bits of a line's number that turn this bit of its bank.
consteval uint64_t turns(uint8_t bitOfBank) {
    uint64_t bits = 0;
    for (size_t bit = 0; bit < turned.size(); ++bit)
        bits |= uint64_t((turned[bit] & bitOfBank) != 0) << bit;
    return bits;
}

/// In how many of the masks the bit is set that is set most often: columns are added up, 32 at a time.
unsigned fullestColumn(std::span<const uint32_t> masks) {
    std::array<uint32_t, 6> digits{}; // of the sums, in base 2; no more than 32 are added
    for (const uint32_t mask : masks) {
        uint32_t carry = mask;
        for (uint32_t& digit : digits) {
            const uint32_t both = digit & carry;
            digit ^= carry;
            carry = both;
        }
    }
    uint32_t fullest = ~0u;
    unsigned most = 0;
    for (size_t n = digits.size(); n-- > 0;)
        if ((digits[n] & fullest) != 0) {
            fullest &= digits[n];
            most |= 1u << n;
        }
    return most;
}

} // namespace

unsigned leastTagClocks(unsigned lines) {
    return (lines + tagBanks - 1) / tagBanks;
}

unsigned tagBank(uint64_t line) {
    return static_cast<unsigned>(std::popcount(line & turns(1)) & 1) |
           static_cast<unsigned>(std::popcount(line & turns(2)) & 1) << 1;
}

unsigned tagClocks(std::span<const uint64_t> sectors) {
    std::array<uint64_t, lanesPerWarp> lines;
    size_t count = 0;
    uint64_t farthest = 0;
    std::array<unsigned, tagBanks> banks{};
    for (const uint64_t sector : sectors) {
        const uint64_t line = sector / 4;
        const bool beyond = count == 0 || line > farthest; // sectors mostly ascend
        if (count == lines.size() ||
            (!beyond && std::find(lines.begin(), lines.begin() + count, line) != lines.begin() + count))
            continue;
        farthest = std::max(farthest, line);
        lines[count++] = line;
        ++banks[tagBank(line)];
    }
    return *std::max_element(banks.begin(), banks.end());
}

namespace {

unsigned dataClocksOf(const Access& access, uint32_t lanes) {
    std::array<uint64_t, lanesPerWarp> lines;
    std::array<uint32_t, lanesPerWarp> words{}; // of each line that is touched, by bank
    size_t count = 0;
    const uint32_t element = (1u << std::max(1u, access.bytes / wordBytes)) - 1;
    for (uint32_t rest = access.mask & lanes; rest != 0; rest &= rest - 1) {
        const uint64_t address = access.address[static_cast<size_t>(std::countr_zero(rest))];
        size_t n = count;
        while (n > 0 && lines[n - 1] != address / lineBytes) // neighbouring lanes mostly share a line
            --n;
        if (n == 0) {
            lines[count] = address / lineBytes;
            n = ++count;
        }
        words[n - 1] |= element << (address % lineBytes / wordBytes);
    }
    return count <= 1 ? static_cast<unsigned>(count) : fullestColumn(std::span(words).first(count));
}

} // namespace

unsigned dataClocks(const Access& access) {
    const unsigned lanes = access.bytes == 16 ? 8 : access.bytes == 8 ? 16 : 32;
    unsigned clocks = 0;
    for (unsigned first = 0; first < lanesPerWarp; first += lanes)
        clocks += dataClocksOf(access, allLanes >> (lanesPerWarp - lanes) << first);
    return clocks;
}

} // namespace warplens::sim::memory
