// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of a cluster arrive at its barrier without releasing anything, behind a fence that has done so; one warp of each
// writes, and another fences behind a barrier of the block.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2) kernel(const int* in, int* out)
{
    __shared__ int s[32];
    auto cluster = cg::this_cluster();
    const int t = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        s[t] = in[blockIdx.x * 32 + t];
        asm volatile("fence.acq_rel.cluster;" ::: "memory");
    }
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    const int* theirs = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
    const int seen = theirs[31 - t];
    cluster.sync();
    if (threadIdx.x >= 32) s[t] = seen + t;
    __syncthreads();
    if (threadIdx.x < 32) asm volatile("fence.acq_rel.cluster;" ::: "memory");
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    if (threadIdx.x >= 32) out[blockIdx.x * 32 + t] = theirs[t];
    cluster.sync();
}
