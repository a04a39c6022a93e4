// SPDX-License-Identifier: GPL-3.0-or-later
// The lock is given back by a plain store.
extern "C" __global__ void kernel(int* lock, int* sum)
{
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) // BUG
        ;
    __threadfence();
    *sum += 1; // BUG
    __threadfence();
    *lock = 0; // BUG
}
