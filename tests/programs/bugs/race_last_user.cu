// SPDX-License-Identifier: GPL-3.0-or-later
// Users are counted down; the last one sums what all have left, but the count orders nothing.
#include <cuda/atomic>
extern "C" __global__ void kernel(int* users, int* left, int* out)
{
    if (threadIdx.x != 0) return;
    left[blockIdx.x] = blockIdx.x + 1; // BUG
    cuda::atomic_ref<int, cuda::thread_scope_device> count(*users);
    if (count.fetch_sub(1, cuda::memory_order_release) == 1) {
        int sum = 0;
        for (int b = 0; b < 4; ++b) sum += left[b]; // BUG
        *out = sum;
    }
}
