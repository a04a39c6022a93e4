// SPDX-License-Identifier: GPL-3.0-or-later
// Named barriers: 1 and 2 say which slot is full, 3 and 4 which is empty.
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }
__device__ void wait(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int slot[2][32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int i = 0; i < 8; ++i) {
            if (i >= 2)
                wait(3 + i % 2);
            slot[i % 2][lane] = in[i * 32 + lane];
            arrive(1 + i % 2);
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 8; ++i) {
            wait(1 + i % 2);
            sum += slot[i % 2][31 - lane];
            if (i + 2 < 8)
                arrive(3 + i % 2);
        }
        out[lane] = sum;
    }
}
