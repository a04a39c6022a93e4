// SPDX-License-Identifier: GPL-3.0-or-later
// States are exchanged: by one thread each, or all for the same.
extern "C" __global__ void kernel(int* state, int* out, int* done)
{
    if (threadIdx.x == 0) {
        atomicExch(&state[blockIdx.x], 1);
        out[blockIdx.x] = blockIdx.x;
        __threadfence();
        atomicExch(&state[blockIdx.x], 2);
        atomicExch(done, 1);
    }
}
