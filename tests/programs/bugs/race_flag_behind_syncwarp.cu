// SPDX-License-Identifier: GPL-3.0-or-later
// The lane that raises the flag has its fence before it meets the others, who have none.
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
        if (lane == 0)
            __threadfence_block();
        __syncwarp();
        if (lane == 0)
            *(volatile int*)&ready = 1;
    } else {
        while (*(volatile int*)&ready == 0)
            ;
        __threadfence_block();
        out[lane] = s[31 - lane]; // BUG
    }
}
