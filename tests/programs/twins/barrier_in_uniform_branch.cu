// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier in a branch that all threads of the block take, or none.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
    if (blockIdx.x % 2 == 0) {
        __syncthreads();
        out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
    } else {
        out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
    }
}
