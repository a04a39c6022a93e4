// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a product of matrices, and what is computed with them in the instruction set of the host. Plain data on
// purpose, as lane_key.h.
#pragma once

#include "sim/ptx/type.h"

#include <cstddef>
#include <cstdint>

namespace warplens::sim::simt {

/// A (M x K), B (K x N), C and D (M x N), row after row. All numbers are exact in a double.
struct TensorNumbers {
    static constexpr unsigned most = 16 * 256; ///< elements of an operand
    static constexpr unsigned group = 8;       ///< columns that are computed together: each N is a multiple of it

    alignas(64) double a[most];
    alignas(64) double b[most];
    alignas(64) double c[most];
    alignas(64) double d[most];
    alignas(64) int32_t aExponents[most];
    alignas(64) int32_t bExponents[most];
    unsigned m, n, k;
};

/// The registers of a warp that hold one of them.
struct TensorRegisters {
    std::byte* window = nullptr;      ///< that the places count from
    const uint32_t* places = nullptr; ///< a slot for each register
    const uint16_t* order = nullptr;  ///< which number: of lane l the part i at l + 32 * i
    unsigned parts = 0;               ///< that a lane holds
    uint32_t lanes = 0xffffffffu;     ///< that are written
};

/// How products are added.
enum class TensorSum : uint8_t { Steps, Double, Whole, Saturated, Exclusive };

/// The exponent of 0: less than any sum of two others.
constexpr int32_t noExponent = -(1 << 20);

struct TensorLanes {
    void (*decode)(ptx::Type, const TensorRegisters&, double* numbers);
    void (*encode)(ptx::Type, const TensorRegisters&, const double* numbers);
    /// The exponents of numbers, none below `smallest`. False where one is infinite or not a number.
    bool (*exponents)(const double* numbers, unsigned count, int32_t smallest, int32_t* exponents);
    /// D = A * B + C. `step`: how many products are added at once (sim/simt/tensor_sum.h). Numbers of steps are finite.
    void (*multiply)(TensorSum, unsigned step, TensorNumbers&);
};

} // namespace warplens::sim::simt
