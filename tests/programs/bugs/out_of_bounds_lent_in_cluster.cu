// SPDX-License-Identifier: GPL-3.0-or-later
// A block of a cluster puts a pointer to its tile where its neighbour looks for it, and has not mapped it: there it leads to
// the neighbour's own.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) kernel(const int* in, int* out)
{
    __shared__ int tile[64];
    __shared__ int* given;
    cg::cluster_group cluster = cg::this_cluster();
    const int t = threadIdx.x;
    tile[t] = in[blockIdx.x * 64 + t];
    cluster.sync();
    if (t == 0) *cluster.map_shared_rank(&given, cluster.block_rank() ^ 1) = tile;
    cluster.sync();
    out[blockIdx.x * 64 + t] = given[63 - t]; // BUG
    cluster.sync();
}
