// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of the flag look at the sum without a fence of their own.
extern "C" __global__ void kernel(const int* in, int* sums, int* flags, int* out)
{
    const int b = blockIdx.x, lane = threadIdx.x;
    const int own = __reduce_add_sync(~0u, in[b * 32 + lane]);
    if (lane == 0) {
        sums[b] = own; // BUG
        __threadfence();
        atomicExch(&flags[b], 1);
    }
    int before = 0;
    if (lane < b) {
        int seen;
        do
            asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flags + lane) : "memory");
        while (seen == 0);
        before = sums[lane]; // BUG
    }
    out[b * 32 + lane] = __reduce_add_sync(~0u, before) + own;
}
