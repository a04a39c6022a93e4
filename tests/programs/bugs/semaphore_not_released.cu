// SPDX-License-Identifier: GPL-3.0-or-later
// A block that leaves without giving the semaphore back: the others wait for ever.
#include <cuda/semaphore>
__device__ cuda::binary_semaphore<cuda::thread_scope_device> gate(1);
extern "C" __global__ void kernel(const int* in, int* total)
{
    if (threadIdx.x == 0) {
        gate.acquire(); // BUG
        *total += blockIdx.x;
        if (blockIdx.x != 1)
            gate.release();
    }
}
