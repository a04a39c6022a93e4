// SPDX-License-Identifier: GPL-3.0-or-later
// Half of the threads leave the barrier object for good; the rest goes on with those who stay.
#include <cuda/barrier>
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int room[64];
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    room[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x >= 32) {
        bar.arrive_and_drop();
        return;
    }
    bar.arrive_and_wait();
    const int v = room[63 - threadIdx.x];
    bar.arrive_and_wait();
    room[threadIdx.x] = v;
    bar.arrive_and_wait();
    out[threadIdx.x] = room[31 - threadIdx.x];
}
