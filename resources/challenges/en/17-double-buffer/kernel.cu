// SPDX-License-Identifier: GPL-3.0-or-later
// Sums for each thread four elements of each of its block's eight pieces.
extern "C" __global__ void windowSums(const int* x, int* sums)
{
    __shared__ int piece[64];
    const int t = threadIdx.x;
    int sum = 0;
    for (int p = 0; p < 8; ++p) {
        piece[t] = x[(blockIdx.x * 8 + p) * 64 + t];
        __syncthreads();
        for (int k = 0; k < 4; ++k)
            sum += piece[(t + k) % 64];
        __syncthreads();
    }
    sums[blockIdx.x * 64 + t] = sum;
}
