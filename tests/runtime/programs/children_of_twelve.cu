// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -rdc=true -device-runtime-of-12
// output: 6 times
// launches: 3
// tells: by 1
//
// Kernels that launch kernels are linked to CUDA's device runtime, of which CUDA 12 has PTX, too: what it does is done by ours.
#include "check.h"

__global__ void child(int* p) {
    atomicAdd(p, 1);
}

__global__ void parent(int* p) {
    child<<<1, 3>>>(p);
}

int main() {
    int* p;
    OK(cudaMallocManaged(&p, sizeof *p));
    *p = 0;
    parent<<<1, 2>>>(p);
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    std::printf("%d times\n", *p);
    OK(cudaFree(p));
}
