// SPDX-License-Identifier: GPL-3.0-or-later
// printf of kernels comes when the program waits for them, between its own lines; a failed assertion is an error that
// stays, and the program ends as it wants to.
// output: before
// output: thread 3 of block 1: 2.500000 and text
// output: after
// output: device-side assert triggered
// launches: 2
// findings: trap
// exit: 7
#include "check.h"

#include <cassert>

__global__ void speak() {
    if (blockIdx.x == 1 && threadIdx.x == 3)
        printf("thread %d of block %u: %f and %s\n", int(threadIdx.x), blockIdx.x, 2.5, "text");
}
__global__ void doubt(int n) {
    assert(int(threadIdx.x) < n);
}

int main() {
    std::printf("before\n");
    speak<<<2, 32>>>();
    OK(cudaDeviceSynchronize());
    std::printf("after\n");
    doubt<<<1, 32>>>(31);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    CHECK(error == cudaErrorAssert);
    int* p;
    FAILS(cudaErrorAssert, cudaMalloc(&p, 4));
    return 7;
}
