// SPDX-License-Identifier: GPL-3.0-or-later
// Each round has its group, if an empty one, so that "all but two" is always the same.
#include <cuda_pipeline.h>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[3][64];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < 2; ++i) {
        __pipeline_memcpy_async(&s[i][t], &in[i * 64 + t], 4);
        __pipeline_commit();
    }
    for (int i = 0; i < 8; ++i) {
        if (i + 2 < 8)
            __pipeline_memcpy_async(&s[(i + 2) % 3][t], &in[(i + 2) * 64 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += s[i % 3][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}
