// SPDX-License-Identifier: GPL-3.0-or-later
// Users are counted down by releases; only the last one needs a fence that acquires.
#include <cuda/atomic>
extern "C" __global__ void kernel(int* users, int* left, int* out)
{
    if (threadIdx.x != 0) return;
    left[blockIdx.x] = blockIdx.x + 1;
    cuda::atomic_ref<int, cuda::thread_scope_device> count(*users);
    if (count.fetch_sub(1, cuda::memory_order_release) == 1) {
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        int sum = 0;
        for (int b = 0; b < 4; ++b) sum += left[b];
        *out = sum;
    }
}
