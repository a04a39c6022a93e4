// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of a cluster arrive at its barrier without releasing what they have written.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) kernel(const int* in, int* out)
{
    __shared__ int s[32];
    auto cluster = cg::this_cluster();
    s[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x]; // BUG
    asm volatile("fence.acq_rel.cta;" ::: "memory"); // which reaches its own block
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[31 - threadIdx.x]; // BUG
    cluster.sync();
}
