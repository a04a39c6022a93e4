// SPDX-License-Identifier: GPL-3.0-or-later
// A sum under a lock: nothing is lost, but who comes first is chance.
__device__ int lock;
extern "C" __global__ void kernel(const float* in, float* sum)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence();
    *sum += in[blockIdx.x]; // BUG
    __threadfence();
    atomicExch(&lock, 0);
}
