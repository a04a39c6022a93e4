// SPDX-License-Identifier: GPL-3.0-or-later
// Who does not get the lock goes without.
extern "C" __global__ void kernel(int* lock, int* count, int* refused)
{
    if (threadIdx.x == 0) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *count += 1;
            __threadfence();
            atomicExch(lock, 0);
        } else {
            atomicAdd(refused, 1);
        }
    }
}
