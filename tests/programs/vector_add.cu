// SPDX-License-Identifier: GPL-3.0-or-later
// Sum of two vectors, each thread taking every n-th element (grid-stride loop).
extern "C" __global__ void vectorAdd(const float* a, const float* b, float* c, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        c[i] = a[i] + b[i];
}
