// SPDX-License-Identifier: GPL-3.0-or-later
// A lock for several readers, or one writer.
__device__ int state; // readers; -1: somebody writes
extern "C" __global__ void kernel(int* value, int* out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x % 2 == 0) {
        while (atomicCAS(&state, 0, -1) != 0)
            ;
        __threadfence();
        *value += 1;
        __threadfence();
        atomicExch(&state, 0);
        return;
    }
    int readers;
    do
        readers = atomicAdd(&state, 0);
    while (readers < 0 || atomicCAS(&state, readers, readers + 1) != readers);
    __threadfence();
    out[blockIdx.x] = *value;
    __threadfence();
    atomicSub(&state, 1);
}
