// SPDX-License-Identifier: GPL-3.0-or-later
// Edit distance of two strings for each block: the diagonals of the table one after the other.
extern "C" __global__ void editDistance(const unsigned char* a, const unsigned char* b, int* distances)
{
    __shared__ int d[3][65];
    const int t = threadIdx.x; // 0 .. 64: row of the table
    for (int k = 0; k <= 128; ++k) {
        const int column = k - t;
        if (column >= 0 && column <= 64) {
            int value;
            if (t == 0 || column == 0) {
                value = t + column;
            } else {
                const bool same = (a[blockIdx.x * 64 + t - 1] & 3) == (b[blockIdx.x * 64 + column - 1] & 3);
                value = min(min(d[(k + 2) % 3][t - 1], d[(k + 2) % 3][t]) + 1, d[(k + 1) % 3][t - 1] + !same);
            }
            d[k % 3][t] = value;
            if (t == 64 && column == 64)
                distances[blockIdx.x] = value;
        }
        __syncthreads();
    }
}
