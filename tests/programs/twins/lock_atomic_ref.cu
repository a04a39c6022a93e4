// SPDX-License-Identifier: GPL-3.0-or-later
// A lock that is acquired and released.
#include <cuda/atomic>
__device__ int lock;
extern "C" __global__ void kernel(const int* in, int* sum)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> mutex(lock);
    if (threadIdx.x != 0)
        return;
    while (mutex.exchange(1, cuda::memory_order_acquire) != 0)
        ;
    *sum += in[blockIdx.x];
    mutex.store(0, cuda::memory_order_release);
}
