// SPDX-License-Identifier: GPL-3.0-or-later
// The next piece is under way while this one is read.
#include <cuda_pipeline_primitives.h>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int stage[2][64];
    const int t = threadIdx.x;
    int sum = 0;
    __pipeline_memcpy_async(&stage[0][t], in + t, 4);
    __pipeline_commit();
    for (int k = 0; k < 8; ++k) {
        if (k + 1 < 8)
            __pipeline_memcpy_async(&stage[(k + 1) % 2][t], in + (k + 1) * 64 + t, 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += stage[k % 2][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}
