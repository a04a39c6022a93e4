// SPDX-License-Identifier: GPL-3.0-or-later
// All of a block write, a barrier, and one thread releases for them.
#include <cuda/atomic>
extern "C" __global__ void kernel(const int* in, int* data, int* flag, int* out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (blockIdx.x == 0) {
        data[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 33) f.store(1, cuda::memory_order_release);
    } else {
        if (threadIdx.x == 5)
            while (f.load(cuda::memory_order_acquire) == 0)
                ;
        __syncthreads();
        out[threadIdx.x] = data[63 - threadIdx.x];
    }
}
