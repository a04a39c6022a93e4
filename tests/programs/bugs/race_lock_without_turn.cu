// SPDX-License-Identifier: GPL-3.0-or-later
// Peterson's lock of two warps, without the turn: the first one goes in whether or not the other is there.
extern "C" __global__ void kernel(int* sum)
{
    __shared__ int wants[2];
    if (threadIdx.x < 2)
        wants[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x % 32 != 0)
        return;
    const int me = threadIdx.x / 32, other = 1 - me;
    atomicExch(&wants[me], 1);
    __threadfence();
    while (me == 1 && atomicAdd(&wants[other], 0) == 1)
        ;
    __threadfence();
    *sum += 1; // BUG
    __threadfence();
    atomicExch(&wants[me], 0);
}
