// SPDX-License-Identifier: GPL-3.0-or-later
// The sum of two halves of a warp, each with its own mask.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int v = in[threadIdx.x];
    if (threadIdx.x < 16)
        v += __shfl_xor_sync(0x0000ffff, v, 1);
    out[threadIdx.x] = v;
}
