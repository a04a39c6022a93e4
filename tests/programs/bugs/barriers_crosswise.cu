// SPDX-License-Identifier: GPL-3.0-or-later
// Each warp waits at its barrier for the other one, which waits at another.
#include <cuda/barrier>
using Barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ Barrier first, second;
    if (threadIdx.x == 0) { init(&first, 64); init(&second, 64); }
    __syncthreads();
    if (threadIdx.x < 32) {
        first.arrive_and_wait(); // BUG
        second.arrive_and_wait();
    } else {
        second.arrive_and_wait(); // BUG
        first.arrive_and_wait();
    }
    out[threadIdx.x] = in[threadIdx.x];
}
