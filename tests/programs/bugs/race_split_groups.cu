// SPDX-License-Identifier: GPL-3.0-or-later
// A tile is split into those with odd and even values; each half waits for itself, and reads what the other one wrote.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const int t = threadIdx.x;
    auto half = cg::binary_partition(tile, (in[t] & 1) != 0);
    s[t] = in[t]; // BUG
    half.sync();
    out[t] = s[31 - t]; // BUG
}
