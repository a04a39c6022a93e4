// SPDX-License-Identifier: GPL-3.0-or-later
// A counter of eight bits never comes to 256, and each round does something that others could see.
extern "C" __global__ void kernel(int* out, int n)
{
    int sum = 0;
    for (unsigned char i = 0; i < n; ++i)
        sum += atomicAdd(out, 0) + i; // BUG
    if (threadIdx.x == 0)
        out[0] = sum;
}
