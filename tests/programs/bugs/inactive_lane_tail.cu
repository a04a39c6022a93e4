// SPDX-License-Identifier: GPL-3.0-or-later
// The sum of a warp of which not all lanes have an element. They do not take part, and are read all the same.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    const int lane = threadIdx.x;
    int v = lane < n ? in[lane] : 0;
    const unsigned here = __ballot_sync(0xffffffffu, lane < n);
    if (lane < n)
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(here, v, d); // BUG
    if (lane == 0)
        out[0] = v;
}
