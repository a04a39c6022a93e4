// SPDX-License-Identifier: GPL-3.0-or-later
// Each cell becomes the mean of its neighbours, in the very array that they are read from.
extern "C" __global__ void kernel(float* cells, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        cells[i] = (cells[i - 1] + cells[i + 1]) / 2; // BUG
}
