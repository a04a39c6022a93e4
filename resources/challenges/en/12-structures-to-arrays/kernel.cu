// SPDX-License-Identifier: GPL-3.0-or-later
// The square of each vector's length.
extern "C" __global__ void lengths(const float* points, float* length)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = points[3 * i], y = points[3 * i + 1], z = points[3 * i + 2];
    length[i] = __fadd_rn(__fadd_rn(__fmul_rn(x, x), __fmul_rn(y, y)), __fmul_rn(z, z));
}
