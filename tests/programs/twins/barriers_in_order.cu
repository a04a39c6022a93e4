// SPDX-License-Identifier: GPL-3.0-or-later
// Each warp arrives at one barrier before it waits at the other.
#include <cuda/barrier>
using Barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ Barrier first, second;
    if (threadIdx.x == 0) { init(&first, 64); init(&second, 64); }
    __syncthreads();
    if (threadIdx.x < 32) {
        auto token = first.arrive();
        second.arrive_and_wait();
        first.wait(std::move(token));
    } else {
        auto token = second.arrive();
        first.arrive_and_wait();
        second.wait(std::move(token));
    }
    out[threadIdx.x] = in[threadIdx.x];
}
