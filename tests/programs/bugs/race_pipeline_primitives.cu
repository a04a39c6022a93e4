// SPDX-License-Identifier: GPL-3.0-or-later
// Of two commits one may be under way: it is the one that is read.
#include <cuda_pipeline_primitives.h>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int stage[2][64];
    const int t = threadIdx.x;
    int sum = 0;
    for (int k = 0; k < 8; ++k) {
        __pipeline_memcpy_async(&stage[k % 2][t], in + k * 64 + t, 4); // BUG
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += stage[k % 2][63 - t]; // BUG
        __syncthreads();
    }
    __pipeline_wait_prior(0);
    out[t] = sum;
}
