// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for libcublas on the fake runtime: what the worker and the cuBLAS stage call.
#include "tests/kernels/fake_cuda/fake_cuda.h"

#include <cublas_v2.h>

struct cublasContext {
    FakeStream* stream;
    cublasMath_t mode;
};

extern "C" {

cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
    *value = type == MAJOR_VERSION ? 99 : 0;
    return CUBLAS_STATUS_SUCCESS;
}
const char* cublasGetStatusName(cublasStatus_t) {
    return "FAKE_STATUS";
}
cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
    *handle = new cublasContext{nullptr, CUBLAS_DEFAULT_MATH};
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
    handle->stream = reinterpret_cast<FakeStream*>(stream);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
    handle->mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
    *mode = handle->mode;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSgemm_v2(cublasHandle_t handle, cublasOperation_t, cublasOperation_t, int m, int n, int k,
                              const float*, const float* a, int, const float* b, int, const float*, float* c, int) {
    if (handle->mode != CUBLAS_PEDANTIC_MATH && handle->mode != CUBLAS_TF32_TENSOR_OP_MATH)
        return CUBLAS_STATUS_NOT_SUPPORTED; // a stage must say what it wants
    // In columns C^T = B^T·A^T is, in rows, C = A·B with the operands the other way round.
    const char* name = handle->mode == CUBLAS_PEDANTIC_MATH ? "fake_sgemm" : "fake_tf32_gemm";
    fakeLaunch(handle->stream, name, [=] { fakeMatmul(b, a, c, n, m, k); });
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSgeam(cublasHandle_t handle, cublasOperation_t transposeA, cublasOperation_t, int m, int n,
                           const float* alpha, const float* a, int pitchA, const float* beta, const float*, int,
                           float* c, int pitchC) {
    if (transposeA != CUBLAS_OP_T || *alpha != 1.0f || *beta != 0.0f)
        return CUBLAS_STATUS_NOT_SUPPORTED; // all that the stage asks for
    fakeLaunch(handle->stream, "fake_sgeam", [=] {
        for (int column = 0; column < n; ++column)
            for (int row = 0; row < m; ++row)
                c[column * pitchC + row] = a[row * pitchA + column];
    });
    return CUBLAS_STATUS_SUCCESS;
}

} // extern "C"
