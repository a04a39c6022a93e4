// SPDX-License-Identifier: GPL-3.0-or-later
// How much of global memory a launch touches, each byte once: what has to pass between DRAM and the chip if caches keep everything.
// Told from some blocks: one in the middle of the grid and its neighbours are run, and where what an instruction touches lies as far
// on with each block, all blocks together are told from that. Where it does not, as in a gather, so many blocks are run that it
// shows how often they meet.
#pragma once

#include "sim/memory/device_memory.h"
#include "sim/simt/launch.h"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace warplens::sim::time {

struct Touched {
    double read = 0;    ///< bytes, as DRAM reads them: pairs of sectors
    double written = 0; ///< bytes, as L2 writes them back: sectors
    double total() const { return read + written; }
};

/// Nothing: a block fails, or blocks cannot be run one by one. `memory` is written to.
std::optional<Touched> touchedBy(const simt::Program& program, const simt::Launch& launch, memory::DeviceMemory& memory,
                                 const std::stop_token& stop);

} // namespace warplens::sim::time
