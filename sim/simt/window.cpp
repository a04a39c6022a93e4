// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/window.h"

#include "sim/simt/cluster.h"
#include "sim/simt/limits.h"

#include <algorithm>
#include <cstring>

namespace warplens::sim::simt {
namespace {

/// What a special register holds.
uint64_t special(const RunState& state, const Dim3& index, Special what, uint32_t warp, uint32_t lane) {
    const Dim3& block = state.launch.block;
    const Dim3& grid = state.launch.grid;
    const Dim3& cluster = state.launch.cluster;
    const Dim3 thread = at(block, uint64_t(warp) * 32 + lane);
    switch (what) {
    case Special::TidX:
        return thread.x;
    case Special::TidY:
        return thread.y;
    case Special::TidZ:
        return thread.z;
    case Special::NtidX:
        return block.x;
    case Special::NtidY:
        return block.y;
    case Special::NtidZ:
        return block.z;
    case Special::CtaidX:
        return index.x;
    case Special::CtaidY:
        return index.y;
    case Special::CtaidZ:
        return index.z;
    case Special::NctaidX:
        return grid.x;
    case Special::NctaidY:
        return grid.y;
    case Special::NctaidZ:
        return grid.z;
    case Special::LaneId:
        return lane;
    case Special::WarpId:
        return warp;
    case Special::NwarpId:
        return (block.count() + 31) / 32;
    case Special::NsmId:
        return 1;
    case Special::ClusterNctaRank:
        return clusterSize(state.launch);
    case Special::ClusterCtaRank:
        return rankInCluster(state.launch, index);
    case Special::ClusterCtaidX:
        return index.x % cluster.x;
    case Special::ClusterCtaidY:
        return index.y % cluster.y;
    case Special::ClusterCtaidZ:
        return index.z % cluster.z;
    case Special::ClusterNctaidX:
        return cluster.x;
    case Special::ClusterNctaidY:
        return cluster.y;
    case Special::ClusterNctaidZ:
        return cluster.z;
    case Special::ClusteridX:
        return index.x / cluster.x;
    case Special::ClusteridY:
        return index.y / cluster.y;
    case Special::ClusteridZ:
        return index.z / cluster.z;
    case Special::NclusteridX:
        return grid.x / cluster.x;
    case Special::NclusteridY:
        return grid.y / cluster.y;
    case Special::NclusteridZ:
        return grid.z / cluster.z;
    case Special::LanemaskEq:
        return 1u << lane;
    case Special::LanemaskLe:
        return (2ull << lane) - 1;
    case Special::LanemaskLt:
        return (1ull << lane) - 1;
    case Special::LanemaskGe:
        return ~((1u << lane) - 1);
    case Special::LanemaskGt:
        return ~static_cast<uint32_t>((2ull << lane) - 1);
    case Special::DynamicSmemSize:
        return state.launch.dynamicShared;
    case Special::TotalSmemSize:
        return state.program.staticSharedBytes + state.launch.dynamicShared;
    case Special::EnvReg1:
        return state.launch.gridBarrier >> 32;
    case Special::EnvReg2:
        return state.launch.gridBarrier & 0xffffffff;
    case Special::SmId:
    case Special::GridId:
    case Special::Frame:
    case Special::Zero:
        break;
    }
    return 0;
}

} // namespace

bool reserve(Warp& warp, uint32_t windowEnd, uint32_t frameEnd) {
    if (frameEnd > maximumFrame || windowEnd > (1u << 28))
        return false;
    if (windowEnd > warp.registerBytes) {
        const size_t bytes = std::max<size_t>(windowEnd, warp.registerBytes * 2);
        AlignedBytes larger = alignedBytes(bytes);
        std::memset(larger.get(), 0, bytes);
        if (warp.registerBytes)
            std::memcpy(larger.get(), warp.registers.get(), warp.registerBytes);
        warp.registers = std::move(larger);
        warp.registerBytes = bytes;
    }
    if (frameEnd > warp.localBytes) {
        const uint32_t bytes = std::min(maximumFrame, std::max(frameEnd, warp.localBytes * 2));
        AlignedBytes larger = alignedBytes(size_t(bytes) * 32);
        std::memset(larger.get(), 0, size_t(bytes) * 32);
        for (uint32_t l = 0; l < 32 && warp.localBytes; ++l)
            std::memcpy(larger.get() + size_t(l) * bytes, warp.local.get() + size_t(l) * warp.localBytes,
                        warp.localBytes);
        warp.local = std::move(larger);
        warp.localBytes = bytes;
    }
    return true;
}

void openWindow(const RunState& state, const Dim3& index, Warp& warp, const FunctionCode& function, uint32_t window,
                uint32_t frame) {
    std::byte* base = warp.registers.get() + window;
    *reinterpret_cast<uint32_t*>(base) = 0xffffffffu; // the predicate that is always true
    if (!function.image.empty())
        std::memcpy(base + function.imageAt, function.image.data(), function.image.size());
    for (const SpecialSlot& slot : function.specials)
        for (uint32_t lane = 0; lane < 32; ++lane) {
            const uint64_t value =
                slot.what == Special::Frame ? frame : special(state, index, slot.what, warp.index, lane);
            if (slot.wide)
                reinterpret_cast<uint64_t*>(base + slot.slot)[lane] = value;
            else
                reinterpret_cast<uint32_t*>(base + slot.slot)[lane] = static_cast<uint32_t>(value);
        }
    const std::vector<std::byte>& params = state.launch.params;
    for (const ParamSlot& slot : function.params) {
        uint64_t value = 0;
        if (slot.offset + slot.bytes <= params.size())
            std::memcpy(&value, params.data() + slot.offset, slot.bytes);
        if (slot.signedValue && slot.bytes < 8)
            value =
                static_cast<uint64_t>(static_cast<int64_t>(value << (64 - 8 * slot.bytes)) >> (64 - 8 * slot.bytes));
        for (uint32_t lane = 0; lane < 32; ++lane)
            if (slot.wide)
                reinterpret_cast<uint64_t*>(base + slot.slot)[lane] = value;
            else
                reinterpret_cast<uint32_t*>(base + slot.slot)[lane] = static_cast<uint32_t>(value);
    }
}

} // namespace warplens::sim::simt
