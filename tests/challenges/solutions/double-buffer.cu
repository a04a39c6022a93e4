// SPDX-License-Identifier: GPL-3.0-or-later
#include <cuda_pipeline.h>
extern "C" __global__ void windowSums(const int* x, int* sums)
{
    __shared__ int piece[2][64];
    const int t = threadIdx.x;
    const int* from = x + blockIdx.x * 8 * 64 + t;
    __pipeline_memcpy_async(&piece[0][t], from, 4);
    __pipeline_commit();
    int sum = 0;
    for (int p = 0; p < 8; ++p) {
        if (p + 1 < 8) {
            __pipeline_memcpy_async(&piece[(p + 1) % 2][t], from + (p + 1) * 64, 4);
            __pipeline_commit();
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        for (int k = 0; k < 4; ++k)
            sum += piece[p % 2][(t + k) % 64];
        __syncthreads();
    }
    sums[blockIdx.x * 64 + t] = sum;
}
