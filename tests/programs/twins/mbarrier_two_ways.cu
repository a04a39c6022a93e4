// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of one warp wait for one mbarrier in two loops, until the other warp has come.
#include <cuda/barrier>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        (void)bar.arrive();
        bar.wait_parity(0);
    } else {
        bar.arrive_and_wait();
    }
    out[threadIdx.x] = s[63 - threadIdx.x];
}
