// SPDX-License-Identifier: GPL-3.0-or-later
// A value handed from block to block: released and acquired.
#include <cuda/atomic>
__device__ int flag;
extern "C" __global__ void kernel(const int* in, int* box, int* out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(flag);
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        box[0] = in[0];
        ready.store(1, cuda::memory_order_release);
    } else {
        while (ready.load(cuda::memory_order_acquire) == 0)
            ;
        out[0] = box[0];
    }
}
