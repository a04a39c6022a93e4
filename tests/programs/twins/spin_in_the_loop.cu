// SPDX-License-Identifier: GPL-3.0-or-later
// Every lane wants the lock, and gives it back inside the loop: so it ends before compute capability 7.0, too.
__device__ int lock;
extern "C" __global__ void kernel(int* sum)
{
    bool waits = true;
    while (waits)
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            sum[0] += 1;
            __threadfence();
            atomicExch(&lock, 0);
            waits = false;
        }
}
