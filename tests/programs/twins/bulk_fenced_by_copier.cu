// SPDX-License-Identifier: GPL-3.0-or-later
// The thread that copies makes the fence between what threads write and what the copy engine reads.
#include <cuda/ptx>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ alignas(128) int s[64];
    s[threadIdx.x] = in[threadIdx.x] + 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
        cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, out, s, sizeof s);
        cuda::ptx::cp_async_bulk_commit_group();
        cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<0>{});
    }
}
