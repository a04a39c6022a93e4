// SPDX-License-Identifier: GPL-3.0-or-later
// Each block reads what its neighbour in the cluster has written, behind the barrier of the cluster, and both stay.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2, 1, 1) kernel(const int* in, int* out)
{
    __shared__ int s[64];
    const auto cluster = cg::this_cluster();
    s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
    cluster.sync();
    const int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
    const int theirs = other[63 - threadIdx.x];
    cluster.sync();
    out[blockIdx.x * 64 + threadIdx.x] = theirs;
}
