// SPDX-License-Identifier: GPL-3.0-or-later
// The last threads write past their array, into the one that lies behind it.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int first[60];
    __shared__ int second[64];
    second[threadIdx.x] = 0;
    __syncthreads();
    first[threadIdx.x] = in[threadIdx.x]; // BUG
    __syncthreads();
    out[threadIdx.x] = second[threadIdx.x] + first[59 - threadIdx.x % 60];
}
