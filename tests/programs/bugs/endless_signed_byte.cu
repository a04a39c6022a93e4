// SPDX-License-Identifier: GPL-3.0-or-later
// A signed number of eight bits is below 200 always: behind 127 comes -128.
extern "C" __global__ void kernel(int* out, int n)
{
    int sum = 0;
    for (signed char i = 0; i < n; ++i)
        sum += atomicAdd(out, 1) + i; // BUG
    out[1 + threadIdx.x] = sum;
}
