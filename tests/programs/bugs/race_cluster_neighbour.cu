// SPDX-License-Identifier: GPL-3.0-or-later
// Each block reads what its neighbour in the cluster writes, and its own barrier does not reach there.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2, 1, 1) kernel(const int* in, int* out)
{
    __shared__ int s[64];
    const auto cluster = cg::this_cluster();
    s[threadIdx.x] = 0;
    cluster.sync();
    s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x]; // BUG
    __syncthreads();
    const int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
    const int theirs = other[63 - threadIdx.x]; // BUG
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = theirs;
}
