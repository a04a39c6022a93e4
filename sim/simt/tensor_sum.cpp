// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/tensor_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace warplens::sim::simt {
namespace {

using ptx::Type;

// Of compute capability 9.0.
constexpr int extraBits = 2;       ///< kept below the last bit of a single-precision number
constexpr unsigned stepBytes = 32; ///< of each operand that are taken in one step

/// The exponent of a number that is not 0.
int exponentOf(double x) {
    return static_cast<int>(std::bit_cast<uint64_t>(x) >> 52 & 0x7ff) - 1023;
}

double powerOfTwo(int exponent) {
    return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

float cutToFloat(double x) {
    const auto nearest = static_cast<float>(x);
    return std::fabs(double(nearest)) > std::fabs(x) ? std::nextafter(nearest, 0.0f) : nearest;
}

double step(Type type, const double* a, const double* b, unsigned count, double c) {
    const int smallest = smallestExponent(type);
    int largest = c != 0 ? std::max(exponentOf(c), -126) : INT32_MIN;
    double plain = c;
    for (unsigned i = 0; i < count; ++i) {
        plain += a[i] * b[i];
        if (a[i] != 0 && b[i] != 0)
            largest = std::max(largest, std::max(exponentOf(a[i]), smallest) + std::max(exponentOf(b[i]), smallest));
    }
    if (!std::isfinite(plain) || largest == INT32_MIN)
        return plain;
    // Whole numbers of units: none exceeds 2^28, so their sum is exact.
    const int unit = largest - 23 - extraBits;
    const double scale = powerOfTwo(-unit);
    int64_t sum = static_cast<int64_t>(c * scale);
    for (unsigned i = 0; i < count; ++i)
        sum += static_cast<int64_t>(a[i] * b[i] * scale);
    return cutToFloat(static_cast<double>(sum) * powerOfTwo(unit));
}

} // namespace

int smallestExponent(Type type) {
    return type == Type::f16 || type == Type::e5m2 ? -14 : type == Type::e4m3 ? -6 : -126;
}

unsigned productsInStep(Type type) {
    return stepBytes / ptx::typeBytes(type);
}

double tensorSum(Type type, const double* a, const double* b, unsigned count, double c, bool saturate) {
    if (type == Type::f64) {
        for (unsigned i = 0; i < count; ++i)
            c = std::fma(a[i], b[i], c);
        return c;
    }
    if (!ptx::isFloat(type)) {
        auto sum = static_cast<int64_t>(c);
        for (unsigned i = 0; i < count; ++i)
            sum += static_cast<int64_t>(a[i]) * static_cast<int64_t>(b[i]);
        if (saturate)
            sum = std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX);
        return static_cast<double>(static_cast<int32_t>(static_cast<uint32_t>(sum)));
    }
    const unsigned width = productsInStep(type);
    for (unsigned i = 0; i < count; i += width)
        c = step(type, a + i, b + i, std::min(width, count - i), c);
    return c;
}

} // namespace warplens::sim::simt
