// SPDX-License-Identifier: GPL-3.0-or-later
// A tile is split into those with odd and even values; each half hands values on in its own part.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[2][32];
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const int t = threadIdx.x, odd = in[t] & 1;
    auto half = cg::binary_partition(tile, odd != 0);
    s[odd][half.thread_rank()] = in[t];
    half.sync();
    out[t] = s[odd][half.size() - 1 - half.thread_rank()];
}
