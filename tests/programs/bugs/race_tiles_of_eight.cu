// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of eight lanes wait for themselves, and read what the next tile of the warp has written.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    tile.sync();
    out[threadIdx.x] = s[(threadIdx.x + 8) % 32]; // BUG
}
