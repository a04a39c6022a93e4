// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel that never ends, since it waits for what nobody does. The program is told as by a
// GPU whose driver has lost patience; the error stays until the device is reset.
// output: the launch timed out and was terminated
// findings: endless-loop
#include "check.h"

__global__ void wait(volatile int* flag) {
    while (*flag == 0)
        ;
}

int main() {
    int* flag;
    OK(cudaMalloc(&flag, sizeof(int)));
    OK(cudaMemset(flag, 0, sizeof(int)));
    wait<<<4, 64>>>(flag);
    const cudaError_t error = cudaDeviceSynchronize();
    CHECK(error == cudaErrorLaunchTimeout);
    std::printf("%s\n", cudaGetErrorString(error));
    FAILS(cudaErrorLaunchTimeout, cudaMemset(flag, 0, sizeof(int))); // the error stays, as on a GPU
    OK(cudaDeviceReset());
    OK(cudaMalloc(&flag, sizeof(int)));
    OK(cudaFree(flag));
}
