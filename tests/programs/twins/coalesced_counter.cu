// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes that are active take places together: one of them adds for all.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out, int* count)
{
    const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (value % 3 == 0) {
        const auto active = cg::coalesced_threads();
        int first = 0;
        if (active.thread_rank() == 0)
            first = atomicAdd(count, static_cast<int>(active.size()));
        out[active.shfl(first, 0) + active.thread_rank()] = value;
    }
}
