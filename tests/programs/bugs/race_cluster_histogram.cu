// SPDX-License-Identifier: GPL-3.0-or-later
// The bins of a histogram lie in two blocks of a cluster. Some are counted before the neighbour has cleared them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2, 1, 1) kernel(const int* in, int* out)
{
    __shared__ int bins[32];
    const auto cluster = cg::this_cluster();
    cluster.sync(); // both have begun
    if (threadIdx.x < 32)
        bins[threadIdx.x] = 0; // BUG
    __syncthreads();
    const int key = in[blockIdx.x * 64 + threadIdx.x];
    atomicAdd(cluster.map_shared_rank(bins, key / 32) + key % 32, 1); // BUG
    cluster.sync();
    if (threadIdx.x < 32)
        atomicAdd(&out[cluster.block_rank() * 32 + threadIdx.x], bins[threadIdx.x]);
}
