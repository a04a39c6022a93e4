// SPDX-License-Identifier: GPL-3.0-or-later
// A latch that waits for one thread more than there are: libcu++ looks again after pauses that grow.
#include <cuda/latch>
#include <cuda/std/utility>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    __shared__ alignas(8) char room[sizeof(cuda::latch<cuda::thread_scope_block>)];
    auto* latch = reinterpret_cast<cuda::latch<cuda::thread_scope_block>*>(room);
    if (threadIdx.x == 0)
        new (latch) cuda::latch<cuda::thread_scope_block>(blockDim.x + 1);
    __syncthreads();
    s[threadIdx.x] = in[threadIdx.x];
    latch->arrive_and_wait(); // BUG
    out[threadIdx.x] = s[63 - threadIdx.x];
}
