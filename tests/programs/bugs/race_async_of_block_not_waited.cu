// SPDX-License-Identifier: GPL-3.0-or-later
// wait() of a group waits for the copies of the threads that call it: one thread's wait is not the block's.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ alignas(16) int room[64];
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    cg::memcpy_async(warp, room + warp.meta_group_rank() * 32, in + warp.meta_group_rank() * 32, sizeof(int) * 32); // BUG
    cg::wait(warp);
    out[threadIdx.x] = room[63 - threadIdx.x]; // BUG
}
