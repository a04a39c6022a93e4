// SPDX-License-Identifier: GPL-3.0-or-later
// Set up once, looked at twice: the first look acquires.
#include <cuda/atomic>
using Ref = cuda::atomic_ref<int, cuda::thread_scope_device>;
extern "C" __global__ void kernel(int* state, int* out) // state: lock, ready, value
{
    if (threadIdx.x != 0) return;
    Ref ready(state[1]);
    if (ready.load(cuda::memory_order_acquire) == 0) {
        while (atomicCAS(&state[0], 0, 1) != 0)
            ;
        __threadfence();
        if (ready.load(cuda::memory_order_relaxed) == 0) {
            state[2] = 42;
            ready.store(1, cuda::memory_order_release);
        }
        __threadfence();
        atomicExch(&state[0], 0);
    }
    out[blockIdx.x] = state[2];
}
