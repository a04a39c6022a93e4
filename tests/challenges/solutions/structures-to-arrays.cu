// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void lengths(const float* points, float* length)
{
    __shared__ float tile[384];
    const int t = threadIdx.x;
    for (int k = t; k < 384; k += 128)
        tile[k] = points[384 * blockIdx.x + k];
    __syncthreads();
    const float x = tile[3 * t], y = tile[3 * t + 1], z = tile[3 * t + 2];
    length[blockIdx.x * 128 + t] = __fadd_rn(__fadd_rn(__fmul_rn(x, x), __fmul_rn(y, y)), __fmul_rn(z, z));
}
