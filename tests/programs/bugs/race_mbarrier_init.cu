// SPDX-License-Identifier: GPL-3.0-or-later
// An mbarrier is used before all know that it has been set up.
__device__ void init(unsigned long long* b, unsigned n)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(b)), "r"(n) : "memory"); // BUG
}
__device__ void arrive(unsigned long long* b)
{
    asm volatile("{ .reg .b64 t; mbarrier.arrive.shared.b64 t, [%0]; }" ::"r"((unsigned)__cvta_generic_to_shared(b)) : "memory"); // BUG
}
__device__ void wait(unsigned long long* b, unsigned parity)
{
    asm volatile("{ .reg .pred p; W%=: mbarrier.test_wait.parity.shared.b64 p, [%0], %1; @!p bra W%=; }"
                 ::"r"((unsigned)__cvta_generic_to_shared(b)), "r"(parity) : "memory"); // BUG
}
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    __shared__ unsigned long long bar;
    if (threadIdx.x == 0)
        init(&bar, 64);
    s[threadIdx.x] = in[threadIdx.x];
    arrive(&bar);
    wait(&bar, 0);
    out[threadIdx.x] = s[63 - threadIdx.x];
}
