// SPDX-License-Identifier: GPL-3.0-or-later
// Maximum and sum have rooms of their own.
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ float most[4], sums[4];
    float v = in[threadIdx.x], m = v;
    for (int d = 16; d > 0; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    if (threadIdx.x % 32 == 0)
        most[threadIdx.x / 32] = m;
    __syncthreads();
    m = fmaxf(fmaxf(most[0], most[1]), fmaxf(most[2], most[3]));
    const float e = __expf(v - m);
    float s = e;
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = s;
    __syncthreads();
    out[threadIdx.x] = e / (sums[0] + sums[1] + sums[2] + sums[3]);
}
