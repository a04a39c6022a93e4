// SPDX-License-Identifier: GPL-3.0-or-later
// One lane of each warp wants the lock, and a lane waits for a flag that another warp sets: each warp comes on by itself.
__device__ int lock;
extern "C" __global__ void kernel(int* sum, volatile int* flag)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        sum[0] += 1;
        __threadfence();
        atomicExch(&lock, 0);
    }
    if (threadIdx.x == 0)
        while (*flag == 0)
            ;
    if (threadIdx.x == 63)
        *flag = 1;
}
