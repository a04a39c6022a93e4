// SPDX-License-Identifier: GPL-3.0-or-later
// The shared answer whether this is the last block is read before its writer has written it.
extern "C" __global__ void kernel(const int* in, int* part, unsigned* count, int* out)
{
    __shared__ int sum;
    __shared__ bool last;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * 64 + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
        part[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(count, 1) == gridDim.x - 1; // BUG
    }
    if (last) // BUG
        out[threadIdx.x] = blockIdx.x;
}
