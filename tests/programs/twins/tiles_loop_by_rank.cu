// SPDX-License-Identifier: GPL-3.0-or-later
// Each tile of eight goes round its own number of times, and sums by shuffles in each round.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[64];
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int v = in[threadIdx.x] & 1023;
    for (unsigned k = 0; k <= tile.meta_group_rank(); ++k) {
        for (int d = 4; d > 0; d /= 2)
            v += tile.shfl_down(v, d);
        room[threadIdx.x] = v;
        tile.sync();
        v = room[threadIdx.x & ~7] & 1023;
        tile.sync();
    }
    out[threadIdx.x] = v;
}
