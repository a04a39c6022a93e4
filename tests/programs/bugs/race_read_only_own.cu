// SPDX-License-Identifier: GPL-3.0-or-later
// A thread reads by the read-only path what it has just written itself.
extern "C" __global__ void kernel(const int* in, int* work, int* out)
{
    const int t = threadIdx.x;
    work[t] = in[t] * 2; // BUG
    out[t] = __ldg(work + t); // BUG
}
