// SPDX-License-Identifier: GPL-3.0-or-later
// Where a result is to be put: the pointer goes by global memory, and points to a local variable.
extern "C" __global__ void kernel(int** places, int* ready, int* out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        int result[4] = {0, 0, 0, 0};
        places[0] = result;
        __threadfence();
        atomicExch(ready, 1);
        while (atomicAdd(ready, 0) != 2)
            ;
        __threadfence();
        out[0] = result[ready[1]];
    } else {
        while (atomicAdd(ready, 0) != 1)
            ;
        __threadfence();
        places[0][2] = 7; // BUG
        __threadfence();
        atomicExch(ready, 2);
    }
}
