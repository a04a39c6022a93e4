// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes with the same key count themselves, and one of them adds.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int key = in[blockIdx.x * 64 + threadIdx.x];
    auto g = cg::labeled_partition(warp, key);
    if (g.thread_rank() == 0)
        atomicAdd(&out[key], g.size());
}
