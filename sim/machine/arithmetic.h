// SPDX-License-Identifier: GPL-3.0-or-later
// What integer and floating-point instructions have in common, and where the latter are.
#pragma once

#include "sim/machine/evaluate.h"

namespace warplens::sim::machine {

inline uint32_t low(uint64_t value) {
    return static_cast<uint32_t>(value);
}
inline int64_t extended(uint64_t value) {
    return static_cast<int32_t>(low(value));
}

template<class T>
bool compareOrdered(unsigned how, T a, T b) { // 1 less, 2 equal, 4 greater
    return (how & 1 && a < b) || (how & 2 && a == b) || (how & 4 && a > b);
}

/// AND, OR, XOR, as comparisons combine their result with a predicate.
inline bool combined(uint64_t how, bool x, bool y) {
    return how == 0 ? x && y : how == 1 ? x || y : x != y;
}

/// False: it is none that is known. Conversions are among them.
bool evaluateFloat(const sass::Instruction& instruction, const Sources& sources, Result& result);

} // namespace warplens::sim::machine
