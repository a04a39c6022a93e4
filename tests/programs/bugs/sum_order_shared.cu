// SPDX-License-Identifier: GPL-3.0-or-later
// A sum of floating-point numbers in shared memory, in whatever order the warps come.
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ float sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[threadIdx.x]); // BUG
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = sum;
}
