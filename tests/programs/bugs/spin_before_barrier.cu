// SPDX-License-Identifier: GPL-3.0-or-later
// One warp waits for a flag, and the other one, which is to set it, at the barrier for the first.
extern "C" __global__ void kernel(int* out)
{
    __shared__ volatile int go;
    if (threadIdx.x == 0)
        go = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        while (go == 0) // BUG
            ;
        *out = 1;
    }
    __syncthreads(); // BUG
    if (threadIdx.x == 63)
        go = 1;
}
