// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes have different numbers of rounds, but all stay as long as any has something to do.
extern "C" __global__ void kernel(const int* in, int* out)
{
    const int t = threadIdx.x;
    int sum = 0;
    for (int i = 0; __any_sync(0xffffffffu, i < in[t]); ++i) {
        const int other = __shfl_sync(0xffffffffu, t + i, (t + 1) % 32);
        if (i < in[t]) sum += other;
    }
    out[t] = sum;
}
