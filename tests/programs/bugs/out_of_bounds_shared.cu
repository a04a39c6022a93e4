// SPDX-License-Identifier: GPL-3.0-or-later
// One element too far in shared memory.
extern "C" __global__ void kernel(int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x + 1]; // BUG
}
