// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes of a warp store what they have read at one place of the other block.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2, 1, 1) kernel(const int* in, int* out) {
    __shared__ int sums[64];
    const auto cluster = cg::this_cluster();
    sums[threadIdx.x] = 0;
    cluster.sync();
    int* theirs = cluster.map_shared_rank(sums, cluster.block_rank() ^ 1);
    const int value = in[blockIdx.x * 64 + threadIdx.x];
    theirs[threadIdx.x / 32] = value; // BUG
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = sums[threadIdx.x];
}
