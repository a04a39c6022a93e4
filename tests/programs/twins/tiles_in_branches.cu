// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of eight take their branches as a whole, and hand values on within themselves.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[64];
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (tile.any(in[i] % 5 == 0)) {
        room[threadIdx.x] = in[i];
        tile.sync();
        out[i] = room[threadIdx.x ^ 7];
    } else {
        out[i] = cg::reduce(tile, in[i], cg::plus<int>());
    }
}
