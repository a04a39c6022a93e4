// SPDX-License-Identifier: GPL-3.0-or-later
// The twin of libraries_race.cu: streams wait for one another, the program for what it reads, and two streams have parts of
// one matrix each, row by row, or every other element of one vector.
// nvcc: -g -lcublas -lcurand
// run: --strict
// exit: 0
// never: stream-race
// never: host-race
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
cublasHandle_t blas, other;
curandGenerator_t numbers;

void kernelAfterProduct() {
    cudaEvent_t done;
    OK(cudaEventCreate(&done));
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one_, a, n, a, n, &zero, b, n);
    OK(cudaEventRecord(done, one));
    OK(cudaStreamWaitEvent(two, done, 0));
    scale<<<n * n / 256, 256, 0, two>>>(b);
    OK(cudaDeviceSynchronize());
    OK(cudaEventDestroy(done));
}
void sumAfterNumbers() {
    curandGenerateUniform(numbers, a, n * n);
    OK(cudaStreamSynchronize(two));
    cublasSaxpy(blas, n * n, &one_, a, 1, b, 1);
}
float hostAfterProduct() {
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one_, a, n, b, n, &zero, c, n);
    OK(cudaStreamSynchronize(one));
    return c[0];
}
// The upper half of the rows, and the lower.
void halvesOfAMatrix() {
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n / 2, n, n, &one_, a, n, a, n, &zero, b, n);
    cublasSgemm(other, CUBLAS_OP_N, CUBLAS_OP_N, n / 2, n, n, &one_, a + n / 2, n, a, n, &zero, b + n / 2, n);
}
void everyOtherElement() {
    cublasSscal(blas, n, &one_, b, 2);
    cublasSscal(other, n, &one_, b + 1, 2);
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
    cublasCreate(&other);
    cublasSetStream(other, two);
    curandCreateGenerator(&numbers, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandSetStream(numbers, two);
    OK(cudaDeviceSynchronize());
    kernelAfterProduct();
    sumAfterNumbers();
    OK(cudaDeviceSynchronize());
    CHECK(hostAfterProduct() != 12345);
    halvesOfAMatrix();
    OK(cudaDeviceSynchronize());
    everyOtherElement();
    OK(cudaDeviceSynchronize());
    curandDestroyGenerator(numbers);
    cublasDestroy(blas);
    cublasDestroy(other);
    OK(cudaStreamDestroy(one));
    OK(cudaStreamDestroy(two));
    OK(cudaFree(a));
    OK(cudaFree(b));
    OK(cudaFree(c));
}
