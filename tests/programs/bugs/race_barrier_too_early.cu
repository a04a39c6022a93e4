// SPDX-License-Identifier: GPL-3.0-or-later
// The barrier stands in front of the store that it is meant for.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    __syncthreads();
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    out[threadIdx.x] = s[63 - threadIdx.x]; // BUG
}
