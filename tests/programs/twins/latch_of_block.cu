// SPDX-License-Identifier: GPL-3.0-or-later
// A latch that each thread of the block comes to.
#include <cuda/latch>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    __shared__ alignas(8) char room[sizeof(cuda::latch<cuda::thread_scope_block>)];
    auto* latch = reinterpret_cast<cuda::latch<cuda::thread_scope_block>*>(room);
    if (threadIdx.x == 0)
        new (latch) cuda::latch<cuda::thread_scope_block>(blockDim.x);
    __syncthreads();
    s[threadIdx.x] = in[threadIdx.x];
    latch->arrive_and_wait();
    out[threadIdx.x] = s[63 - threadIdx.x];
}
