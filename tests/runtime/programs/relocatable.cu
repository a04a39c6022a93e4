// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -rdc=true
// output: 32640 and 3
// launches: 1
//
// Code that is linked from several objects: its sections of variables have types of their own.
#include "check.h"

__device__ int counter[20000];

__device__ __noinline__ int sum(const int* values) {
    int all = 0;
    for (int i = 0; i < 256; ++i)
        all += values[i];
    return all;
}

__global__ void gather(int* to) {
    __shared__ int values[10240]; // more than the whole file has bytes
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        *to = sum(values);
        counter[5] = 3;
    }
}

int main() {
    int *to, host, three;
    OK(cudaMalloc(&to, sizeof(int)));
    gather<<<1, 256>>>(to);
    OK(cudaMemcpy(&host, to, sizeof(int), cudaMemcpyDeviceToHost));
    OK(cudaMemcpyFromSymbol(&three, counter, sizeof(int), 5 * sizeof(int)));
    OK(cudaFree(to));
    std::printf("%d and %d\n", host, three);
}
