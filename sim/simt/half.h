// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of 16 bits, one at a time: f16, or bf16 where `bfloat`. Lane instructions have their own (lanes/values.inl).
#pragma once

#include <cstdint>

namespace warplens::sim::simt {

float widenHalf(uint16_t bits, bool bfloat);
/// Rounded to the nearest, ties to even. What is not a number becomes 0x7fff.
uint16_t narrowHalf(float x, bool bfloat);

} // namespace warplens::sim::simt
