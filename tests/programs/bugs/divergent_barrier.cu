// SPDX-License-Identifier: GPL-3.0-or-later
// __syncthreads() in a branch that not all threads take: the others go round it.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[128];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 100) {
        s[threadIdx.x] += 1;
        __syncthreads(); // BUG
    }
    out[threadIdx.x] = 2 * threadIdx.x;
}
