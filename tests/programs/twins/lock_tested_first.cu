// SPDX-License-Identifier: GPL-3.0-or-later
// A spin lock of cuda::atomic_ref: test, then test and set, with acquire and release.
#include <cuda/atomic>
struct Lock {
    int* word;
    __device__ void take()
    {
        cuda::atomic_ref<int, cuda::thread_scope_device> r(*word);
        while (r.exchange(1, cuda::memory_order_acquire) != 0)
            while (r.load(cuda::memory_order_relaxed) != 0)
                __nanosleep(20);
    }
    __device__ void give() { cuda::atomic_ref<int, cuda::thread_scope_device>(*word).store(0, cuda::memory_order_release); }
};
extern "C" __global__ void kernel(int* word, int* data)
{
    Lock lock{word};
    if (threadIdx.x % 8 == 0) {
        lock.take();
        data[0] += 1;
        data[1] = data[0] * 2;
        lock.give();
    }
}
