// SPDX-License-Identifier: GPL-3.0-or-later
// Named barriers: those who use a slot say that it is empty before they have read it.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int slot[2][32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == 0) {
        for (int i = 0; i < n; ++i) {
            if (i >= 2) asm volatile("bar.sync %0, 96;" ::"r"(3 + i % 2) : "memory");
            slot[i % 2][lane] = in[i * 32 + lane]; // BUG
            asm volatile("bar.arrive %0, 96;" ::"r"(1 + i % 2) : "memory");
        }
    } else {
        int sum = 0;
        for (int i = 0; i < n; ++i) {
            asm volatile("bar.sync %0, 96;" ::"r"(1 + i % 2) : "memory");
            if (i + 2 < n) asm volatile("bar.arrive %0, 96;" ::"r"(3 + i % 2) : "memory");
            sum += slot[i % 2][31 - lane]; // BUG
        }
        out[(warp - 1) * 32 + lane] = sum;
    }
}
