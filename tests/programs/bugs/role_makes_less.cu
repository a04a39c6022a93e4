// SPDX-License-Identifier: GPL-3.0-or-later
// Who fills the slots fills one less than the others wait for.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int slot[2][32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == 0) {
        for (int i = 0; i < n - 1; ++i) {
            if (i >= 2) asm volatile("bar.sync %0, 96;" ::"r"(3 + i % 2) : "memory");
            slot[i % 2][lane] = in[i * 32 + lane];
            __threadfence_block();
            asm volatile("bar.arrive %0, 96;" ::"r"(1 + i % 2) : "memory");
        }
    } else {
        int sum = 0;
        for (int i = 0; i < n; ++i) {
            asm volatile("bar.sync %0, 96;" ::"r"(1 + i % 2) : "memory"); // BUG
            sum += slot[i % 2][31 - lane];
            if (i + 2 < n - 1) asm volatile("bar.arrive %0, 96;" ::"r"(3 + i % 2) : "memory");
        }
        out[(warp - 1) * 32 + lane] = sum;
    }
}
