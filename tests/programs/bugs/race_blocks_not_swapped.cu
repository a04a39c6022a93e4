// SPDX-License-Identifier: GPL-3.0-or-later
// A transposed tile is written where the next block's column begins.
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ float tile[16][17];
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * 32 + x];
    __syncthreads();
    out[(blockIdx.y * 16 + threadIdx.y) * 32 + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // BUG
}
