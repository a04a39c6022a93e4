// SPDX-License-Identifier: GPL-3.0-or-later
// Decoupled look-back: the sum of a block is fenced, the sum of all blocks so far is not.
extern "C" __global__ void kernel(const int* in, int* aggregate, int* prefix, volatile int* state, int* out)
{
    if (threadIdx.x != 0) return;
    const int b = blockIdx.x;
    const int own = in[b];
    if (b > 0) {
        aggregate[b] = own;
        __threadfence();
        state[b] = 1;
    }
    int before = 0;
    for (int p = b - 1; p >= 0;) {
        int s;
        while ((s = state[p]) == 0)
            ;
        __threadfence();
        if (s == 2) {
            before += prefix[p]; // BUG
            break;
        }
        before += aggregate[p];
        --p;
    }
    prefix[b] = before + own; // BUG
    state[b] = 2;
    __threadfence();
    out[b] = before;
}
