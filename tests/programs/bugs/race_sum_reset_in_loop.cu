// SPDX-License-Identifier: GPL-3.0-or-later
// The first thread may be in the next round while others still read this one's sum.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int sum;
    for (int r = 0; r < 3; ++r) {
        if (threadIdx.x == 0)
            sum = 0; // BUG
        __syncthreads();
        atomicAdd(&sum, in[r * 96 + threadIdx.x]);
        __syncthreads();
        out[r * 96 + threadIdx.x] = sum; // BUG
    }
}
