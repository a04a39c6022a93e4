// SPDX-License-Identifier: GPL-3.0-or-later
// Two blocks of a cluster hand values to one another, round by round, in one buffer, with one barrier a round.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) kernel(const int* in, int* out)
{
    __shared__ int s[32];
    auto cluster = cg::this_cluster();
    int mine = in[blockIdx.x * 32 + threadIdx.x];
    cluster.sync(); // both have begun
    int* theirs = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
    for (int round = 0; round < 3; ++round) {
        theirs[threadIdx.x] = mine; // BUG
        cluster.sync();
        mine += s[31 - threadIdx.x]; // BUG
    }
    cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] = mine;
}
