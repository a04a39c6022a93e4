// SPDX-License-Identifier: GPL-3.0-or-later
// A volatile flag between two warps, and no fence.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int value;
    __shared__ volatile int ready;
    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = in[0]; // BUG
        ready = 1;
    } else if (threadIdx.x == 32) {
        while (ready == 0)
            ;
        out[0] = value; // BUG
    }
}
