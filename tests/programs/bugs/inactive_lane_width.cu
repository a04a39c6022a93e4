// SPDX-License-Identifier: GPL-3.0-or-later
// Sixteen lanes add up, with a width of 32: the first step takes from lanes that are not there.
extern "C" __global__ void kernel(const int* in, int* out)
{
    if (threadIdx.x >= 16)
        return;
    int sum = in[threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffff, sum, step); // BUG
    if (threadIdx.x == 0)
        out[0] = sum;
}
