// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of eight lanes wait for themselves, and read what their own tile has written, in a circle.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s[threadIdx.x] = in[threadIdx.x];
    tile.sync();
    const int next = s[tile.meta_group_rank() * 8 + (tile.thread_rank() + 1) % 8];
    out[threadIdx.x] = next + tile.shfl_xor(next, 4);
}
