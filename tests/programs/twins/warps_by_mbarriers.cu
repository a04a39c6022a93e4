// SPDX-License-Identifier: GPL-3.0-or-later
// One warp produces into two slots, two consume; full and empty are mbarriers whose parity turns with the round.
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void wait(const void* bar, unsigned parity)
{
    unsigned done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(at(bar)), "r"(parity)
                     : "memory");
}
__device__ void arrive(const void* bar)
{
    asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(at(bar)) : "memory");
}
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ alignas(8) unsigned long long full[2], empty[2];
    __shared__ int slot[2][64];
    if (threadIdx.x == 0)
        for (int s = 0; s < 2; ++s) {
            asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(at(&full[s])) : "memory");
            asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at(&empty[s])) : "memory");
        }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int k = 0; k < 8; ++k) {
            if (k >= 2)
                wait(&empty[k % 2], (k / 2 + 1) % 2);
            slot[k % 2][threadIdx.x] = in[k * 64 + threadIdx.x];
            slot[k % 2][threadIdx.x + 32] = in[k * 64 + 32 + threadIdx.x];
            arrive(&full[k % 2]);
        }
    } else {
        int sum = 0;
        for (int k = 0; k < 8; ++k) {
            wait(&full[k % 2], k / 2 % 2);
            sum += slot[k % 2][95 - threadIdx.x];
            arrive(&empty[k % 2]);
        }
        out[threadIdx.x - 32] = sum;
    }
}
