// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void square(const int* x, int* y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = x[i] * x[i];
}
