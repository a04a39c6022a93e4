// SPDX-License-Identifier: GPL-3.0-or-later
// Chase and Lev's deque: who steals looks at one end, and at the other with no fence between.
#include <cuda/atomic>
using Ref = cuda::atomic_ref<int, cuda::thread_scope_device>;
extern "C" __global__ void kernel(int* items, int* ends, int* taken)
{
    if (threadIdx.x != 0) return;
    Ref top(ends[0]), bottom(ends[1]);
    if (blockIdx.x == 0) {
        for (int i = 0; i < 3; ++i) {
            items[i] = i;
            cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
            bottom.store(i + 1, cuda::memory_order_relaxed);
        }
        for (;;) {
            const int b = bottom.load(cuda::memory_order_relaxed) - 1;
            bottom.store(b, cuda::memory_order_relaxed);
            cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
            int t = top.load(cuda::memory_order_relaxed);
            if (t > b) { bottom.store(b + 1, cuda::memory_order_relaxed); return; }
            const int item = items[b];
            if (t == b) {
                if (top.compare_exchange_strong(t, t + 1)) taken[item] += 1; // BUG
                bottom.store(b + 1, cuda::memory_order_relaxed);
                return;
            }
            taken[item] += 1; // BUG
        }
    } else {
        for (int tries = 0; tries < 6; ++tries) {
            int t = top.load(cuda::memory_order_acquire);
            const int b = bottom.load(cuda::memory_order_acquire);
            if (t < b) {
                const int item = items[t];
                if (top.compare_exchange_strong(t, t + 1)) taken[item] += 1; // BUG
            }
        }
    }
}
