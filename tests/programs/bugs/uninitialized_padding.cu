// SPDX-License-Identifier: GPL-3.0-or-later
// A tile with a column of padding, which is added up as well.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[16][17];
    for (int x = 0; x < 16; ++x)
        s[threadIdx.x][x] = in[16 * threadIdx.x + x];
    __syncthreads();
    int sum = 0;
    for (int x = 0; x < 17; ++x)
        sum += s[threadIdx.x][x]; // BUG
    out[threadIdx.x] = sum;
}
