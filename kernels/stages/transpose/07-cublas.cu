// SPDX-License-Identifier: GPL-3.0-or-later
// The line to beat: the library's C = alpha * op(A) + beta * op(B), with beta = 0.
// It thinks in columns, where a row-major M x N matrix is one of N x M.
#include <cublas_v2.h>

extern "C" cublasStatus_t cublas_transpose(cublasHandle_t handle, const float* A,
                                           float* B, int M, int N)
{
    const float one = 1.0f, zero = 0.0f;
    return cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, &one, A, N, &zero, B,
                       M, B, M);
}
