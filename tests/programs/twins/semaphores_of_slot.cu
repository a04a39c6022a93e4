// SPDX-License-Identifier: GPL-3.0-or-later
// Two semaphores say whether a slot is full or empty.
#include <cuda/semaphore>
using Semaphore = cuda::binary_semaphore<cuda::thread_scope_block>;
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int slot;
    __shared__ alignas(8) char rooms[2][sizeof(Semaphore)];
    auto* full = reinterpret_cast<Semaphore*>(rooms[0]);
    auto* empty = reinterpret_cast<Semaphore*>(rooms[1]);
    if (threadIdx.x == 0) {
        new (full) Semaphore(0);
        new (empty) Semaphore(1);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < 8; ++i) {
            empty->acquire();
            slot = in[i];
            full->release();
        }
    else if (threadIdx.x == 32)
        for (int i = 0; i < 8; ++i) {
            full->acquire();
            out[i] = slot;
            empty->release();
        }
}
