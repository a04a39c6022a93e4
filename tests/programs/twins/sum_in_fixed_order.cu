// SPDX-License-Identifier: GPL-3.0-or-later
// A sum of floating-point numbers in a fixed order: the warps' sums one after the other.
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ float sums[4];
    float v = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = ((sums[0] + sums[1]) + sums[2]) + sums[3];
}
