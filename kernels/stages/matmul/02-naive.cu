// SPDX-License-Identifier: GPL-3.0-or-later
// One thread computes one element of C. Lanes of a warp are neighbours along a
// row of C: they read the same element of A (broadcast) and 32 neighbouring
// elements of B. With FLIPPED the host has made a transposed copy of B: then they
// read 32 rows of it.
extern "C" __global__ void naive(const float* A, const float* B, float* C,
                                 int M, int N, int K)
{
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    const int row = blockIdx.y * BLOCK + threadIdx.y;
    if (row >= M || col >= N)
        return;

    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += A[row * K + k] * B[FLIPPED ? col * K + k : k * N + col];
    C[row * N + col] = sum;
}
