// SPDX-License-Identifier: GPL-3.0-or-later
// A warp of producers copies tiles by bulk copies through a ring of three; four warps consume.
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void wait(unsigned long long* b, unsigned parity)
{
    asm volatile("{ .reg .pred p;\nL: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra D;\nbra L;\nD:\n}" ::"r"(at(b)), "r"(parity) : "memory");
}
extern "C" __global__ void kernel(const float* in, float* out)
{
    constexpr int stages = 3, tiles = 16;
    __shared__ alignas(128) float ring[stages][128];
    __shared__ unsigned long long full[stages], empty[stages];
    if (threadIdx.x == 0) {
        for (int s = 0; s < stages; ++s) {
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full[s])));
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 4;" ::"r"(at(&empty[s])));
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == 4) {
        if (lane == 0)
            for (int t = 0; t < tiles; ++t) {
                const int s = t % stages;
                if (t >= stages) wait(&empty[s], (t / stages - 1) & 1);
                asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(at(&full[s])) : "memory");
                asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(at(ring[s])), "l"(in + (blockIdx.x * tiles + t) * 128), "r"(at(&full[s])) : "memory");
            }
    } else {
        float sum = 0;
        for (int t = 0; t < tiles; ++t) {
            const int s = t % stages;
            wait(&full[s], t / stages & 1);
            sum += ring[s][(warp * 32 + lane + t) % 128];
            __syncwarp();
            if (lane == 0)
                asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(&empty[s])) : "memory");
        }
        out[blockIdx.x * 128 + threadIdx.x] = sum;
    }
}
