// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel that gets a pointer of the host: the error stays, as on a GPU, and the finding says what was wrong.
// output: an illegal memory access was encountered
// findings: out-of-bounds
// tells: fault.cu:12: out-of-bounds: store of 4 bytes at
// tells: it is on the host's heap, which a kernel cannot reach: pass it what cudaMalloc or cudaMallocManaged gave
#include "check.h"

#include <vector>

__global__ void fill(int* p) {
    p[threadIdx.x] = 1;
}

int main() {
    std::vector<int> host(32);
    fill<<<1, 32>>>(host.data()); // it may have failed before the next call
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    CHECK(error == cudaErrorIllegalAddress);
    int* p;
    CHECK(cudaMalloc(&p, 4) == cudaErrorIllegalAddress);
    CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
}
