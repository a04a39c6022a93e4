// SPDX-License-Identifier: GPL-3.0-or-later
// The right neighbour of a row's last element is the first one of the next row.
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ int s[17][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = in[y * 16 + x];
    if (y == 0)
        s[16][x] = 0;
    __syncthreads();
    out[y * 16 + x] = s[y][x] - s[y][x + 1]; // BUG
}
