// SPDX-License-Identifier: GPL-3.0-or-later
// The machine code of a function as a scheduler sees it: for each instruction what has to be clear before it may be issued,
// what executes it and for how long, and when the warp's next one may follow.
#pragma once

#include "sim/machine/flow.h"
#include "sim/time/device.h"

#include <cstdint>
#include <vector>

namespace warplens::sim::time {

/// What executes instructions, in each quarter of a multiprocessor.
enum class Pipe : uint8_t { None, Fma, Alu, Half, Double, Xu, Tensor, Uniform, Memory };
constexpr size_t pipeCount = 9;

/// What an instruction does besides occupying a pipe.
enum class Does : uint8_t {
    Nothing,
    SharedAccess,
    GlobalLoad,
    GlobalStore,
    GlobalAtomic,
    LocalAccess,
    Copy,         ///< from global to shared memory
    CloseCopies,  ///< those so far are a group
    AwaitCopies,  ///< until at most so many groups are under way
    Exchange,     ///< between lanes, through the memory pipe
    Fence,        ///< until what was written has arrived
    Barrier,      ///< of the block
    OtherLatency, ///< a result that a barrier is waited for
};

struct Scheduled {
    uint8_t stall = 1;
    uint8_t waits = 0;             ///< barriers that must be clear
    uint8_t writes = 7, reads = 7; ///< barriers that it raises
    Pipe pipe = Pipe::None;
    uint8_t busy = 0; ///< clocks that the pipe of a quarter is occupied
    Does does = Does::Nothing;
    bool reachesMemory = false;
    bool heavy = false; ///< of Fma: only half of the lanes can do it
    uint8_t left = 0;   ///< of AwaitCopies
    /// Clocks until its quarter issues the next instruction; more where sources share a bank of registers.
    uint8_t holds = 1;
};

std::vector<Scheduled> schedule(const machine::Flow& flow, const MultiprocessorRates& rates);

} // namespace warplens::sim::time
