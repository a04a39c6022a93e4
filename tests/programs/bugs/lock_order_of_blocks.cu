// SPDX-License-Identifier: GPL-3.0-or-later
// Two blocks take two locks, each in another order. Block after block nothing happens; side by side they may wait for ever.
extern "C" __global__ void kernel(int* lock, int* account)
{
    if (threadIdx.x != 0)
        return;
    const int first = blockIdx.x, second = 1 - first;
    while (atomicCAS(&lock[first], 0, 1) != 0) // BUG
        ;
    while (atomicCAS(&lock[second], 0, 1) != 0) // BUG
        ;
    __threadfence();
    account[0] += 1;
    account[1] -= 1;
    __threadfence();
    atomicExch(&lock[second], 0);
    atomicExch(&lock[first], 0);
}
