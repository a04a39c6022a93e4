// SPDX-License-Identifier: GPL-3.0-or-later
// A pointer to a local array is given to the neighbour, and leads him to his own array.
extern "C" __global__ void kernel(const int* in, int* out, int n)
{
    __shared__ const int* rows[32];
    const int t = threadIdx.x;
    int row[8];
    for (int i = 0; i < 8; ++i) row[(i + t) % 8] = in[t * 8 + i];
    rows[t] = row;
    __syncthreads();
    const int* other = rows[(t + 1) % 32];
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += other[i]; // BUG
    out[t] = sum;
}
