// SPDX-License-Identifier: GPL-3.0-or-later
// A block that has nothing to do leaves, and the grid waits for it.
#include <cooperative_groups.h>
extern "C" __global__ void kernel(const int* in, int* out)
{
    if (blockIdx.x == 3)
        return;
    out[blockIdx.x * 32 + threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
    cooperative_groups::this_grid().sync(); // BUG
    in = out;
    if (blockIdx.x > 0)
        out[(blockIdx.x + 2) * 32 + threadIdx.x] = 1;
}
