// SPDX-License-Identifier: GPL-3.0-or-later
// A fence, and a compare-and-swap that fails: nothing is handed on by it.
extern "C" __global__ void kernel(int* data, int* flag, int* out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        atomicExch(flag, 2);
        data[0] = 5; // BUG
        __threadfence();
        atomicCAS(flag, 1, 3);
    } else {
        int seen;
        while ((seen = atomicAdd(flag, 0)) == 0)
            ;
        __threadfence();
        out[0] = data[0]; // BUG
        out[1] = seen;
    }
}
