// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of eight threads exchange values through shared memory, also with the next tile.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    tile.sync();
    out[threadIdx.x] = s[threadIdx.x ^ 8]; // BUG
}
