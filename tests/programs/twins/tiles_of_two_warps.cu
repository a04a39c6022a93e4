// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of two warps: the library hands values on in shared memory of its own.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    const int value = in[threadIdx.x];
    const int sum = cg::reduce(tile, value, cg::plus<int>());
    tile.sync();
    const int before = cg::exclusive_scan(tile, value, cg::plus<int>());
    const int first = tile.shfl(before + sum, 3);
    out[threadIdx.x] = first + tile.any(value == 3) + cg::reduce(tile, value, cg::greater<int>());
}
