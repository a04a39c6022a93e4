// SPDX-License-Identifier: GPL-3.0-or-later
// The largest so far, which the first comparison has nobody to compare with.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    int best, where = -1;
    for (int i = threadIdx.x; i < n; i += 32)
        if (in[i] > best) { // BUG
            best = in[i];
            where = i;
        }
    out[threadIdx.x] = where;
}
