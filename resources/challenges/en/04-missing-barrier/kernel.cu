// SPDX-License-Identifier: GPL-3.0-or-later
// Turns round each block's elements.
extern "C" __global__ void mirror(const int* from, int* to)
{
    __shared__ int tile[128];
    const int first = blockIdx.x * 128;
    tile[threadIdx.x] = from[first + threadIdx.x];
    to[first + threadIdx.x] = tile[127 - threadIdx.x];
}
