// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of a cluster hand one another pointers to their tiles, and one writes into the shared memory of the other before it
// knows that the other has begun.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) kernel(const int* in, int** places, int* out)
{
    __shared__ int tile[64];
    __shared__ int* given;
    cg::cluster_group cluster = cg::this_cluster();
    const int t = threadIdx.x, rank = cluster.block_rank();
    tile[t] = in[blockIdx.x * 64 + t];
    if (t == 0) {
        *cluster.map_shared_rank(&given, rank ^ 1) = cluster.map_shared_rank(tile, rank); // BUG
        places[blockIdx.x] = cluster.map_shared_rank(tile, rank);
    }
    cluster.sync();
    const int* fromNeighbour = places[blockIdx.x ^ 1];
    out[blockIdx.x * 64 + t] = given[63 - t] + fromNeighbour[t];
    cluster.sync();
}
