// SPDX-License-Identifier: GPL-3.0-or-later
// Two bulk copies at one mbarrier, the second one after the arrival.
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda/std/cstdint>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ alignas(16) int s[64];
    __shared__ cuda::std::uint64_t bar;
    namespace ptx = cuda::ptx;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, in, 128, &bar);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 256);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s + 32, in + 32, 128, &bar);
    }
    while (!ptx::mbarrier_try_wait_parity(&bar, 0))
        ;
    out[threadIdx.x] = s[63 - threadIdx.x];
}
