// SPDX-License-Identifier: GPL-3.0-or-later
// Arriving at a cuda::barrier is not waiting: what others hand over is there when the token has been given back.
#include <cuda/barrier>
#include <utility>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    if (threadIdx.x == 0)
        init(&bar, 64);
    __syncthreads();
    auto first = bar.arrive();
    const int other = in[63 - threadIdx.x];
    bar.wait(std::move(first));
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    auto second = bar.arrive();
    const int value = s[63 - threadIdx.x]; // BUG
    bar.wait(std::move(second));
    out[threadIdx.x] = value + other;
}
