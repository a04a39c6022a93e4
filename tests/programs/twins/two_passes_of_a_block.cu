// SPDX-License-Identifier: GPL-3.0-or-later
// Two passes in one kernel, each block in its own part.
extern "C" __global__ void kernel(int* a, int* b)
{
    const int first = blockIdx.x * blockDim.x, t = threadIdx.x;
    a[first + t] = t * t;
    __syncthreads();
    b[first + t] = a[first + blockDim.x - 1 - t];
}
