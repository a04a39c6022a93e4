// SPDX-License-Identifier: GPL-3.0-or-later
// A warp hands values to another one, with one meeting a step. With two slots that is enough.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[2][32];
    const int lane = threadIdx.x % 32;
    for (int step = 0; step < 6; ++step) {
        if (threadIdx.x < 32)
            s[step % 2][lane] = in[32 * step + lane];
        asm volatile("bar.sync 1, 64;" ::: "memory");
        if (threadIdx.x >= 32)
            out[32 * step + lane] = s[step % 2][31 - lane];
    }
}
