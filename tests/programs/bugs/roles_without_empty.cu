// SPDX-License-Identifier: GPL-3.0-or-later
// One warp fills two buffers in turn, the other uses them. That they are empty again is never awaited: the first one runs
// ahead, arrives twice in one phase, and the other waits for a phase that has none left to come.
#include <cuda/barrier>
using Barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ Barrier full[2];
    __shared__ int buffer[2][32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 2)
        init(&full[threadIdx.x], 64);
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int i = 0; i < 6; ++i) {
            buffer[i % 2][lane] = in[i * 32 + lane]; // BUG
            (void)full[i % 2].arrive();
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 6; ++i) {
            full[i % 2].arrive_and_wait(); // BUG
            sum += buffer[i % 2][31 - lane]; // BUG
        }
        out[lane] = sum;
    }
}
