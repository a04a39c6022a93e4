// SPDX-License-Identifier: GPL-3.0-or-later
// A copy by the whole block. A barrier does not wait for it.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    const auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, in, sizeof s);
    block.sync();
    out[threadIdx.x] = s[63 - threadIdx.x]; // BUG
}
