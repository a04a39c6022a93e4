// SPDX-License-Identifier: GPL-3.0-or-later
// Double-precision arithmetic in the directed rounding modes (.rz, .rm, .rp). Rarely used by kernels, so it is
// one call for each lane.
#pragma once

namespace warplens::sim::simt {

enum class Round : unsigned char;

double addRounded(double a, double b, Round round);
double mulRounded(double a, double b, Round round);
double fmaRounded(double a, double b, double c, Round round);
double divRounded(double a, double b, Round round);
double sqrtRounded(double a, Round round);
double fromInteger(unsigned long long magnitude, bool negative, Round round);

} // namespace warplens::sim::simt
