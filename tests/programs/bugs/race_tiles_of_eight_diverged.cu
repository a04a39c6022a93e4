// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of eight synchronise, and neighbours across the tile's border are read.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[33];
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    if (tile.meta_group_rank() % 2 == 0) {
        room[threadIdx.x] = in[threadIdx.x] * 3; // BUG
        tile.sync();
        out[threadIdx.x] = room[(threadIdx.x + 1) % 32]; // BUG
    } else {
        room[threadIdx.x] = in[threadIdx.x]; // BUG
        tile.sync();
        out[threadIdx.x] = room[(threadIdx.x + 1) % 32]; // BUG
    }
}
