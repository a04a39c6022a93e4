// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of tiles of 16; only the first lane of each warp stores one.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ float partial[8];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    float v = in[threadIdx.x];
    for (int d = 8; d > 0; d /= 2)
        v += tile.shfl_down(v, d);
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 16] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < 8; ++i)
            sum += partial[i]; // BUG
        out[0] = sum;
    }
}
