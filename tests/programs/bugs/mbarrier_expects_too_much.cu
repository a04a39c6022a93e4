// SPDX-License-Identifier: GPL-3.0-or-later
// The mbarrier is told of twice the bytes that come: its phase never ends.
#include <cuda/barrier>
#include <cuda/ptx>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ alignas(128) int s[32];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) {
        init(&bar, 32);
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
    }
    __syncthreads();
    cuda::barrier<cuda::thread_scope_block>::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, s, in, sizeof s, cuda::device::barrier_native_handle(bar));
        token = cuda::device::barrier_arrive_tx(bar, 1, 2 * sizeof s);
    } else
        token = bar.arrive();
    bar.wait(static_cast<decltype(token)&&>(token)); // BUG
    out[threadIdx.x] = s[31 - threadIdx.x];
}
