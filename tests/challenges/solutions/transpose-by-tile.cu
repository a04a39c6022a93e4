// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void transpose(const float* from, float* to, int n)
{
    __shared__ float tile[32][32];
    const int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = from[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x];
    __syncthreads();
    to[(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x] = tile[x][y];
}
