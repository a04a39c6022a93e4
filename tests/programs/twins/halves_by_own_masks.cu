// SPDX-License-Identifier: GPL-3.0-or-later
// Both ways of a branch call the same function, each with the mask of its lanes.
__device__ int total(unsigned mask, int v)
{
    for (int d = 8; d > 0; d /= 2)
        v += __shfl_xor_sync(mask, v, d);
    return v;
}
extern "C" __global__ void kernel(const int* in, int* out)
{
    int v = in[threadIdx.x];
    if (threadIdx.x < 16)
        v = total(0x0000ffff, v);
    else
        v = total(0xffff0000, v * 3);
    out[threadIdx.x] = v;
}
