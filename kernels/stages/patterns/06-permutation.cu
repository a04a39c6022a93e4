// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes of a warp read 32 neighbours, but not in order. What is fetched is the
// same.
extern "C" __global__ void permutation(const float* x, float* y, int N)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    const int first = i & ~31;
    const int j = first + 32 <= N ? first + (__brev(i & 31) >> 27) : i;
    if (i < N)
        y[i] = x[j];
}
