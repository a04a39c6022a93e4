// SPDX-License-Identifier: GPL-3.0-or-later
// A warp fills a ring of two slots for two others: a full and an empty mbarrier for each slot, in many phases.
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
    __shared__ int s[2][32];
    __shared__ unsigned long long full[2], empty[2];
    if (threadIdx.x < 2) {
        init(&full[threadIdx.x], 32);
        init(&empty[threadIdx.x], 64);
    }
    __syncthreads();
    int sum = 0;
    for (int step = 0; step < 6; ++step) {
        const int slot = step % 2, phase = step / 2 & 1;
        if (threadIdx.x < 32) {
            wait(&empty[slot], phase ^ 1);
            s[slot][threadIdx.x] = in[32 * step + threadIdx.x];
            arrive(&full[slot]);
        } else {
            wait(&full[slot], phase);
            sum += s[slot][(threadIdx.x + step) % 32];
            arrive(&empty[slot]);
        }
    }
    if (threadIdx.x >= 32)
        out[threadIdx.x - 32] = sum;
}
