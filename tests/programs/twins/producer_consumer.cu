// SPDX-License-Identifier: GPL-3.0-or-later
// One warp fills a buffer for another one: it only arrives, and the other one waits. Named barriers for both ways.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    const int lane = threadIdx.x % 32;
    for (int step = 0; step < 3; ++step)
        if (threadIdx.x < 32) {
            if (step > 0)
                asm volatile("bar.sync 2, 64;" ::: "memory");
            s[lane] = in[32 * step + lane];
            __threadfence_block();
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[32 * step + lane] = s[31 - lane];
            if (step < 2)
                asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
}
