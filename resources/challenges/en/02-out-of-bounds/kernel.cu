// SPDX-License-Identifier: GPL-3.0-or-later
// Doubles n elements.
extern "C" __global__ void scale(const float* x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = 2.0f * x[i];
}
