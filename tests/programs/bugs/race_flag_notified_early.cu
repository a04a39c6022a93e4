// SPDX-License-Identifier: GPL-3.0-or-later
// A warp waits for an atomic that another one notifies, before what it stands for is written.
#include <cuda/atomic>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> ready;
    __shared__ int s[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        ready.store(0);
    __syncthreads();
    if (threadIdx.x < 32) {
        if (lane == 0) {
            ready.store(1, cuda::memory_order_release);
            ready.notify_all();
        }
        s[lane] = in[lane]; // BUG
    } else {
        ready.wait(0, cuda::memory_order_acquire);
        out[lane] = s[31 - lane]; // BUG
    }
}
