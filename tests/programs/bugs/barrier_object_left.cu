// SPDX-License-Identifier: GPL-3.0-or-later
// Threads behind the end leave, and the barrier counts them: the others wait for ever.
#include <cuda/barrier>
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    s[threadIdx.x] = in[i];
    bar.arrive_and_wait(); // BUG
    out[i] = s[threadIdx.x / 2];
}
