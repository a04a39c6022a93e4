// SPDX-License-Identifier: GPL-3.0-or-later
// Occupancy: how many blocks of a kernel a multiprocessor holds at a time, and what keeps it from holding more.
//
// The arithmetic is that of cudaOccupancyMaxActiveBlocksPerMultiprocessor (cuda_occupancy.h of the CUDA Toolkit):
// registers, warps and shared memory are handed out in lots, and each scheduler has a share of the registers of its
// own.
#pragma once

#include "sim/memory/architecture.h"

#include <string_view>
#include <vector>

namespace warplens::sim::memory {

struct KernelResources {
    unsigned threads = 0;     ///< of a block
    unsigned registers = 0;   ///< of a thread
    uint64_t sharedBytes = 0; ///< of a block, static and dynamic
};

enum class Resource : uint8_t { Warps, Blocks, Registers, SharedMemory };
std::string_view resourceName(Resource resource); ///< "shared memory"

struct Occupancy {
    unsigned blocks = 0; ///< on one multiprocessor; 0: the kernel cannot run at all
    unsigned warps = 0;
    unsigned maximumWarps = 0;
    /// Blocks that each resource would allow by itself, by Resource.
    std::array<unsigned, 4> allowed{};
    std::vector<Resource> limitedBy; ///< those that allow the fewest
    unsigned registersPerBlock = 0;  ///< as handed out
    uint64_t sharedPerBlock = 0;     ///< as handed out, with what the system reserves
    double fraction() const { return maximumWarps ? double(warps) / maximumWarps : 0; }
};

Occupancy occupancy(const Architecture& architecture, const KernelResources& kernel);

/// What is left of the memory that L1 and shared memory have together, when `blocks` blocks are resident: the driver
/// takes the smallest size of shared memory that holds them. In bytes; the whole L1 where it has a memory of its own.
uint32_t sharedMemorySize(const Architecture& architecture, const Occupancy& occupancy);

} // namespace warplens::sim::memory
