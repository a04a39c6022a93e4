// SPDX-License-Identifier: GPL-3.0-or-later
// The producer's warp arrives, and writes what it has promised afterwards.
#include <cuda/barrier>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ alignas(8) unsigned long long full;
    __shared__ int slot[32];
    const unsigned bar = (unsigned)__cvta_generic_to_shared(&full);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(bar) : "memory");
    __syncthreads();
    if (threadIdx.x < 32) {
        asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(bar) : "memory");
        slot[threadIdx.x] = in[threadIdx.x]; // BUG
    } else {
        unsigned done = 0;
        while (!done)
            asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                         : "=r"(done)
                         : "r"(bar)
                         : "memory");
        out[threadIdx.x - 32] = slot[63 - threadIdx.x]; // BUG
    }
}
