// SPDX-License-Identifier: GPL-3.0-or-later
// Threads behind the end return early, as in every course's first kernel with a tile; the others meet at barriers.
extern "C" __global__ void earlyBarrier(const int* in, int* out, int n)
{
    __shared__ int tile[64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x] = 0;
    __syncthreads();
    if (i >= n)
        return;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = 3 * in[i] + tile[63 - threadIdx.x] + __syncthreads_count(in[i] & 1);
}
