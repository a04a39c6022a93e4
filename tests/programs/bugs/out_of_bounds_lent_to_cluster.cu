// SPDX-License-Identifier: GPL-3.0-or-later
// A pointer into a cluster's shared memory, mapped to its rank, is followed in the next cluster.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) kernel(const int* in, int** places, int* ready, int* out)
{
    __shared__ int tile[64];
    cg::cluster_group cluster = cg::this_cluster();
    const int t = threadIdx.x, rank = cluster.block_rank();
    tile[t] = in[blockIdx.x * 64 + t];
    cluster.sync();
    if (blockIdx.x == 0 && t == 0) {
        places[0] = cluster.map_shared_rank(tile, 0);
        __threadfence();
        atomicExch(ready, 1);
    }
    if (blockIdx.x == 3) {
        if (t == 0)
            while (atomicAdd(ready, 0) != 1)
                ;
        __syncthreads();
        __threadfence();
        out[t] = places[0][t] + rank; // BUG
    }
    cluster.sync();
}
