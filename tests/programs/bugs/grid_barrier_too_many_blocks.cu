// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks wait for all others, of which not all have room on the GPU at once.
extern "C" __global__ void kernel(int* count, int* out)
{
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < gridDim.x) // BUG
            ;
        __threadfence();
        out[blockIdx.x] = 1;
    }
}
