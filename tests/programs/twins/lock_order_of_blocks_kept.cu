// SPDX-License-Identifier: GPL-3.0-or-later
// Two blocks take two locks in the same order.
extern "C" __global__ void kernel(int* lock, int* account)
{
    if (threadIdx.x != 0)
        return;
    const int first = 0, second = 1;
    while (atomicCAS(&lock[first], 0, 1) != 0)
        ;
    while (atomicCAS(&lock[second], 0, 1) != 0)
        ;
    __threadfence();
    account[0] += 1;
    account[1] -= 1;
    __threadfence();
    atomicExch(&lock[second], 0);
    atomicExch(&lock[first], 0);
}
