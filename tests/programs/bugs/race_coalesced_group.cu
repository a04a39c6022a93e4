// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes that are active meet; one that is not has written what they read.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    if (threadIdx.x % 2 == 0) {
        const auto active = cg::coalesced_threads();
        active.sync();
        out[threadIdx.x] = s[threadIdx.x + 1]; // BUG
    }
}
