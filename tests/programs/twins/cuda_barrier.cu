// SPDX-License-Identifier: GPL-3.0-or-later
// cuda::barrier, twice a step.
#include <cuda/barrier>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    if (threadIdx.x == 0)
        init(&bar, 64);
    __syncthreads();
    for (int step = 0; step < 3; ++step) {
        s[threadIdx.x] = in[threadIdx.x] + step;
        bar.arrive_and_wait();
        const int other = s[63 - threadIdx.x];
        bar.arrive_and_wait();
        out[threadIdx.x] = other;
    }
}
