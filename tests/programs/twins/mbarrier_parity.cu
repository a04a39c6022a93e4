// SPDX-License-Identifier: GPL-3.0-or-later
// One warp fills what the other one reads. It waits for the first phase.
__device__ void init(unsigned long long* b, unsigned n)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(b)), "r"(n) : "memory");
}
__device__ void arrive(unsigned long long* b)
{
    asm volatile("{ .reg .b64 t; mbarrier.arrive.shared.b64 t, [%0]; }" ::"r"((unsigned)__cvta_generic_to_shared(b)) : "memory");
}
__device__ void wait(unsigned long long* b, unsigned parity)
{
    asm volatile("{ .reg .pred p; W%=: mbarrier.test_wait.parity.shared.b64 p, [%0], %1; @!p bra W%=; }"
                 ::"r"((unsigned)__cvta_generic_to_shared(b)), "r"(parity) : "memory");
}
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    __shared__ unsigned long long full;
    if (threadIdx.x < 32)
        s[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        init(&full, 32);
    __syncthreads();
    if (threadIdx.x < 32) {
        wait(&full, 0);
        out[threadIdx.x] = s[31 - threadIdx.x];
    } else {
        s[threadIdx.x - 32] = in[threadIdx.x];
        arrive(&full);
    }
}
