// SPDX-License-Identifier: GPL-3.0-or-later
// Machine code for another architecture alone: the sentence says how to compile, and the device is not lost.
// nvcc: -gencode arch=compute_120,code=sm_120
// output: no kernel for this device
// tells: the program has machine code only (for 12.0), and kernels are emulated from their PTX
// tells: -arch=sm_120, which keeps both
// launches: 0
#include "check.h"

__global__ void fill(int* p) {
    p[threadIdx.x] = 1;
}

int main() {
    int* p;
    OK(cudaMalloc(&p, 4096));
    fill<<<1, 32>>>(p);
    FAILS(cudaErrorNoKernelImageForDevice, cudaGetLastError());
    OK(cudaDeviceSynchronize()); // nothing has failed for good
    OK(cudaFree(p));
    std::puts("no kernel for this device");
    return 0;
}
