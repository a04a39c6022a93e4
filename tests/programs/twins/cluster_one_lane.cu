// SPDX-License-Identifier: GPL-3.0-or-later
// One lane of each warp stores at the other block, at a place of its own, and a barrier of their block orders two that share one.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2, 1, 1) kernel(const int* in, int* out) {
    __shared__ int sums[64];
    const auto cluster = cg::this_cluster();
    sums[threadIdx.x] = 0;
    cluster.sync();
    int* theirs = cluster.map_shared_rank(sums, cluster.block_rank() ^ 1);
    const int value = in[blockIdx.x * 64 + threadIdx.x];
    if (threadIdx.x % 32 == 0)
        theirs[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x == 32)
        theirs[0] = value + 1;
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = sums[threadIdx.x];
}
