// SPDX-License-Identifier: GPL-3.0-or-later
// Only chosen elements are kept, and all places are written out.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int kept[64];
    __shared__ int n;
    if (threadIdx.x == 0)
        n = 0;
    __syncthreads();
    if (in[threadIdx.x])
        kept[atomicAdd(&n, 1)] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = kept[threadIdx.x]; // BUG
}
