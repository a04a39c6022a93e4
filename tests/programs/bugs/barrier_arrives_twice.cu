// SPDX-License-Identifier: GPL-3.0-or-later
// The producer says when the slot is full, and nobody says when it is empty: it is counted again before the reader comes.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int slot[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int i = 0; i < 8; ++i) {
            slot[lane] = in[i * 32 + lane];
            asm volatile("bar.arrive 1, 64;" ::: "memory"); // BUG
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 8; ++i) {
            asm volatile("bar.sync 1, 64;" ::: "memory"); // BUG
            sum += slot[31 - lane];
        }
        out[lane] = sum;
    }
}
