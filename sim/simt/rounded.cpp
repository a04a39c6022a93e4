// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/rounded.h"

#include "sim/simt/lanes/lane_key.h"

#include <cfenv>
#include <cmath>

namespace warplens::sim::simt {
namespace {

class Rounding {
public:
    explicit Rounding(Round round) {
        std::fesetround(round == Round::Zero   ? FE_TOWARDZERO
                        : round == Round::Down ? FE_DOWNWARD
                        : round == Round::Up   ? FE_UPWARD
                                               : FE_TONEAREST);
    }
    ~Rounding() { std::fesetround(FE_TONEAREST); }
    Rounding(const Rounding&) = delete;
    Rounding& operator=(const Rounding&) = delete;
};

} // namespace

// The operands are volatile so that nothing is computed before the mode is set or after it is reset.
double addRounded(double a, double b, Round round) {
    const Rounding mode(round);
    volatile double x = a, y = b;
    volatile double result = x + y;
    return result;
}

double mulRounded(double a, double b, Round round) {
    const Rounding mode(round);
    volatile double x = a, y = b;
    volatile double result = x * y;
    return result;
}

double fmaRounded(double a, double b, double c, Round round) {
    const Rounding mode(round);
    volatile double x = a, y = b, z = c;
    volatile double result = std::fma(x, y, z);
    return result;
}

double divRounded(double a, double b, Round round) {
    const Rounding mode(round);
    volatile double x = a, y = b;
    volatile double result = x / y;
    return result;
}

double sqrtRounded(double a, Round round) {
    const Rounding mode(round);
    volatile double x = a;
    volatile double result = std::sqrt(x);
    return result;
}

double fromInteger(unsigned long long magnitude, bool negative, Round round) {
    const Round forMagnitude = !negative              ? round
                               : round == Round::Down ? Round::Up
                               : round == Round::Up   ? Round::Down
                                                      : round;
    const Rounding mode(forMagnitude);
    volatile unsigned long long x = magnitude;
    volatile double result = static_cast<double>(x);
    return negative ? -result : result;
}

} // namespace warplens::sim::simt
