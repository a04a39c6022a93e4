// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier of all blocks that can be used again: its sense is read, and turned round.
__device__ void meet(unsigned* count, volatile unsigned* sense)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned old = *sense;
        __threadfence();
        if (atomicAdd(count, 1u) == gridDim.x - 1) {
            atomicExch(count, 0u);
            __threadfence();
            *sense = !old;
        } else
            while (*sense == old)
                ;
        __threadfence();
    }
    __syncthreads();
}
extern "C" __global__ void kernel(unsigned* state, int* a, int* b)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    a[i] = i;
    meet(state, state + 1);
    b[i] = a[127 - i];
    meet(state, state + 1);
    a[i] = b[(i + 40) % 128];
    meet(state, state + 1);
    b[i] = a[(i + 70) % 128];
}
