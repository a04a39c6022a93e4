// SPDX-License-Identifier: GPL-3.0-or-later
// Counted atomically, and read as if all had counted.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (in[threadIdx.x] % 2 == 0)
        atomicAdd(&count, 1); // BUG
    out[threadIdx.x] = count; // BUG
}
