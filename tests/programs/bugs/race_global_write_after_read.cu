// SPDX-License-Identifier: GPL-3.0-or-later
// A block reads the border that its neighbour overwrites.
extern "C" __global__ void kernel(int* data)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int right = i + 1 < gridDim.x * blockDim.x ? data[i + 1] : 0; // BUG
    __syncthreads();
    data[i] = right; // BUG
}
