// SPDX-License-Identifier: GPL-3.0-or-later
// Squares n elements with fewer threads than elements.
extern "C" __global__ void square(const int* x, int* y, int n)
{
    const int threads = gridDim.x * blockDim.x;
    const int piece = (n + threads - 1) / threads;
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * piece;
    for (int i = first; i < first + piece && i < n; ++i)
        y[i] = x[i] * x[i];
}
