// SPDX-License-Identifier: GPL-3.0-or-later
// Half of the warp returns after it has written; the other half waits for itself only, and reads what they wrote.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[32];
    s[threadIdx.x] = in[threadIdx.x]; // BUG
    if (threadIdx.x >= 16)
        return;
    __syncwarp(0x0000ffff);
    out[threadIdx.x] = s[31 - threadIdx.x]; // BUG
}
