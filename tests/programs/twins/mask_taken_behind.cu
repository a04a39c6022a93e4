// SPDX-License-Identifier: GPL-3.0-or-later
// The mask is made of those who stay.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int v = in[threadIdx.x];
    const unsigned mask = __ballot_sync(~0u, threadIdx.x < 16);
    if (threadIdx.x >= 16)
        return;
    v += __shfl_xor_sync(mask, v, 8);
    out[threadIdx.x] = v;
}
