// SPDX-License-Identifier: GPL-3.0-or-later
// Whole blocks and single threads have nothing to do, and say so before or between the barriers.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int room[64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (blockIdx.x * 64 >= n)
        return;
    room[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i >= n)
        return;
    const int v = room[63 - threadIdx.x];
    __syncthreads();
    room[threadIdx.x] = v;
    __syncwarp();
    out[i] = room[threadIdx.x / 2 * 2];
}
