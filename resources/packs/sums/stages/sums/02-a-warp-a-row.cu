// SPDX-License-Identifier: GPL-3.0-or-later
// A warp adds up a row: its lanes read elements that lie side by side, and put their sums together in the end.
extern "C" __global__ void row_sums(const float* a, float* sums, int N)
{
    const int row = blockIdx.x * 2 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= N)
        return;
    float sum = 0.0f;
    for (int k = lane; k < N; k += 32)
        sum += a[row * N + k];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (lane == 0)
        sums[row] = sum;
}
