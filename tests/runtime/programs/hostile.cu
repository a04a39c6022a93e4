// SPDX-License-Identifier: GPL-3.0-or-later
// What a program can do wrong on purpose, one after the other: each is answered with its error and a sentence, and after
// what is not a fault of a kernel the device is as good as new.
// launches: 2
// tells: cudaFree of
// tells: the runtime did not give this address
// tells: it is byte 4 of the 4000 bytes from cudaMalloc (memory 1)
// tells: free it with cudaFreeHost
// tells: free it with cudaFree
// tells: cudaMalloc asks for 1152921504606846976 bytes, and of the device's
// tells: the emulated device has no more memory than this computer
// tells: cudaMallocManaged
// tells: a grid of 1x0x1 blocks of 1x1x1 threads is empty
// tells: a block of 1x1x65 threads (65) is too large: 1024 at most, and 64 in z
// tells: a grid of 1x65536x1 blocks is too large
// tells: CUDA cannot be used in a process that was forked from one that has used it
// tells: cudaMallocPitch asks for more than 18446744073709551614 bytes
// tells: cudaMallocArray asks for more than 18446744073709551614 bytes
// tells: cudaMemcpy2D: more bytes than there are addresses, from byte 0, go past the end of the 4000 bytes
// tells: cudaMemset2D: more bytes than there are addresses, from byte 0, go past the end of the 4000 bytes
// tells: is no __global__ function that the program has registered
// tells: cudaMemset: a null pointer
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>

__global__ void count(int* sum) {
    atomicAdd(sum, 1);
}

/// What the child of a process finds that has used CUDA.
int inChild(int* p) {
    int* q = nullptr;
    count<<<1, 1>>>(p);
    const cudaError_t launched = cudaGetLastError();
    return launched == cudaErrorInitializationError && cudaMalloc(&q, 4) == cudaErrorInitializationError &&
                   cudaDeviceSynchronize() == cudaErrorInitializationError
               ? 7
               : 8;
}

int main() {
    constexpr size_t tooMuch = size_t(1) << 60;
    int *p, *q = nullptr, *pinned, host = 0;
    OK(cudaMalloc(&p, 4000));
    OK(cudaMemset(p, 0, 4000));
    OK(cudaMallocHost(&pinned, 4));

    // What is freed was never given, is inside of what was given, or was given by another function.
    FAILS(cudaErrorInvalidValue, cudaFree(&host));
    FAILS(cudaErrorInvalidValue, cudaFree(p + 1));
    FAILS(cudaErrorInvalidValue, cudaFree(pinned));
    FAILS(cudaErrorInvalidValue, cudaFreeHost(p));

    // More than there is, and sizes whose sum does not fit 64 bits.
    FAILS(cudaErrorMemoryAllocation, cudaMalloc(&q, tooMuch));
    FAILS(cudaErrorMemoryAllocation, cudaMalloc(&q, SIZE_MAX));
    FAILS(cudaErrorMemoryAllocation, cudaMallocManaged(&q, tooMuch));
    FAILS(cudaErrorMemoryAllocation, cudaMallocHost(&q, SIZE_MAX));
    size_t pitch = 0;
    FAILS(cudaErrorMemoryAllocation, cudaMallocPitch(&q, &pitch, tooMuch, 1024));
    cudaPitchedPtr pitched;
    FAILS(cudaErrorMemoryAllocation, cudaMalloc3D(&pitched, make_cudaExtent(tooMuch, 1024, 1024)));
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    FAILS(cudaErrorMemoryAllocation, cudaMallocArray(&array, &format, tooMuch, 1024));
    CHECK(q == nullptr);

    // Copies and fills whose rows reach further than 64 bits say.
    FAILS(cudaErrorInvalidValue, cudaMemcpy2D(p, tooMuch, &host, tooMuch, 4, size_t(1) << 20, cudaMemcpyHostToDevice));
    FAILS(cudaErrorInvalidValue, cudaMemset2D(p, tooMuch, 0, 4, size_t(1) << 20));

    // Launches that cannot be.
    count<<<dim3(1, 0), 1>>>(p);
    FAILS(cudaErrorInvalidConfiguration, cudaGetLastError());
    count<<<1, dim3(1, 1, 65)>>>(p);
    FAILS(cudaErrorInvalidConfiguration, cudaGetLastError());
    count<<<dim3(1, 65536), 1>>>(p);
    FAILS(cudaErrorInvalidConfiguration, cudaGetLastError());
    FAILS(cudaErrorInvalidDeviceFunction,
          cudaLaunchKernel((const void*)&inChild, dim3(1), dim3(1), nullptr, 0, nullptr));
    FAILS(cudaErrorInvalidValue, cudaMemset(nullptr, 0, 4));
    FAILS(cudaErrorInvalidValue, cudaMemcpy(&host, p, SIZE_MAX, cudaMemcpyDeviceToHost));

    // A child is refused, and its parent goes on.
    count<<<1, 32>>>(p);
    OK(cudaDeviceSynchronize());
    const pid_t child = fork();
    if (child == 0)
        _exit(inChild(p));
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 7);
    count<<<1, 32>>>(p);
    OK(cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(host == 64);
    OK(cudaFreeHost(pinned));
    OK(cudaFree(p));
}
