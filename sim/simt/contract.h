// SPDX-License-Identifier: GPL-3.0-or-later
// Which products and sums of a PTX function the GPU computes as one: ptxas may join `mul` and `add` or `sub` without a
// rounding modifier into a fused multiply-add (PTX ISA 9.0, 9.7.3.4: "mul/add sequences with no rounding modifiers may
// be optimized to use fused-multiply-add"), and a result is the GPU's only where the same ones are joined.
//
// The rules are what ptxas of CUDA 13.0 does for sm_90, found by compiling small kernels and reading their machine
// code. tests/sim/contract_test.cpp holds them against every cubin of the repository.
//
// Terms
//   product   a `mul` without rounding modifier, .sat and guard
//   sum       an `add` or `sub` without rounding modifier
//   piece     a part of a basic block between two instructions that ptxas makes branches of, such as div.rn
#pragma once

#include "sim/ptx/module.h"
#include "sim/simt/cfg.h"

#include <map>

namespace warplens::sim::simt {

/// A sum that is computed as a * b + c.
struct Contraction {
    uint32_t product = 0; ///< index of the instruction that multiplies
    ptx::Operand a, b, c;
    bool negatesProduct = false, negatesAddend = false;
};

struct Contractions {
    std::map<uint32_t, Contraction> sums; ///< by index of the instruction that adds
    struct Product {
        bool gone = false;                 ///< nobody else needs it: it is not computed by itself
        bool keepA = false, keepB = false; ///< the register of that factor is written before the last sum reads it
    };
    std::map<uint32_t, Product> products; ///< of those sums, by index of the instruction that multiplies
};

Contractions contractions(const ptx::Function& function, const FlowGraph& graph);

} // namespace warplens::sim::simt
