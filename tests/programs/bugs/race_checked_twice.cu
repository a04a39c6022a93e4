// SPDX-License-Identifier: GPL-3.0-or-later
// Set up once, looked at twice: the first look takes no lock, and is an ordinary read.
extern "C" __global__ void kernel(int* state, int* out) // state: lock, ready, value
{
    if (threadIdx.x != 0) return;
    if (state[1] == 0) { // BUG
        while (atomicCAS(&state[0], 0, 1) != 0)
            ;
        __threadfence();
        if (state[1] == 0) {
            state[2] = 42; // BUG
            __threadfence();
            state[1] = 1; // BUG
        }
        __threadfence();
        atomicExch(&state[0], 0);
    }
    out[blockIdx.x] = state[2]; // BUG
}
