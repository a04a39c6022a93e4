// SPDX-License-Identifier: GPL-3.0-or-later
// What the warps of one block do, in the order in which each does it: instructions of the machine, and for those that reach
// memory what the request costs and which sectors it touches. The walk (sim/machine) gives the way, the emulator's trace of the
// PTX the requests.
#pragma once

#include "sim/machine/walk.h"
#include "sim/memory/device_memory.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace warplens::sim::time {

/// An execution of a memory instruction that some lanes take part in.
struct Request {
    uint64_t at = 0;                 ///< how many instructions the warp had executed before
    uint32_t step = 0;               ///< the instruction
    uint32_t pattern = 0;            ///< into BlockWork::patterns: of global memory, where its sectors lie ...
    uint64_t begin = 0;              ///< ... from this one on: an address / 32
    uint16_t sectors = 0, lines = 0; ///< of global memory ...
    uint8_t tags = 0, data = 0;      ///< ... and the clocks that L1 takes: sim/memory/l1.h
    uint16_t wavefronts = 0;         ///< of shared memory
};

struct WarpWork {
    std::vector<machine::Run> runs;
    std::vector<Request> requests;
    uint64_t instructions = 0;
};

struct BlockWork {
    std::vector<WarpWork> warps;
    /// Sectors of requests, from Request::begin on. A loop repeats a few of them.
    std::vector<std::vector<int64_t>> patterns;
    uint64_t instructions = 0;
    bool complete = false; ///< false: its beginning only
    bool known = false;    ///< false: where its warps go could not be told
};

/// `mostInstructions` of each warp; more are left out.
BlockWork workOf(const machine::Flow& flow, const simt::Program& program, const simt::Launch& launch,
                 memory::DeviceMemory& memory, const simt::Dim3& block, uint64_t mostInstructions,
                 const std::stop_token& stop);

} // namespace warplens::sim::time
