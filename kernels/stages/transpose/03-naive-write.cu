// SPDX-License-Identifier: GPL-3.0-or-later
// The other way round: lanes are neighbours along a row of B, so writes are
// coalesced, and the reads go down a column of A.
extern "C" __global__ void naive_write(const float* A, float* B, int M, int N)
{
    const int row = blockIdx.x * 32 + threadIdx.x; // of A, along the lanes

    for (int i = 0; i < 32; i += 8) {
        const int col = blockIdx.y * 32 + threadIdx.y + i;
        if (row < M && col < N)
            B[col * M + row] = A[row * N + col];
    }
}
