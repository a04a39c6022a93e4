// SPDX-License-Identifier: GPL-3.0-or-later
// Asynchronous copies stop where the data end; the sum goes on.
#include <cuda_pipeline.h>
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int s[64];
    const int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (i < n) __pipeline_memcpy_async(&s[t], in + i, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = s[t] + s[(t + 1) % 64]; // BUG
}
