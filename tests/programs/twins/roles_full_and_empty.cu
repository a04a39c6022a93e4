// SPDX-License-Identifier: GPL-3.0-or-later
// One warp fills two buffers in turn, the other uses them, and says when they are empty again.
#include <cuda/barrier>
using Barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ Barrier full[2], empty[2];
    __shared__ int buffer[2][32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 2) {
        init(&full[threadIdx.x], 64);
        init(&empty[threadIdx.x], 64);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int i = 0; i < 6; ++i) {
            empty[i % 2].arrive_and_wait();
            buffer[i % 2][lane] = in[i * 32 + lane];
            (void)full[i % 2].arrive();
        }
    } else {
        int sum = 0;
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        for (int i = 0; i < 6; ++i) {
            full[i % 2].arrive_and_wait();
            sum += buffer[i % 2][31 - lane];
            if (i + 2 < 6)
                (void)empty[i % 2].arrive();
        }
        out[lane] = sum;
    }
}
