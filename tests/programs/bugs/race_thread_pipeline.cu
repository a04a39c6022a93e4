// SPDX-License-Identifier: GPL-3.0-or-later
// cuda::pipeline of each thread by itself: what others have copied is read.
#include <cuda/pipeline>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[2][64];
    auto pipe = cuda::make_pipeline();
    int sum = 0;
    for (int next = 0, step = 0; step < 4; ++step) {
        for (; next < 4 && next < step + 2; ++next) {
            pipe.producer_acquire();
            cuda::memcpy_async(&s[next % 2][threadIdx.x], in + 64 * next + threadIdx.x, sizeof(int), pipe); // BUG
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += s[step % 2][63 - threadIdx.x]; // BUG
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}
