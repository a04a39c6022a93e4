// SPDX-License-Identifier: GPL-3.0-or-later
// What nobody has set is printed.
#include <cstdio>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int total;
    if (in[threadIdx.x] > 100)
        total = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        printf("total %d\n", total); // BUG
    out[threadIdx.x] = in[threadIdx.x];
}
