// SPDX-License-Identifier: GPL-3.0-or-later
// Each lane fences, all meet, and one raises the flag.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int data[32];
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        data[lane] = in[lane];
        __threadfence_block();
        __syncwarp();
        if (lane == 0) ready = 1;
    } else {
        while (ready == 0)
            ;
        __threadfence_block();
        out[lane] = data[31 - lane];
    }
}
