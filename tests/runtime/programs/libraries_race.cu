// SPDX-License-Identifier: GPL-3.0-or-later
// Work of libraries that nothing orders with that of another stream, or with the program. Its twin is
// libraries_ordered.cu.
// nvcc: -g -lcublas -lcurand
// run: --strict
// exit: 1
// tells: libraries_race.cu:29: stream-race: the launch of scale(float*) in stream 2 reads what cublasSgemm in stream 1 writes
// tells: libraries_race.cu:34: stream-race: cublasSaxpy in stream 1 reads what curandGenerateUniform in stream 2 writes
// tells: libraries_race.cu:39: host-race: the program's own code reads byte 0 of the 16384 bytes from cudaMallocManaged (memory 3), which cublasSgemm in stream 1 writes
#include "check.h"

#include <cublas_v2.h>
#include <curand.h>

constexpr int n = 64;
constexpr float one_ = 1, zero = 0;

__global__ void scale(float* c) {
    c[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}
float *a, *b, *c;
cudaStream_t one, two;
cublasHandle_t blas;
curandGenerator_t numbers;

// The kernel takes the product before it is there.
void kernelBesideProduct() {
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one_, a, n, a, n, &zero, b, n);
    scale<<<n * n / 256, 256, 0, two>>>(b);
}
// Numbers are added that are still being made.
void sumBesideNumbers() {
    curandGenerateUniform(numbers, a, n * n);
    cublasSaxpy(blas, n * n, &one_, a, 1, b, 1);
}
// The program reads the product before it has waited.
float hostBesideProduct() {
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one_, a, n, b, n, &zero, c, n);
    return c[0];
}

int main() {
    OK(cudaMalloc(&a, n * n * sizeof(float)));
    OK(cudaMalloc(&b, n * n * sizeof(float)));
    OK(cudaMallocManaged(&c, n * n * sizeof(float)));
    OK(cudaMemset(a, 0, n * n * sizeof(float)));
    OK(cudaMemset(b, 0, n * n * sizeof(float)));
    OK(cudaStreamCreate(&one));
    OK(cudaStreamCreate(&two));
    cublasCreate(&blas);
    cublasSetStream(blas, one);
    curandCreateGenerator(&numbers, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandSetStream(numbers, two);
    OK(cudaDeviceSynchronize());
    kernelBesideProduct();
    OK(cudaDeviceSynchronize());
    sumBesideNumbers();
    OK(cudaDeviceSynchronize());
    CHECK(hostBesideProduct() != 12345);
    OK(cudaDeviceSynchronize());
    curandDestroyGenerator(numbers);
    cublasDestroy(blas);
    OK(cudaStreamDestroy(one));
    OK(cudaStreamDestroy(two));
    OK(cudaFree(a));
    OK(cudaFree(b));
    OK(cudaFree(c));
}
