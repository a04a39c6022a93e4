// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes that have returned are not waited for by __syncwarp() of the full mask.
extern "C" __global__ void earlySyncwarp(const int* in, int* out, int n)
{
    __shared__ int tile[64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x] = 7;
    __syncwarp();
    if (i >= n)
        return;
    tile[threadIdx.x] = in[i];
    __syncwarp();
    out[i] = 3 * in[i] + tile[threadIdx.x ^ 31];
}
