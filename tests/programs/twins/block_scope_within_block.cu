// SPDX-License-Identifier: GPL-3.0-or-later
// Fence and atomic operation of block scope, between two warps of one block.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int value, ready;
    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = in[0];
        __threadfence_block();
        atomicExch_block(&ready, 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd_block(&ready, 0) == 0)
            ;
        __threadfence_block();
        out[0] = value;
    }
}
