// SPDX-License-Identifier: GPL-3.0-or-later
// y = a * x + y in half precision, two numbers at a time, and the larger of both.
#include <cuda_fp16.h>
extern "C" __global__ void halfAxpy(const __half2* x, __half2* y, __half2* top, float a, int pairs)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    const __half2 factor = __float2half2_rn(a);
    const __half2 sum = __hfma2(factor, x[i], y[i]);
    y[i] = sum;
    const bool more = __hgt(__low2half(sum), __high2half(sum));
    top[i] = __halves2half2(more ? __low2half(sum) : __high2half(sum), __hmul(__low2half(x[i]), __high2half(sum)));
}
