// SPDX-License-Identifier: GPL-3.0-or-later
// cuda::pipeline of a block, two stages deep.
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    const auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int next = 0, step = 0; step < 4; ++step) {
        for (; next < 4 && next < step + 2; ++next) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s[next % 2], in + 64 * next, sizeof s[0], pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += s[step % 2][63 - threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}
