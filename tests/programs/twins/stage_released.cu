// SPDX-License-Identifier: GPL-3.0-or-later
// A stage of the block's pipeline is given back when it has been read.
#include <cuda/pipeline>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ int stage[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const int t = threadIdx.x;
    int sum = 0;
    for (int ahead = 0, i = 0; i < n; ++i) {
        for (; ahead < n && ahead < i + 2; ++ahead) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[ahead % 2][t], in + ahead * 64 + t, sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += stage[i % 2][63 - t];
        pipe.consumer_release();
    }
    out[t] = sum;
}
