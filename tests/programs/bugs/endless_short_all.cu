// SPDX-License-Identifier: GPL-3.0-or-later
// All numbers of sixteen bits: none of them is above 65535.
extern "C" __global__ void kernel(int* out, int n)
{
    int sum = 0;
    for (unsigned short i = 0; i <= n; ++i)
        sum += atomicAdd(out, 1) + i; // BUG
    out[1 + threadIdx.x] = sum;
}
