// SPDX-License-Identifier: GPL-3.0-or-later
// One lane adds for all that are there; what it gets is taken from lane 0, which has gone another way.
extern "C" __global__ void kernel(const int* in, int* out, int* count)
{
    const int v = in[threadIdx.x];
    if (v % 3 != in[0] % 3 && threadIdx.x % 32 != 0) {
        const unsigned mask = __activemask();
        const int lane = threadIdx.x % 32, leader = __ffs(mask) - 1;
        int base = 0;
        if (lane == leader)
            base = atomicAdd(count, __popc(mask));
        base = __shfl_sync(mask, base, 0); // BUG
        out[base + __popc(mask & ((1u << lane) - 1))] = v;
    }
}
