// SPDX-License-Identifier: GPL-3.0-or-later
// Two blocks take two locks in two orders, but give the first one back where they do not get the second.
extern "C" __global__ void kernel(int* lock, int* account)
{
    if (threadIdx.x != 0)
        return;
    const int first = blockIdx.x, second = 1 - first;
    for (bool done = false; !done;) {
        while (atomicCAS(&lock[first], 0, 1) != 0)
            ;
        if (atomicCAS(&lock[second], 0, 1) == 0) {
            __threadfence();
            account[0] += 1;
            account[1] -= 1;
            __threadfence();
            atomicExch(&lock[second], 0);
            done = true;
        }
        atomicExch(&lock[first], 0);
    }
}
