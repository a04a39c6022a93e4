// SPDX-License-Identifier: GPL-3.0-or-later
// A shuffle of the lanes that are there; what comes from others is not used.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    const int t = threadIdx.x;
    const unsigned mask = __ballot_sync(~0u, t < n);
    if (t >= n) return;
    int v = in[t];
    const int got = __shfl_down_sync(mask, v, 4);
    if (t % 32 + 4 < 32 && (mask >> (t % 32 + 4) & 1))
        v += got;
    out[t] = v;
}
