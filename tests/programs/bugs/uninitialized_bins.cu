// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram in shared memory that nobody has set to zero.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int bins[16];
    atomicAdd(&bins[in[threadIdx.x]], 1); // BUG
    __syncthreads();
    if (threadIdx.x < 16)
        out[threadIdx.x] = bins[threadIdx.x];
}
