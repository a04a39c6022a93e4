// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes part by their value, and each part hands values round.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int room[32];
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto part = cg::binary_partition(warp, in[threadIdx.x] % 3 == 0);
    room[threadIdx.x] = in[threadIdx.x];
    part.sync();
    int sum = cg::reduce(part, in[threadIdx.x] & 255, cg::plus<int>());
    out[threadIdx.x] = part.shfl(sum, 0) + room[threadIdx.x];
}
