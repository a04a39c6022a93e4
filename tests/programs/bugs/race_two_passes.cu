// SPDX-License-Identifier: GPL-3.0-or-later
// Two passes in one kernel: the second one reads what other blocks do in the first.
extern "C" __global__ void kernel(int* a, int* b)
{
    const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i * i; // BUG
    __syncthreads();
    b[i] = a[n - 1 - i]; // BUG
}
