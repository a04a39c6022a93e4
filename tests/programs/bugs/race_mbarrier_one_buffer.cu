// SPDX-License-Identifier: GPL-3.0-or-later
// Two warps exchange their halves through an mbarrier, one phase after the other. With one buffer the next value comes too early.
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
    __shared__ int s[2][64];
    __shared__ unsigned long long bar;
    if (threadIdx.x == 0)
        init(&bar, 64);
    __syncthreads();
    int sum = 0;
    for (int step = 0; step < 5; ++step) {
        s[step % 1][threadIdx.x] = in[threadIdx.x] + step; // BUG
        arrive(&bar);
        wait(&bar, step & 1);
        sum += s[step % 1][63 - threadIdx.x]; // BUG
    }
    out[threadIdx.x] = sum;
}
