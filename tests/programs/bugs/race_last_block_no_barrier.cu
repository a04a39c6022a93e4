// SPDX-License-Identifier: GPL-3.0-or-later
// Each thread's fence orders its own partial value: the counting thread has waited for nobody.
extern "C" __global__ void kernel(const int* in, int* part, unsigned* count, int* out)
{
    __shared__ bool last;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[i] = in[i] * 2; // BUG
    __threadfence();
    if (threadIdx.x == 0)
        last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int k = 0; k < gridDim.x * blockDim.x; ++k)
            sum += part[k]; // BUG
        *out = sum;
    }
}
