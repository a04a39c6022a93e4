// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -lcublas
// output: the device has failed
// tells: cublasSscal: x (0x
// tells: is the program's own memory, which a device does not reach
//
// An array of the host's where the device's is wanted: a GPU would fault, and so does ours.
#include "check.h"

#include <cublas_v2.h>

int main() {
    cublasHandle_t handle;
    CHECK(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
    float values[4] = {1, 2, 3, 4};
    const float two = 2;
    CHECK(cublasSscal(handle, 4, &two, values, 1) == CUBLAS_STATUS_EXECUTION_FAILED);
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    CHECK(values[0] == 1);
    std::puts("the device has failed");
}
