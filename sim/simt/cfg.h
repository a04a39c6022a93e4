// SPDX-License-Identifier: GPL-3.0-or-later
// The flow graph of a PTX function: basic blocks, their successors, and for each block its immediate
// post-dominator, the first place that every way onwards passes. There divergent lanes meet again. The immediate
// dominator is the last place that every way to it passes.
#pragma once

#include "sim/ptx/module.h"

#include <vector>

namespace warplens::sim::simt {

struct FlowBlock {
    uint32_t first = 0, end = 0; ///< instructions [first, end)
    std::vector<uint32_t> successors;
    int32_t postDominator = -1; ///< -1: lanes that part here need not meet again before the end
    int32_t dominator = -1;     ///< -1: of the first block, and of blocks that no way leads to
};

struct FlowGraph {
    std::vector<FlowBlock> blocks; ///< in the order of the text; the last one is where a device function returns
    std::vector<uint32_t> blockOf; ///< by instruction
    bool hasReturnBlock = false;

    uint32_t returnBlock() const { return static_cast<uint32_t>(blocks.size() - 1); }
    /// Every way to `b` passes `a`; a block dominates itself.
    bool dominates(uint32_t a, uint32_t b) const;
    bool postDominates(uint32_t a, uint32_t b) const;
    /// Some way from the block leads back to it without leaving what it dominates.
    bool isLoopHead(uint32_t b) const;
};

/// Throws ptx::PtxError where a branch names a label that does not exist.
FlowGraph flowGraph(const ptx::Function& function);

/// The labels that a `brx.idx` may go to.
const std::vector<std::string_view>& branchTargets(const ptx::Function& function, const ptx::Instruction& instruction);

} // namespace warplens::sim::simt
