// SPDX-License-Identifier: GPL-3.0-or-later
// A tile by reference knows its size, and one more is read.
__device__ float total(const float (&tile)[8])
{
    float sum = 0;
    for (int k = 0; k <= 8; ++k)
        sum += tile[k]; // BUG
    return sum;
}
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ float tiles[33][8];
    for (int k = threadIdx.x; k < 33 * 8; k += 32)
        (&tiles[0][0])[k] = in[k % 256];
    __syncwarp();
    out[threadIdx.x] = total(tiles[threadIdx.x]);
}
