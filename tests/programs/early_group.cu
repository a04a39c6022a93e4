// SPDX-License-Identifier: GPL-3.0-or-later
// The same with cooperative groups: the block's barrier, and a group of the threads that are left.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void earlyGroup(const int* in, int* out, int n)
{
    __shared__ int tile[64];
    const cg::thread_block block = cg::this_thread_block();
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    tile[threadIdx.x] = in[i];
    block.sync();
    const int other = threadIdx.x ^ 1;
    const int sum = 3 * tile[threadIdx.x] + (i - (int)threadIdx.x + other < n ? tile[other] : 0);
    const cg::coalesced_group left = cg::coalesced_threads();
    left.sync();
    out[i] = sum + left.size();
}
