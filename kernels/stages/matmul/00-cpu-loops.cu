// SPDX-License-Identifier: GPL-3.0-or-later
// No GPU yet: three loops on one core of the CPU. Their order does not change
// the result, only the order in which memory is read. The innermost loop walks
// along a row (neighbours, one line of 64 bytes holds 16 of them) or down a
// column (a new line each time), or stays where it is.

//                                     the innermost loop       A       B       C
static void ijk(const float* A, const float* B, float* C, int M, int N, int K)
{
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < K; ++k) //                     row  column   stays
                C[i * N + j] += A[i * K + k] * B[k * N + j];
}

static void ikj(const float* A, const float* B, float* C, int M, int N, int K)
{
    for (int i = 0; i < M; ++i)
        for (int k = 0; k < K; ++k)
            for (int j = 0; j < N; ++j) //                   stays     row     row
                C[i * N + j] += A[i * K + k] * B[k * N + j];
}

static void jik(const float* A, const float* B, float* C, int M, int N, int K)
{
    for (int j = 0; j < N; ++j)
        for (int i = 0; i < M; ++i)
            for (int k = 0; k < K; ++k) //                     row  column   stays
                C[i * N + j] += A[i * K + k] * B[k * N + j];
}

static void jki(const float* A, const float* B, float* C, int M, int N, int K)
{
    for (int j = 0; j < N; ++j)
        for (int k = 0; k < K; ++k)
            for (int i = 0; i < M; ++i) //                  column   stays  column
                C[i * N + j] += A[i * K + k] * B[k * N + j];
}

static void kij(const float* A, const float* B, float* C, int M, int N, int K)
{
    for (int k = 0; k < K; ++k)
        for (int i = 0; i < M; ++i)
            for (int j = 0; j < N; ++j) //                   stays     row     row
                C[i * N + j] += A[i * K + k] * B[k * N + j];
}

static void kji(const float* A, const float* B, float* C, int M, int N, int K)
{
    for (int k = 0; k < K; ++k)
        for (int j = 0; j < N; ++j)
            for (int i = 0; i < M; ++i) //                  column   stays  column
                C[i * N + j] += A[i * K + k] * B[k * N + j];
}

// ijk with a transposed copy of B made beforehand: now both factors lie in rows.
static void ijk_transposed(const float* A, const float* B, float* C, int M, int N, int K)
{
    float* T = new float[(long)N * K];
    for (int k = 0; k < K; ++k)
        for (int j = 0; j < N; ++j)
            T[j * K + k] = B[k * N + j];
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < K; ++k) //                     row     row   stays
                C[i * N + j] += A[i * K + k] * T[j * K + k];
    delete[] T;
}

// `order` names the loops from the outside in: 1 is i, 2 is j, 3 is k; 0 behind them:
// with B transposed.
extern "C" void cpu_loops(const float* A, const float* B, float* C,
                          int M, int N, int K, int order)
{
    for (int element = 0; element < M * N; ++element)
        C[element] = 0.0f;
    switch (order) {
    case 123: return ijk(A, B, C, M, N, K);
    case 132: return ikj(A, B, C, M, N, K);
    case 213: return jik(A, B, C, M, N, K);
    case 231: return jki(A, B, C, M, N, K);
    case 312: return kij(A, B, C, M, N, K);
    case 321: return kji(A, B, C, M, N, K);
    case 1230: return ijk_transposed(A, B, C, M, N, K);
    }
}
