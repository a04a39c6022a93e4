// SPDX-License-Identifier: GPL-3.0-or-later
// Names the handler of an instruction: the opcode, its types and the modifiers that change what is computed.
// Handlers exist once for each instruction set of the host (baseline, AVX2, AVX-512); `lanes()` picks the best one.
//
// Plain data on purpose: these headers are compiled with different instruction sets, and an inline function in one
// of them could end up in code that runs everywhere.
#pragma once

#include "sim/ptx/opcode.h"
#include "sim/ptx/type.h"
#include "sim/simt/lanes/tensor.h"
#include "sim/simt/machine.h"

namespace warplens::sim::simt {

enum class Round : uint8_t { Unspecified, Nearest, Zero, Down, Up, NearestAway };
enum class Compare : uint8_t { None, Eq, Ne, Lt, Le, Gt, Ge, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, Nan };
enum class Combine : uint8_t { None, And, Or, Xor };
enum class Part : uint8_t { Whole, Low, High, Wide }; ///< of an integer product

struct LaneKey {
    ptx::Opcode opcode{};
    ptx::Type type{};   ///< of the result
    ptx::Type source{}; ///< of the operands where it differs (cvt, set, slct, popc ...)
    Round round = Round::Unspecified;
    Compare compare = Compare::None;
    Part part = Part::Whole;
    bool toInteger = false; ///< cvt .rni/.rzi/.rmi/.rpi within a floating-point type
    bool flush = false;     ///< .ftz
    bool saturate = false;
    bool nan = false; ///< min.NaN, max.NaN
    bool relu = false;
    bool xorSign = false;   ///< min, max of the magnitudes, with the product's sign
    bool satFinite = false; ///< cvt: the largest number in place of infinity
    bool carryIn = false, carryOut = false;
    uint8_t mode = 0; ///< what else an opcode needs: prmt mode, testp kind, shf direction and clamp, cvt.pack
};

/// Flags that handlers read from Op::flags.
enum : uint16_t {
    flagCombineShift = 0, ///< bits 0-1 of setp and set: Combine
    flagNegateC = 4,      ///< the predicate in slot c is negated
    flagSecond = 8,       ///< setp p|q: slot e takes the complement
    flagCarryIn = 16,
    flagCarryOut = 32,
};

/// Flags of cvt.
enum ConvertFlags : uint16_t {
    convertRoundShift = 8, ///< bits 8-10: Round
    convertSaturate = 1u << 11,
    convertFlush = 1u << 12,
    convertRelu = 1u << 13,
    convertToInteger = 1u << 14,
    convertSatFinite = 1u << 15,
};

/// Flags of vadd2 and its kin: bits 0-2 the operation.
enum VideoFlags : uint16_t {
    videoAdd,
    videoSubtract,
    videoAverage,
    videoDifference,
    videoMinimum,
    videoMaximum,
    videoBytes = 8, ///< four of 8 bits, not two of 16
    videoSignedA = 16,
    videoSignedB = 32,
    videoSignedD = 64,
    videoSaturate = 128,
    videoSum = 256, ///< .add: all of them, plus c
};

/// What vadd and its kin do with their result and c; bits 12-15 of Op::table. Bits 0-3, 4-7 and 8-11 name the parts of
/// a, b and d: 0 the whole, 1-4 the bytes, 5-6 the halves. From bit 16: the comparison of vset, the distance of vmad,
/// whether a shift clamps. Op::flags: bits 0-3 the operation, as the opcodes follow vadd, and VideoFlags.
enum ScalarVideo : uint8_t {
    scalarVideoNone,
    scalarVideoAdd,
    scalarVideoMin,
    scalarVideoMax,
    scalarVideoMerge,
};

struct Lanes {
    const char* name; ///< "baseline", "AVX2", "AVX-512"
    /// The handler, or nullptr where PTX has no such combination or Warplens does not know it.
    Handler (*select)(const LaneKey&);
    /// The handler of a load or store that the short way can serve; nullptr: accessSlowly() does it.
    Handler (*memory)(const MemoryOp&);
    TensorLanes tensor;
};

extern const Lanes lanesBaseline, lanesAvx2, lanesAvx512;

/// The fastest that this processor runs; WARPLENS_LANES=baseline|avx2|avx512 asks for another.
const Lanes& lanes();

} // namespace warplens::sim::simt
