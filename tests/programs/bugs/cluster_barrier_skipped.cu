// SPDX-License-Identifier: GPL-3.0-or-later
// Of two blocks of a cluster one comes to the barrier of the cluster, and the other waits for what it does behind it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2, 1, 1) kernel(const int* in, int* out)
{
    const auto cluster = cg::this_cluster();
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 16 || cluster.block_rank() == 0)
        cluster.sync(); // BUG
    else
        __syncthreads(); // BUG
    out[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
}
