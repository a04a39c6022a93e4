// SPDX-License-Identifier: GPL-3.0-or-later
// The flag is raised by a compare-and-swap that succeeds.
#include <cuda/atomic>
extern "C" __global__ void kernel(const int* in, int* data, int* flag, int* out)
{
    if (threadIdx.x != 0) return;
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (blockIdx.x == 0) {
        data[0] = in[0];
        int expected = 0;
        f.compare_exchange_strong(expected, 7, cuda::memory_order_acq_rel);
    } else {
        while (f.load(cuda::memory_order_acquire) != 7)
            ;
        out[0] = data[0];
    }
}
