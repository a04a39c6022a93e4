// SPDX-License-Identifier: GPL-3.0-or-later
// The number of turns differs from warp to warp, and so does that of the barriers.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int sum = 0;
    for (int i = threadIdx.x / 32; i < 3; ++i) {
        sum += in[threadIdx.x];
        if (threadIdx.x / 32 != 2)
            __syncthreads(); // BUG
        else
            asm volatile("bar.sync 2, 64;"); // BUG
    }
    out[threadIdx.x] = sum;
}
