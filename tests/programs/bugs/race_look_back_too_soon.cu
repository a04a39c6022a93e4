// SPDX-License-Identifier: GPL-3.0-or-later
// A look-back that takes the sum of all before, also where only the block's own one is there.
extern "C" __global__ void kernel(const int* in, int* status, int* own, int* all, int* out)
{
    const int b = blockIdx.x;
    int v = in[b * 32 + threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x != 0)
        return;
    own[b] = v;
    __threadfence();
    atomicExch(&status[b], 1); // its own sum is there
    int before = 0;
    for (int j = b - 1; j >= 0; --j) {
        int s;
        while ((s = atomicAdd(&status[j], 0)) == 0)
            ;
        __threadfence();
        before += all[j]; // BUG
        break;
    }
    all[b] = before + v; // BUG
    __threadfence();
    atomicExch(&status[b], 2); // the sum of all before is there
    out[b] = before;
}
