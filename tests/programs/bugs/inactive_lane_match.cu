// SPDX-License-Identifier: GPL-3.0-or-later
// The group of equal values is asked for by all, and half of it has gone.
extern "C" __global__ void kernel(const int* in, int* out)
{
    const unsigned peers = __match_any_sync(~0u, in[threadIdx.x]);
    if (threadIdx.x % 2)
        return;
    const int leader = 31 - __clz(peers);
    out[threadIdx.x] = __shfl_sync(peers, threadIdx.x, leader); // BUG
}
