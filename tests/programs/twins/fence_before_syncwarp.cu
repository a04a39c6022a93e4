// SPDX-License-Identifier: GPL-3.0-or-later
// One warp works, each of its lanes with a fence, and meets; then a lane raises the flag that the other waits for.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    __shared__ int ready;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        s[lane] = in[lane] + in[lane + 32];
        __threadfence_block();
        __syncwarp();
        if (lane == 0)
            *(volatile int*)&ready = 1;
    } else {
        while (*(volatile int*)&ready == 0)
            ;
        __threadfence_block();
        out[lane] = s[31 - lane];
    }
}
