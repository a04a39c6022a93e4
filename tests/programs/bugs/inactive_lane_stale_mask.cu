// SPDX-License-Identifier: GPL-3.0-or-later
// The mask is taken before half of the lanes leave.
extern "C" __global__ void kernel(const int* in, int* out)
{
    const unsigned mask = __activemask();
    int v = in[threadIdx.x];
    if (threadIdx.x >= 16)
        return;
    v += __shfl_down_sync(mask, v, 8); // BUG
    out[threadIdx.x] = v; // BUG
}
