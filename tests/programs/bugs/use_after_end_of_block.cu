// SPDX-License-Identifier: GPL-3.0-or-later
// A block of a cluster ends while others may still read its shared memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(4, 1, 1) kernel(const int* in, int* out)
{
    __shared__ int s[32];
    const auto cluster = cg::this_cluster();
    s[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
    cluster.sync();
    const int* other = cluster.map_shared_rank(s, (cluster.block_rank() + 1) % 4);
    out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x]; // BUG
}
