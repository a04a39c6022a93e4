// SPDX-License-Identifier: GPL-3.0-or-later
// The 128 bits of a machine instruction since compute capability 7.0, little endian: bit 0 is the lowest of `low`.
#pragma once

#include <cstdint>

namespace warplens::sim::sass {

struct Word {
    uint64_t low = 0, high = 0;

    bool bit(unsigned at) const { return (at < 64 ? low >> at : high >> (at - 64)) & 1; }
    /// `count` bits from bit `at` on, 64 at most.
    uint64_t bits(unsigned at, unsigned count) const {
        uint64_t value = at < 64 ? low >> at : high >> (at - 64);
        if (at < 64 && at + count > 64)
            value |= high << (64 - at);
        return count == 64 ? value : value & ((uint64_t(1) << count) - 1);
    }
    int64_t signedBits(unsigned at, unsigned count) const {
        return static_cast<int64_t>(bits(at, count) << (64 - count)) >> (64 - count);
    }
    bool operator==(const Word&) const = default;
};

} // namespace warplens::sim::sass
