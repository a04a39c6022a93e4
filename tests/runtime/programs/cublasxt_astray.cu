// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -lcublas
// output: refused 9 times
// output: the device has failed
// tells: cublasXtSgemm: A is a null pointer
// tells: cublasXtSgemm: B is a null pointer
// tells: cublasXtSgemm: C is a null pointer
// tells: cublasXtSgemm: the handle is a null pointer
// tells: use-after-free: cublasXtSgemm, B: 
// tells: it was part of the 64 bytes from cudaMalloc (memory 1), which have been freed
//
// What cublasXt may not be handed: each time a status, and nothing is written.
#include "check.h"

#include <cublasXt.h>

float left[16], right[16], result[16];

cublasStatus_t multiply(cublasXtHandle_t handle, const float* alpha, const float* A, const float* B, const float* beta,
                        float* C, size_t depth = 4) {
    return cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, depth, alpha, A, 4, B, 4, beta, C, 4);
}

int main() {
    const float one = 1, zero = 0;
    cublasXtHandle_t handle = nullptr;
    int refused = 0;
    const auto refuse = [&](cublasStatus_t expected, cublasStatus_t status) {
        CHECK(status == expected);
        ++refused;
    };
    refuse(CUBLAS_STATUS_NOT_INITIALIZED, multiply(handle, &one, left, right, &zero, result));
    refuse(CUBLAS_STATUS_INVALID_VALUE, cublasXtCreate(nullptr));
    CHECK(cublasXtCreate(&handle) == CUBLAS_STATUS_SUCCESS);
    int device = 0;
    CHECK(cublasXtDeviceSelect(handle, 1, &device) == CUBLAS_STATUS_SUCCESS);
    for (int i = 0; i < 16; ++i)
        result[i] = 7;
    refuse(CUBLAS_STATUS_INVALID_VALUE, multiply(handle, &one, nullptr, right, &zero, result));
    refuse(CUBLAS_STATUS_INVALID_VALUE, multiply(handle, &one, left, nullptr, &zero, result));
    refuse(CUBLAS_STATUS_INVALID_VALUE, multiply(handle, &one, left, right, &zero, nullptr));
    refuse(CUBLAS_STATUS_INVALID_VALUE, multiply(handle, nullptr, left, right, &zero, result));
    refuse(CUBLAS_STATUS_INVALID_VALUE, multiply(handle, &one, left, right, nullptr, result));
    CHECK(result[0] == 7 && result[15] == 7);

    // Where there is nothing to read, nothing is wanted.
    const float three = 3;
    CHECK(multiply(handle, &one, nullptr, nullptr, &three, result, 0) == CUBLAS_STATUS_SUCCESS);
    CHECK(result[0] == 21 && result[15] == 21);

    // On the device and on the host, in any mixture.
    float *on, *managed;
    OK(cudaMalloc(&on, sizeof left));
    OK(cudaMallocManaged(&managed, sizeof left));
    for (int i = 0; i < 16; ++i) {
        left[i] = float(i % 5 == 0 ? 2 : 0);
        right[i] = float(i);
    }
    OK(cudaMemcpy(on, left, sizeof left, cudaMemcpyHostToDevice));
    CHECK(multiply(handle, &one, on, right, &zero, managed) == CUBLAS_STATUS_SUCCESS);
    for (int i = 0; i < 16; ++i)
        CHECK(managed[i] == 2 * right[i]);

    CHECK(cublasXtDestroy(handle) == CUBLAS_STATUS_SUCCESS);
    refuse(CUBLAS_STATUS_NOT_INITIALIZED, multiply(handle, &one, left, right, &zero, result));
    refuse(CUBLAS_STATUS_NOT_INITIALIZED, cublasXtDestroy(handle));
    std::printf("refused %d times\n", refused);

    CHECK(cublasXtCreate(&handle) == CUBLAS_STATUS_SUCCESS);
    OK(cudaFree(managed));
    OK(cudaFree(on));
    // What has been freed is the device's: a GPU would fault there, and so does ours.
    CHECK(multiply(handle, &one, left, on, &zero, result) == CUBLAS_STATUS_EXECUTION_FAILED);
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    std::puts("the device has failed");
}
