// SPDX-License-Identifier: GPL-3.0-or-later
// The same work as "naive" with x and y exchanged: lane after lane walks down
// a column of C. Neighbouring lanes are K elements of A and N elements of C
// apart.
extern "C" __global__ void uncoalesced(const float* A, const float* B, float* C,
                                       int M, int N, int K)
{
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    const int col = blockIdx.y * BLOCK + threadIdx.y;
    if (row >= M || col >= N)
        return;

    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
}
