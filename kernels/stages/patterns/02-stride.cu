// SPDX-License-Identifier: GPL-3.0-or-later
// Lane after lane reads an element `step` further on: a column of a matrix, or one
// field of a structure.
extern "C" __global__ void stride(const float* x, float* y, int N, int step)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < N)
        y[i] = x[(size_t)i * step];
}
