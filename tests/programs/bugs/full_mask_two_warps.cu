// SPDX-License-Identifier: GPL-3.0-or-later
// All lanes are named, and half of them never come, in two warps of the block.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int x = in[threadIdx.x];
    if (threadIdx.x % 2 == 0) {
        x += __shfl_xor_sync(0xffffffffu, x, 2); // BUG
        out[threadIdx.x] = x;
    } else {
        while (*(volatile const int*)in == 12345) {
        }
        out[threadIdx.x] = 7;
    }
    out[threadIdx.x + 64] = x;
}
