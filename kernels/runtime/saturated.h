// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes that programs ask for: products and sums that do not fit 64 bits are the largest number, which nothing has room for.
#pragma once

#include <cstdint>

namespace warplens::runtime {

inline uint64_t saturatedProduct(uint64_t a, uint64_t b) {
    uint64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? UINT64_MAX : result;
}

inline uint64_t saturatedSum(uint64_t a, uint64_t b) {
    uint64_t result = 0;
    return __builtin_add_overflow(a, b, &result) ? UINT64_MAX : result;
}

} // namespace warplens::runtime
