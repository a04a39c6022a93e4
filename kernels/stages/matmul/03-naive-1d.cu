// SPDX-License-Identifier: GPL-3.0-or-later
// A one-dimensional grid: row and column come from one index. KAHAN adds with
// compensation, which keeps what rounding would lose.
extern "C" __global__ void naive_1d(const float* A, const float* B, float* C,
                                    int M, int N, int K)
{
    const int element = blockIdx.x * BLOCK + threadIdx.x;
    const int row = element / N, col = element % N;
    if (row >= M)
        return;

    float sum = 0.0f;
#if KAHAN
    float excess = 0.0f; // what the sum has too much
    for (int k = 0; k < K; ++k) {
        const float term = A[row * K + k] * B[k * N + col] - excess;
        const float next = sum + term;
        excess = (next - sum) - term;
        sum = next;
    }
#else
    for (int k = 0; k < K; ++k)
        sum += A[row * K + k] * B[k * N + col];
#endif
    C[row * N + col] = sum;
}
