// SPDX-License-Identifier: GPL-3.0-or-later
// Maximum and sum use the same room, and nobody waits until all have read the maximum.
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ float red[4];
    float v = in[threadIdx.x], m = v;
    for (int d = 16; d > 0; d /= 2)
        m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    if (threadIdx.x % 32 == 0)
        red[threadIdx.x / 32] = m;
    __syncthreads();
    m = fmaxf(fmaxf(red[0], red[1]), fmaxf(red[2], red[3])); // BUG
    const float e = __expf(v - m);
    float s = e;
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0)
        red[threadIdx.x / 32] = s; // BUG
    __syncthreads();
    out[threadIdx.x] = e / (red[0] + red[1] + red[2] + red[3]);
}
