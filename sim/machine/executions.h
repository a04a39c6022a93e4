// SPDX-License-Identifier: GPL-3.0-or-later
// How often each machine instruction of a launch is executed.
//
// The blocks of a grid that have executed the same PTX are taken to execute the same machine code: one of each such class
// is followed (walk.h), and counts for all. Where a way depends on something that cannot be known, the counts are
// estimated from those of the PTX instructions that the machine instructions come from, and say so.
#pragma once

#include "sim/machine/walk.h"
#include "sim/memory/device_memory.h"

#include <string>

namespace warplens::sim::machine {

struct Executions {
    std::vector<uint64_t> byInstruction; ///< of all warps of the launch; by instruction of the function
    uint64_t total = 0;
    bool followed = false; ///< false: estimated
    bool assumed = false;  ///< no number is out of the ordinary: see walk.h
    std::string why;       ///< where they are not exact: a sentence
};

struct ExecutionOptions {
    size_t maximumClasses = 64; ///< that are followed; the rest is taken to be like them
    std::stop_token stop;
};

/// `result` is that of a run with RunOptions::classes. `memory` is as it was before that run: blocks are run again where
/// their way depends on it.
Executions countExecutions(const Flow& flow, const simt::Program& program, const simt::Launch& launch,
                           memory::DeviceMemory& memory, const simt::RunResult& result,
                           const ExecutionOptions& options = {});

/// Some branch, or a guard of a memory instruction, depends on what memory holds.
bool dependsOnMemory(const Flow& flow);

} // namespace warplens::sim::machine
