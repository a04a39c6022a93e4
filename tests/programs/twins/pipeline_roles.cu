// SPDX-License-Identifier: GPL-3.0-or-later
// One warp copies, another one uses: the pipeline orders them.
#include <cooperative_groups.h>
#include <cuda/pipeline>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[2][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cooperative_groups::this_thread_block();
    auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    int lane = threadIdx.x % 32;
    if (role == cuda::pipeline_role::producer) {
        for (int i = 0; i < 8; ++i) {
            pipe.producer_acquire();
            cuda::memcpy_async(&s[i & 1][lane], &in[i * 32 + lane], sizeof(int), pipe);
            pipe.producer_commit();
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 8; ++i) {
            pipe.consumer_wait();
            sum += s[i & 1][31 - lane];
            pipe.consumer_release();
        }
        out[lane] = sum;
    }
}
