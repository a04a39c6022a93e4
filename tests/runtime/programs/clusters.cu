// SPDX-License-Identifier: GPL-3.0-or-later
// Clusters of blocks: as the launch says, and as the kernel does; each block reads the shared memory of the next one.
// launches: 3
// tells: the launch of turn(int const*, int*): a grid of 3x1x1 blocks does not consist of clusters of 2x1x1
// tells: cudaOccupancyMaxActiveClusters: 16 blocks are to be a cluster: this kernel has at most 8
// tells: 16x1x1 blocks are to be a cluster: more than 8 run on some GPUs only
#include "check.h"

#include <cooperative_groups.h>

#include <utility>

namespace cg = cooperative_groups;

__device__ void handOn(const int* in, int* out) {
    __shared__ int s[32];
    const auto cluster = cg::this_cluster();
    s[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
    cluster.sync();
    const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
    out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(s, next)[threadIdx.x];
    cluster.sync();
}
__global__ void turn(const int* in, int* out) {
    handOn(in, out);
}
__global__ void __cluster_dims__(4, 1, 1) turnFour(const int* in, int* out) {
    handOn(in, out);
}

__global__ void nothing() {}

__global__ void large(int* p) {
    extern __shared__ int tile[];
    if (p != nullptr)
        p[0] = tile[0];
}

int *in, *out, values[256], got[256];

void check(int blocks) {
    OK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 256; ++i) {
        const int block = i / 32, first = block / blocks * blocks;
        CHECK(got[i] == values[(first + (block - first + 1) % blocks) * 32 + i % 32]);
    }
}

int main() {
    for (int i = 0; i < 256; ++i)
        values[i] = 7 * i + 3;
    OK(cudaMalloc(&in, sizeof values));
    OK(cudaMalloc(&out, sizeof values));
    OK(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {2, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(8);
    config.blockDim = dim3(32);
    config.attrs = &attribute;
    config.numAttrs = 1;
    OK(cudaLaunchKernelEx(&config, turn, static_cast<const int*>(in), out));
    check(2);
    config.gridDim = dim3(3);
    FAILS(cudaErrorInvalidClusterSize, cudaLaunchKernelEx(&config, turn, static_cast<const int*>(in), out));
    turnFour<<<8, 32>>>(in, out);
    check(4);
    turnFour<<<6, 32>>>(in, out);
    CHECK(cudaGetLastError() == cudaErrorInvalidClusterSize);
    // More than 8 have to be allowed, as on an H100.
    attribute.val.clusterDim = {16, 1, 1};
    config.gridDim = dim3(16);
    FAILS(cudaErrorInvalidClusterSize, cudaLaunchKernelEx(&config, nothing));
    OK(cudaFuncSetAttribute(nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    OK(cudaLaunchKernelEx(&config, nothing));
    OK(cudaDeviceSynchronize());
    OK(cudaFree(in));
    OK(cudaFree(out));

    // How many find room, as an H200 has answered.
    int clusters = -1, largest = -1;
    OK(cudaFuncSetAttribute(large, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    OK(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
    for (const auto& [size, room] :
         {std::pair(1, 132), std::pair(2, 66), std::pair(4, 30), std::pair(8, 15), std::pair(16, 7)}) {
        attribute.val.clusterDim = {unsigned(size), 1, 1};
        config.gridDim = dim3(64 * size);
        config.dynamicSmemBytes = 200 << 10; // one block on a multiprocessor
        OK(cudaOccupancyMaxActiveClusters(&clusters, large, &config));
        CHECK(clusters == room);
    }
    attribute.val.clusterDim = {16, 1, 1};
    config.dynamicSmemBytes = 0; // eight of 32 threads, as of 256
    OK(cudaOccupancyMaxActiveClusters(&clusters, large, &config));
    CHECK(clusters == 58);
    config.numAttrs = 0;
    OK(cudaOccupancyMaxPotentialClusterSize(&largest, large, &config));
    CHECK(largest == 16);
    config.dynamicSmemBytes = 0;
    OK(cudaOccupancyMaxPotentialClusterSize(&largest, turn, &config));
    CHECK(largest == 8);
    config.numAttrs = 1;
    FAILS(cudaErrorInvalidClusterSize, cudaOccupancyMaxActiveClusters(&clusters, turn, &config)); // not allowed
}
