// SPDX-License-Identifier: GPL-3.0-or-later
// A barrier is missing in one block of 40: all are watched, and with --strict that is no success.
// run: --strict
// exit: 1
// findings: race
// launches: 2
// tells: watched.cu:12: race
#include "check.h"

__global__ void turn(int* values, int careless) {
    __shared__ int tile[64];
    tile[threadIdx.x] = values[blockIdx.x * 64 + threadIdx.x];
    if (blockIdx.x != careless)
        __syncthreads();
    values[blockIdx.x * 64 + threadIdx.x] =
        tile[63 - threadIdx.x];
}

int main() {
    int* values;
    OK(cudaMalloc(&values, 40 * 64 * sizeof(int)));
    OK(cudaMemset(values, 0, 40 * 64 * sizeof(int)));
    turn<<<40, 64>>>(values, 20);
    turn<<<40, 64>>>(values, -1); // nothing is wrong with this one
    OK(cudaDeviceSynchronize());
    OK(cudaFree(values));
}
