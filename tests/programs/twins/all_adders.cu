// SPDX-License-Identifier: GPL-3.0-or-later
// Four warps add to a sum, and the first one reads it. It has waited for all of them.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        atomicAdd(&sum, in[threadIdx.x]);
    asm volatile("bar.sync 2, 128;" ::: "memory");
    if (threadIdx.x == 0)
        out[0] = sum;
}
