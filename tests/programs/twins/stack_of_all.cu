// SPDX-License-Identifier: GPL-3.0-or-later
// A stack without a lock: who puts a node on top releases it, and has acquired the one below by the same operation. Whoever
// sees a node on top sees all that lie below it, and what was put there by other lanes of the same warp.
#include <cuda/atomic>

extern "C" __global__ void kernel(int2* node, int* head, int* out)
{
    const int me = blockIdx.x * blockDim.x + threadIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_device> top(*head);
    int old = top.load(cuda::memory_order_relaxed);
    do {
        node[me] = make_int2(3 * me, old);
    } while (!top.compare_exchange_weak(old, me, cuda::memory_order_acq_rel, cuda::memory_order_relaxed));
    int sum = 0;
    int at = top.load(cuda::memory_order_acquire);
    for (int k = 0; at >= 0 && k < 4; ++k) {
        const int2 seen = node[at];
        sum += seen.x;
        at = seen.y;
    }
    out[me] = sum;
}
