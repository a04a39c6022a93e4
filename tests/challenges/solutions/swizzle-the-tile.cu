// SPDX-License-Identifier: GPL-3.0-or-later
extern "C" __global__ void transpose(const float* from, float* to, int n)
{
    extern __shared__ float tile[];
    const int x = threadIdx.x, y = threadIdx.y;
    tile[y * 32 + (x ^ y)] = from[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x];
    __syncthreads();
    to[(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x] = tile[x * 32 + (x ^ y)];
}
