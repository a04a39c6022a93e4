// SPDX-License-Identifier: GPL-3.0-or-later
// Dot products of rows in bfloat16, summed in single precision.
#include <cuda_bf16.h>
extern "C" __global__ void bf16Dot(const float* a, const float* b, float* out, int columns)
{
    const int row = blockIdx.x, lane = threadIdx.x;
    float sum = 0;
    for (int c = lane; c < columns; c += 32) {
        const __nv_bfloat16 x = __float2bfloat16(a[row * columns + c]), y = __float2bfloat16(b[row * columns + c]);
        sum = fmaf(__bfloat162float(x), __bfloat162float(y), sum);
    }
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, step);
    if (lane == 0)
        out[row] = sum;
}
