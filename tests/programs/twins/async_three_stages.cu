// SPDX-License-Identifier: GPL-3.0-or-later
// Three buffers are filled ahead; each round commits a group, although the last ones are empty.
#include <cuda_pipeline.h>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[3][64];
    int sum = 0;
    for (int tile = 0; tile < 2; ++tile) {
        __pipeline_memcpy_async(&s[tile][threadIdx.x], &in[tile * 64 + threadIdx.x], 4);
        __pipeline_commit();
    }
    for (int tile = 0; tile < 8; ++tile) {
        if (tile + 2 < 8)
            __pipeline_memcpy_async(&s[(tile + 2) % 3][threadIdx.x], &in[(tile + 2) * 64 + threadIdx.x], 4);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += s[tile % 3][63 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
