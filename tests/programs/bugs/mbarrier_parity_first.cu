// SPDX-License-Identifier: GPL-3.0-or-later
// Who reads waits for the wrong parity.
#include <cuda/ptx>
#include <cstdint>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ uint64_t full;
    __shared__ int buffer[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"((unsigned)__cvta_generic_to_shared(&full)) : "memory");
    __syncthreads();
    if (threadIdx.x < 32) {
        buffer[lane] = in[lane];
        asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"((unsigned)__cvta_generic_to_shared(&full)) : "memory");
    } else {
        unsigned done = 0;
        while (!done)
            asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 1; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"((unsigned)__cvta_generic_to_shared(&full)) : "memory"); // BUG
        out[lane] = buffer[31 - lane];
    }
}
