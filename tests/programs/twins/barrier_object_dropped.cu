// SPDX-License-Identifier: GPL-3.0-or-later
// Threads behind the end leave, and tell the barrier so.
#include <cuda/barrier>
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        bar.arrive_and_drop();
        return;
    }
    s[threadIdx.x] = in[i];
    bar.arrive_and_wait();
    const int other = s[threadIdx.x / 2];
    bar.arrive_and_wait();
    out[i] = other;
}
