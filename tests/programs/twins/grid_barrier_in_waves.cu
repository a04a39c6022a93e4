// SPDX-License-Identifier: GPL-3.0-or-later
// More blocks than fit wait for those before them alone.
extern "C" __global__ void kernel(int* count, int* out)
{
    if (threadIdx.x == 0) {
        while (atomicAdd(count, 0) < (int)blockIdx.x - 100)
            ;
        __threadfence();
        atomicAdd(count, 1);
        out[blockIdx.x] = 1;
    }
}
