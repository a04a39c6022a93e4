// SPDX-License-Identifier: GPL-3.0-or-later
// Two slots between a warp that fills them and two that use them, by named barriers.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int slot[2][32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == 0) {
        for (int i = 0; i < n; ++i) {
            if (i >= 2) asm volatile("bar.sync %0, 96;" ::"r"(3 + i % 2) : "memory");
            slot[i % 2][lane] = in[i * 32 + lane];
            asm volatile("bar.arrive %0, 96;" ::"r"(1 + i % 2) : "memory");
        }
    } else {
        int sum = 0;
        for (int i = 0; i < n; ++i) {
            asm volatile("bar.sync %0, 96;" ::"r"(1 + i % 2) : "memory");
            sum += slot[i % 2][31 - lane];
            if (i + 2 < n) asm volatile("bar.arrive %0, 96;" ::"r"(3 + i % 2) : "memory");
        }
        out[(warp - 1) * 32 + lane] = sum;
    }
}
