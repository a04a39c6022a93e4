// SPDX-License-Identifier: GPL-3.0-or-later
// A value handed from block to block by a relaxed flag.
#include <cuda/atomic>
__device__ int flag;
extern "C" __global__ void kernel(const int* in, int* box, int* out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(flag);
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        box[0] = in[0]; // BUG
        ready.store(1, cuda::memory_order_relaxed);
    } else {
        while (ready.load(cuda::memory_order_relaxed) == 0)
            ;
        out[0] = box[0]; // BUG
    }
}
