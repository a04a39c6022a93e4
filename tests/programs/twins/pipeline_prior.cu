// SPDX-License-Identifier: GPL-3.0-or-later
// Copies run two ahead; in the last rounds groups are empty.
#include <cuda/pipeline>
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int stage[3][32];
    const int t = threadIdx.x;
    auto pipe = cuda::make_pipeline();
    for (int i = 0; i < 2; ++i) {
        pipe.producer_acquire();
        cuda::memcpy_async(&stage[i][t], in + i * 32 + t, sizeof(int), pipe);
        pipe.producer_commit();
    }
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        pipe.producer_acquire();
        if (i + 2 < n)
            cuda::memcpy_async(&stage[(i + 2) % 3][t], in + (i + 2) * 32 + t, sizeof(int), pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<2>(pipe);
        sum += stage[i % 3][t];
        pipe.consumer_release();
    }
    out[t] = sum;
}
