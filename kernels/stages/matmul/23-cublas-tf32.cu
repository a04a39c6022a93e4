// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA's own library on tensor cores. It is called as in the stage before, and
// allowed to round the factors to TF32.
#include <cublas_v2.h>

extern "C" cublasStatus_t cublasTf32(cublasHandle_t handle, const float* A, const float* B, float* C, int M, int N,
                                     int K)
{
    const float one = 1.0f, zero = 0.0f;
    cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
    return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &one, B, N, A, K, &zero, C, N);
}
