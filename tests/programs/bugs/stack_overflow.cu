// SPDX-License-Identifier: GPL-3.0-or-later
// Recursion without an end.
__device__ __noinline__ int deeper(int n, int* out)
{
    int mine[16];
    for (int i = 0; i < 16; ++i)
        mine[i] = out[i] + n;
    return n == -1 ? mine[n & 15] : mine[n & 15] + deeper(n + 1, out) * mine[(n + 1) & 15]; // BUG
}

extern "C" __global__ void kernel(int* out)
{
    out[threadIdx.x] = deeper(threadIdx.x, out);
}
