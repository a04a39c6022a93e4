// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes are neighbours along a row of A, so reads are coalesced. Their writes go
// down a column of B: each lane touches another sector.
extern "C" __global__ void naive_read(const float* A, float* B, int M, int N)
{
    const int col = blockIdx.x * 32 + threadIdx.x;

    for (int i = 0; i < 32; i += 8) {
        const int row = blockIdx.y * 32 + threadIdx.y + i;
        if (row < M && col < N)
            B[col * M + row] = A[row * N + col];
    }
}
