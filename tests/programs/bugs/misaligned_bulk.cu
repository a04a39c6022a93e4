// SPDX-License-Identifier: GPL-3.0-or-later
// A bulk copy begins at a multiple of 16 bytes.
extern "C" __global__ void kernel(const float* in, float* out)
{
    __shared__ alignas(16) float room[64];
    __shared__ alignas(8) unsigned long long bar;
    const unsigned to = (unsigned)__cvta_generic_to_shared(room), at = (unsigned)__cvta_generic_to_shared(&bar);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(at) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], 256; }" ::"r"(at) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(to), "l"(in + 1), "r"(at) : "memory"); // BUG
    }
    __syncthreads();
    unsigned done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at) : "memory");
    out[threadIdx.x] = room[threadIdx.x];
}
