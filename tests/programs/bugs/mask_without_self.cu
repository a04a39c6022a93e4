// SPDX-License-Identifier: GPL-3.0-or-later
// The sum of two halves of a warp, each with the mask of the other one.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int v = in[threadIdx.x];
    if (threadIdx.x < 16)
        v += __shfl_xor_sync(0xffff0000, v, 1); // BUG
    out[threadIdx.x] = v;
}
