// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier in each branch: warps wait for one another in different places.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[128];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 64) {
        s[threadIdx.x] += 1;
        __syncthreads(); // BUG
        s[threadIdx.x] *= 3;
    } else {
        s[threadIdx.x] ^= 2;
        __syncthreads(); // BUG
        s[threadIdx.x] *= 5;
    }
    out[threadIdx.x] = s[threadIdx.x];
}
