// SPDX-License-Identifier: GPL-3.0-or-later
// What a bulk copy to global memory still reads is written anew: nobody has waited for it.
#include <cuda/ptx>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ alignas(128) int s[64];
    for (int tile = 0; tile < 2; ++tile) {
        s[threadIdx.x] = in[tile * 64 + threadIdx.x] + 1; // BUG
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, out + tile * 64, s, sizeof s);
            cuda::ptx::cp_async_bulk_commit_group();
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<0>{});
}
