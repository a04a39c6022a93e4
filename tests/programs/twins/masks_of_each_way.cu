// SPDX-License-Identifier: GPL-3.0-or-later
// Each way has its own mask, by vote before they part.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int v = in[threadIdx.x];
    bool odd = v & 1;
    unsigned yes = __ballot_sync(~0u, odd), mine = odd ? yes : ~yes;
    int first = __ffs(mine) - 1;
    if (odd)
        v += __shfl_sync(mine, v, first);
    else
        v -= __shfl_sync(mine, v, first);
    __syncwarp();
    out[threadIdx.x] = v + __shfl_xor_sync(~0u, v, 1);
}
