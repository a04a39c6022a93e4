// SPDX-License-Identifier: GPL-3.0-or-later
// Two blocks of a cluster hand values to one another, round by round, in two buffers in turns: one barrier a round will do.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) kernel(const int* in, int* out)
{
    __shared__ int s[2][32];
    auto cluster = cg::this_cluster();
    int mine = in[blockIdx.x * 32 + threadIdx.x];
    cluster.sync();
    for (int round = 0; round < 3; ++round) {
        int* theirs = cluster.map_shared_rank(s[round % 2], cluster.block_rank() ^ 1);
        theirs[threadIdx.x] = mine;
        cluster.sync();
        mine += s[round % 2][31 - threadIdx.x];
    }
    cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] = mine;
}
