// SPDX-License-Identifier: GPL-3.0-or-later
// Peterson's lock of two warps.
extern "C" __global__ void kernel(int* sum)
{
    __shared__ int wants[2], turn;
    if (threadIdx.x < 2)
        wants[threadIdx.x] = 0;
    if (threadIdx.x == 2)
        turn = 0;
    __syncthreads();
    if (threadIdx.x % 32 != 0)
        return;
    const int me = threadIdx.x / 32, other = 1 - me;
    atomicExch(&wants[me], 1);
    __threadfence();
    atomicExch(&turn, other);
    __threadfence();
    while (atomicAdd(&wants[other], 0) == 1 && atomicAdd(&turn, 0) == other)
        ;
    __threadfence();
    *sum += 1;
    __threadfence();
    atomicExch(&wants[me], 0);
}
