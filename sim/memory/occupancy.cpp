// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/occupancy.h"

#include <algorithm>

namespace warplens::sim::memory {
namespace {

template<class T>
T roundedUp(T value, T unit) {
    return (value + unit - 1) / unit * unit;
}

} // namespace

std::string_view resourceName(Resource resource) {
    switch (resource) {
    case Resource::Warps:
        return "warps";
    case Resource::Blocks:
        return "blocks";
    case Resource::Registers:
        return "registers";
    case Resource::SharedMemory:
        return "shared memory";
    }
    return {};
}

Occupancy occupancy(const Architecture& a, const KernelResources& kernel) {
    Occupancy result;
    result.maximumWarps = a.warps;
    const unsigned warps = (kernel.threads + 31) / 32;
    if (warps == 0)
        return result;

    unsigned byRegisters = a.blocks;
    if (kernel.registers > a.registersPerThread) {
        byRegisters = 0;
    } else if (kernel.registers != 0 && a.registersByWarp) {
        // Each scheduler has a share of the registers, and a warp's have to lie in one of them.
        const unsigned perWarp = roundedUp(kernel.registers * 32, a.registerUnit);
        result.registersPerBlock = perWarp * warps;
        byRegisters = a.registers / a.warpUnit / perWarp * a.warpUnit / warps;
    } else if (kernel.registers != 0) {
        result.registersPerBlock = roundedUp(roundedUp(warps, a.warpUnit) * kernel.registers * 32, a.registerUnit);
        byRegisters = a.registers / result.registersPerBlock;
    }

    result.sharedPerBlock = roundedUp<uint64_t>(kernel.sharedBytes + a.reservedSharedBytes, a.sharedUnit);
    unsigned byShared = a.blocks;
    if (kernel.sharedBytes > a.sharedBytesPerBlock)
        byShared = 0;
    else if (result.sharedPerBlock != 0)
        byShared = static_cast<unsigned>(std::min<uint64_t>(a.sharedBytes / result.sharedPerBlock, 0xffff));

    result.allowed = {kernel.threads > a.threadsPerBlock ? 0 : a.warps / warps, a.blocks, byRegisters, byShared};
    result.blocks = *std::min_element(result.allowed.begin(), result.allowed.end());
    result.warps = result.blocks * warps;
    for (unsigned i = 0; i < result.allowed.size(); ++i)
        if (result.allowed[i] == result.blocks)
            result.limitedBy.push_back(static_cast<Resource>(i));
    return result;
}

uint32_t sharedMemorySize(const Architecture& a, const Occupancy& occupancy) {
    const uint64_t needed = occupancy.sharedPerBlock * occupancy.blocks;
    uint32_t size = a.sharedBytes;
    for (auto kib = a.carveOuts.rbegin(); kib != a.carveOuts.rend(); ++kib)
        if (*kib != 0 && *kib * 1024u >= needed)
            size = *kib * 1024u;
    return size;
}

} // namespace warplens::sim::memory
