// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread's fence, then the barrier, then one counts for all.
extern "C" __global__ void kernel(const int* in, int* part, unsigned* count, int* out)
{
    __shared__ bool last;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[i] = in[i] * 2;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        int sum = 0;
        for (int k = 0; k < gridDim.x * blockDim.x; ++k)
            sum += part[k];
        *out = sum;
    }
}
