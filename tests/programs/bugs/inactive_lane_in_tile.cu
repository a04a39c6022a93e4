// SPDX-License-Identifier: GPL-3.0-or-later
// Half of each tile of eight takes the branch, and asks the other half.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int v = in[threadIdx.x];
    if (tile.thread_rank() < 4)
        v += tile.shfl(v, 6); // BUG
    out[threadIdx.x] = v; // BUG
}
