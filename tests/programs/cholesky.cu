// SPDX-License-Identifier: GPL-3.0-or-later
// Cholesky factors of small matrices in double precision, one for each warp.
#define N 16
extern "C" __global__ void cholesky(const double* seeds, double* factors)
{
    __shared__ double m[N][N + 1];
    const int t = threadIdx.x;
    for (int i = t; i < N * N; i += 32) { // symmetric, and heavy on the diagonal
        const int r = i / N, c = i % N;
        const double x = seeds[blockIdx.x * N * N + min(r, c) * N + max(r, c)];
        m[r][c] = r == c ? x + N : x;
    }
    __syncwarp();
    for (int j = 0; j < N; ++j) {
        if (t == 0)
            m[j][j] = sqrt(m[j][j]);
        __syncwarp();
        if (t > j && t < N)
            m[t][j] /= m[j][j];
        __syncwarp();
        if (t > j && t < N)
            for (int c = j + 1; c <= t; ++c)
                m[t][c] -= m[t][j] * m[c][j];
        __syncwarp();
    }
    for (int i = t; i < N * N; i += 32)
        factors[blockIdx.x * N * N + i] = i % N <= i / N ? m[i / N][i % N] : 0.0;
}
