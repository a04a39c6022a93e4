// SPDX-License-Identifier: GPL-3.0-or-later
// Counts how often each of 64 values occurs among n.
extern "C" __global__ void histogram(const int* x, int* bins, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[x[i]], 1);
}
