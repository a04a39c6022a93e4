// SPDX-License-Identifier: GPL-3.0-or-later
// Four times each element minus its four neighbours, in a square of n rows.
extern "C" __global__ void stencil(const int* from, int* to, int n)
{
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= n || y >= n)
        return;
    int sum = 4 * from[y * n + x];
    if (x > 0)
        sum -= from[y * n + x - 1];
    if (x + 1 < n)
        sum -= from[y * n + x + 1];
    if (y > 0)
        sum -= from[(y - 1) * n + x];
    if (y + 1 < n)
        sum -= from[(y + 1) * n + x];
    to[y * n + x] = sum;
}
