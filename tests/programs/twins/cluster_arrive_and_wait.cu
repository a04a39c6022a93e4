// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of a cluster arrive, do something of their own, and wait.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(4, 1, 1) kernel(const int* in, int* out)
{
    __shared__ int sum;
    __shared__ int own[32];
    const auto cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        sum = 0;
    cluster.barrier_arrive();
    own[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
    __syncwarp();
    const int mine = own[31 - threadIdx.x];
    cluster.barrier_wait();
    atomicAdd(cluster.map_shared_rank(&sum, 0), mine);
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x == 0)
        out[blockIdx.x / 4] = sum;
}
