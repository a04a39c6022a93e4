// SPDX-License-Identifier: GPL-3.0-or-later
// Each block adds up what the block before has made known; its flag is released, and acquired.
#include <cuda/atomic>
extern "C" __global__ void kernel(const int* in, int* sums, int* flags)
{
    if (threadIdx.x != 0)
        return;
    int before = 0;
    if (blockIdx.x > 0) {
        cuda::atomic_ref<int, cuda::thread_scope_device> there(flags[blockIdx.x - 1]);
        while (there.load(cuda::memory_order_acquire) == 0)
            ;
        before = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = before + in[blockIdx.x];
    cuda::atomic_ref<int, cuda::thread_scope_device> mine(flags[blockIdx.x]);
    mine.store(1, cuda::memory_order_release);
}
