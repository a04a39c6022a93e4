// SPDX-License-Identifier: GPL-3.0-or-later
// How many clusters of blocks a device has room for. The blocks of one find room within one group of multiprocessors (GPC),
// and how large these are decides.
#include "kernels/cudart/driver.h"
#include "kernels/cudart/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

using namespace warplens;
using namespace warplens::cudart;

namespace {

/// Of the H200 that was asked (tests/hardware/pool_pieces.cu): all that it answered follows from these. On other cards of
/// its kind others may be missing.
constexpr std::array<unsigned, 12> groupsOf132{18, 18, 16, 16, 16, 16, 16, 8, 2, 2, 2, 2};
constexpr unsigned portable = 8, most = 16;
/// So many blocks of clusters at most are on one multiprocessor: with 32 threads there are no more than with 256.
constexpr unsigned mostOnMultiprocessor = 8;

struct Asked {
    unsigned cluster = 1;
    int blocks = 0; ///< of a multiprocessor
};

Asked asked(Device& device, const char* call, const void* function, const cudaLaunchConfig_t* config) {
    const cudaLaunchConfig_t& c = *needed(config, "config");
    if (device.architecture().number < 90)
        throw Failure(Error::NotSupported,
                      fmt::format("compute capability {} has no clusters", device.architecture().capability));
    if (device.architecture().multiprocessors != 132)
        throw Failure(Error::NotSupported, fmt::format("it is not known how the multiprocessors of the {} are grouped",
                                                       device.architecture().card));
    Asked result;
    const auto& own = device.load(kernelOf(function)).program.functions.front().source->clusterBlocks;
    if (own[0] != 0)
        result.cluster = own[0] * std::max(own[1], 1u) * std::max(own[2], 1u);
    for (unsigned i = 0; i < c.numAttrs; ++i)
        if (c.attrs[i].id == cudaLaunchAttributeClusterDimension)
            result.cluster = c.attrs[i].val.clusterDim.x * c.attrs[i].val.clusterDim.y * c.attrs[i].val.clusterDim.z;
    const auto threads = static_cast<uint64_t>(c.blockDim.x) * c.blockDim.y * c.blockDim.z;
    if (threads == 0 || threads > 1024)
        throw Failure(Error::InvalidValue, fmt::format("{}: blocks of {} threads", call, threads));
    if (const cudaError_t error = warplens_cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &result.blocks, function, static_cast<int>(threads), c.dynamicSmemBytes);
        error != cudaSuccess)
        throw Failure(static_cast<Error>(error), {});
    return result;
}

unsigned largestAllowed(const Device& device, const void* function) {
    return kernelOf(function).settings[device.ordinal()].nonPortableCluster != 0 ? most : portable;
}

int roomFor(unsigned cluster, int blocks) {
    unsigned all = 0;
    for (const unsigned group : groupsOf132)
        if (group >= cluster)
            all += group * std::min(static_cast<unsigned>(blocks), mostOnMultiprocessor) / cluster;
    return static_cast<int>(all);
}

cudaLaunchConfig_t asRuntime(const CUlaunchConfig& c) {
    cudaLaunchConfig_t config = {};
    config.gridDim = {c.gridDimX, c.gridDimY, c.gridDimZ};
    config.blockDim = {c.blockDimX, c.blockDimY, c.blockDimZ};
    config.dynamicSmemBytes = c.sharedMemBytes;
    config.stream = c.hStream;
    config.attrs = reinterpret_cast<cudaLaunchAttribute*>(c.attrs); // one layout
    config.numAttrs = c.numAttrs;
    return config;
}

} // namespace

extern "C" {

cudaError_t warplens_cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                                    const cudaLaunchConfig_t* config) {
    return callDevice("cudaOccupancyMaxActiveClusters", [&](Device& device) {
        needed(clusters, "numClusters");
        const Asked what = asked(device, "cudaOccupancyMaxActiveClusters", function, config);
        if (what.cluster == 0 || what.cluster > largestAllowed(device, function))
            throw Failure(Error::InvalidClusterSize,
                          fmt::format("{} blocks are to be a cluster: this kernel has at most {}", what.cluster,
                                      largestAllowed(device, function)));
        *clusters = roomFor(what.cluster, what.blocks);
    });
}

cudaError_t warplens_cudaOccupancyMaxPotentialClusterSize(int* size, const void* function,
                                                          const cudaLaunchConfig_t* config) {
    return callDevice("cudaOccupancyMaxPotentialClusterSize", [&](Device& device) {
        needed(size, "clusterSize");
        const Asked what = asked(device, "cudaOccupancyMaxPotentialClusterSize", function, config);
        unsigned largest = largestAllowed(device, function);
        while (largest > 1 && roomFor(largest, what.blocks) == 0)
            largest /= 2;
        *size = static_cast<int>(largest);
    });
}

CUresult warplens_cuOccupancyMaxActiveClusters(int* clusters, CUfunction function, const CUlaunchConfig* config) {
    const cudaLaunchConfig_t same = config == nullptr ? cudaLaunchConfig_t{} : asRuntime(*config);
    return result(warplens_cudaOccupancyMaxActiveClusters(clusters, function, config == nullptr ? nullptr : &same));
}

CUresult warplens_cuOccupancyMaxPotentialClusterSize(int* size, CUfunction function, const CUlaunchConfig* config) {
    const cudaLaunchConfig_t same = config == nullptr ? cudaLaunchConfig_t{} : asRuntime(*config);
    return result(warplens_cudaOccupancyMaxPotentialClusterSize(size, function, config == nullptr ? nullptr : &same));
}

} // extern "C"
