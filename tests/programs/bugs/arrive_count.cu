// SPDX-License-Identifier: GPL-3.0-or-later
// The one side counts on 64 threads, the other on 96.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    if (threadIdx.x < 32) {
        s[threadIdx.x] = in[threadIdx.x];
        asm volatile("bar.arrive 1, 96;" ::: "memory"); // BUG
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // BUG
        out[threadIdx.x - 32] = s[threadIdx.x - 32];
    }
}
