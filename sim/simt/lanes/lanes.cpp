// SPDX-License-Identifier: GPL-3.0-or-later
// All handlers for one instruction set of the host. Compiled once for each: WARPLENS_ISA is its name.
#include "sim/simt/lanes/lane_key.h"
#include "sim/simt/memory_access.h"
#include "sim/simt/rounded.h"

#define WARPLENS_JOIN2(a, b) a##b
#define WARPLENS_JOIN(a, b) WARPLENS_JOIN2(a, b)
#define WARPLENS_TEXT2(a) #a
#define WARPLENS_TEXT(a) WARPLENS_TEXT2(a)

namespace warplens::sim::simt {
namespace {

// Each builds on the ones before.
// clang-format off
#include "sim/simt/lanes/vector.inl"
#include "sim/simt/lanes/values.inl"
#include "sim/simt/lanes/arithmetic.inl"
#include "sim/simt/lanes/bits.inl"
#include "sim/simt/lanes/convert.inl"
#include "sim/simt/lanes/compare.inl"
#include "sim/simt/lanes/select.inl"
#include "sim/simt/lanes/memory.inl"
#include "sim/simt/lanes/tensor.inl"
// clang-format on

} // namespace

extern const Lanes WARPLENS_JOIN(lanes, WARPLENS_ISA);
const Lanes WARPLENS_JOIN(lanes, WARPLENS_ISA) = {WARPLENS_TEXT(WARPLENS_ISA),
                                                  selectLane,
                                                  selectMemory,
                                                  {decodeTensor, encodeTensor, tensorExponents, multiplyTensor}};

} // namespace warplens::sim::simt
