// SPDX-License-Identifier: GPL-3.0-or-later
// A block waits for a flag that the other one sets only for odd numbers.
__device__ int flag;
extern "C" __global__ void kernel(const int* in, int* out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        if (in[0] % 2 == 1)
            atomicExch(&flag, 1);
    } else {
        while (atomicAdd(&flag, 0) == 0) // BUG
            ;
        out[0] = 1;
    }
}
