// SPDX-License-Identifier: GPL-3.0-or-later
// A fence for threads of the own block only, where the reader is in another one.
__device__ unsigned arrived;
extern "C" __global__ void kernel(const int* in, int* partial, int* total)
{
    if (threadIdx.x != 0)
        return;
    partial[blockIdx.x] = in[blockIdx.x]; // BUG
    __threadfence_block();
    const bool last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    __threadfence_block();
    if (last) {
        int all = 0;
        for (int b = 0; b < gridDim.x; ++b)
            all += partial[b]; // BUG
        *total = all;
    }
}
