// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody asks whether the lock was free.
extern "C" __global__ void kernel(int* lock, int* count)
{
    if (threadIdx.x == 0) {
        atomicCAS(lock, 0, 1);
        __threadfence();
        *count += 1; // BUG
        __threadfence();
        atomicExch(lock, 0);
    }
}
