// SPDX-License-Identifier: GPL-3.0-or-later
// Adds to each element its two neighbours.
extern "C" __global__ void blur(const int* x, int* y, int n)
{
    __shared__ int tile[130];
    const int t = threadIdx.x;
    const int i = blockIdx.x * 128 + t;
    if (i < n)
        tile[t + 1] = x[i];
    if (t == 0 && i > 0)
        tile[0] = x[i - 1];
    if (t == 127 && i + 1 < n)
        tile[129] = x[i + 1];
    __syncthreads();
    if (i < n)
        y[i] = tile[t] + tile[t + 1] + tile[t + 2];
}
