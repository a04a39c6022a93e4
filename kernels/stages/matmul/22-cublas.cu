// SPDX-License-Identifier: GPL-3.0-or-later
// The line to beat: NVIDIA's own library in plain FP32. This file is compiled
// into the worker and called as it stands. cuBLAS thinks in columns, so C =
// A*B in rows is asked for as C^T = B^T * A^T.
#include <cublas_v2.h>

extern "C" cublasStatus_t cublas(cublasHandle_t handle, const float* A, const float* B, float* C, int M, int N, int K)
{
    const float one = 1.0f, zero = 0.0f;
    // FP32 all the way: no TF32, no split.
    cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);
    return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &one, B, N, A, K, &zero, C, N);
}
