// SPDX-License-Identifier: GPL-3.0-or-later
// A ring of two slots between two warps. Full slots are told of, and empty ones.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[2][32];
    const int lane = threadIdx.x % 32;
    for (int step = 0; step < 6; ++step) {
        if (threadIdx.x < 32) {
            if (step > 1)
                asm volatile("bar.sync %0, 64;" ::"r"(3 + step % 2) : "memory");
            s[step % 2][lane] = in[32 * step + lane];
            asm volatile("bar.arrive %0, 64;" ::"r"(1 + step % 2) : "memory");
        } else {
            asm volatile("bar.sync %0, 64;" ::"r"(1 + step % 2) : "memory");
            out[32 * step + lane] = s[step % 2][31 - lane];
            if (step < 4)
                asm volatile("bar.arrive %0, 64;" ::"r"(3 + step % 2) : "memory");
        }
    }
}
