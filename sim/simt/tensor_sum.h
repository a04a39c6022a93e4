// SPDX-License-Identifier: GPL-3.0-or-later
// How tensor cores add. The ISA leaves the order and the rounding open (9.7.15.5.14); published measurements of the
// hardware (Fasi et al. 2021, "Numerical behavior of NVIDIA tensor cores"; Li et al. 2024, "FTTN") show that products
// of f16, bf16 and tf32 are formed exactly, that those of one step are shifted to the largest exponent among them and
// the accumulator, cut off below, and added as whole numbers, and that the sum is cut to single precision.
#pragma once

#include "sim/ptx/type.h"

namespace warplens::sim::simt {

/// c + sum of a[i] * b[i]. Whole numbers are exact, wrapping at 32 bits, or held at their ends with `saturate`.
/// Lane handlers compute the same, many at a time (sim/simt/lanes/tensor.inl).
double tensorSum(ptx::Type type, const double* a, const double* b, unsigned count, double c, bool saturate);

/// The exponent that an operand has before anything is normalised: subnormal numbers have this one.
int smallestExponent(ptx::Type type);

/// How many products of such numbers are added at once.
unsigned productsInStep(ptx::Type type);

} // namespace warplens::sim::simt
