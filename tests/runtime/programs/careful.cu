// SPDX-License-Identifier: GPL-3.0-or-later
// The twin of careless.cu: what looks like mistakes and is none.
// nvcc: -g
// run: --strict
// exit: 0
// never: free:
// never: overlapping-copy
// never: unchecked-launch
// never: leak
#include "check.h"

__global__ void add(int* values) {
    values[threadIdx.x] += 1;
}

/// Gives back what it holds when the program is over, after main.
struct Held {
    int* memory = nullptr;
    ~Held() { cudaFree(memory); }
} held;

int main() {
    int host[256] = {};
    int *a, *b;
    OK(cudaMalloc(&held.memory, 512));
    OK(cudaMalloc(&a, 1024));
    OK(cudaMalloc(&b, 1024));
    OK(cudaMemset(b, 0, 1024));
    OK(cudaFree(a));
    OK(cudaFree(nullptr));
    OK(cudaMalloc(&a, 1024));
    OK(cudaMemset(a, 0, 1024));
    OK(cudaMemcpy(host, a, 400, cudaMemcpyDeviceToHost));
    OK(cudaFree(a));

    // The second piece begins where the first one ends; rows of two matrices that lie between one another.
    OK(cudaMemcpy(b + 100, b, 400, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpy2D(b + 4, 64, b, 64, 16, 8, cudaMemcpyDeviceToDevice));

    add<<<1, 2000>>>(b);
    CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
    add<<<1, 32>>>(b);
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    OK(cudaFree(b));
}
