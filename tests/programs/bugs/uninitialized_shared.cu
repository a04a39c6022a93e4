// SPDX-License-Identifier: GPL-3.0-or-later
// The sum begins before every element was set.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    if (threadIdx.x < 60)
        s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x]; // BUG
}
