// SPDX-License-Identifier: GPL-3.0-or-later
// The producer does not wait for the slot to be empty: it is two phases ahead, and the phase that is waited for never ends.
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void wait(unsigned long long* b, unsigned parity)
{
    asm volatile("{ .reg .pred p;\nL: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra D;\nbra L;\nD:\n}" ::"r"(at(b)), "r"(parity) : "memory"); // BUG
}
extern "C" __global__ void kernel(const float* in, float* out)
{
    constexpr int stages = 2, tiles = 8;
    __shared__ alignas(128) float ring[stages][128];
    __shared__ unsigned long long full[stages];
    if (threadIdx.x == 0) {
        for (int s = 0; s < stages; ++s)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full[s])));
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == 1) {
        if (lane == 0)
            for (int t = 0; t < tiles; ++t) {
                const int s = t % stages;
                if (t >= stages) wait(&full[s], (t / stages - 1) & 1);
                asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(at(&full[s])) : "memory");
                asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(at(ring[s])), "l"(in + t * 128), "r"(at(&full[s])) : "memory");
            }
    } else {
        float sum = 0;
        for (int t = 0; t < tiles; ++t) {
            const int s = t % stages;
            wait(&full[s], t / stages & 1);
            sum += ring[s][(lane * 4 + t) % 128];
            __syncwarp();
        }
        out[lane] = sum;
    }
}
