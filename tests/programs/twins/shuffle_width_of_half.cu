// SPDX-License-Identifier: GPL-3.0-or-later
// Both halves of a warp add up at once, with a width of 16: no lane takes from the other half.
extern "C" __global__ void kernel(const int* in, int* out)
{
    int sum = in[threadIdx.x];
    for (int step = 8; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step, 16);
    if (threadIdx.x % 16 == 0)
        out[threadIdx.x / 16] = sum;
}
