// SPDX-License-Identifier: GPL-3.0-or-later
// Arriving at a cuda::barrier and waiting apart: between the two a thread does what needs no other one.
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
    s[threadIdx.x] = in[threadIdx.x];
    auto second = bar.arrive();
    bar.wait(std::move(second));
    const int value = s[63 - threadIdx.x];
    out[threadIdx.x] = value + other;
}
