// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes are answered as by NVIDIA's runtime, each with one sentence; those of calls do no harm to what follows.
// launches: 1
// tells: cudaMemcpy: 4004 bytes from byte 0 go past the end of the 4000 bytes from cudaMalloc (memory 1)
// tells: cudaFree of
// tells: it was part of the 400 bytes from cudaMalloc (memory 2), which have been freed
// tells: a grid of 0x1x1 blocks of 32x1x1 threads is empty
// tells: a block of 2000x1x1 threads (2000) is too large: 1024 at most
// tells: there is no device 7
// tells: its destination is the host's memory
// tells: a block wants 65536 bytes of shared memory, more than 48 KiB: allow it first with cudaFuncSetAttribute
#include "check.h"

__global__ void touch(int* p) {
    p[threadIdx.x] = int(threadIdx.x);
}

int main() {
    int *p, *q, host[1001];
    OK(cudaMalloc(&p, 4000));
    FAILS(cudaErrorInvalidValue, cudaMemcpy(p, host, 4004, cudaMemcpyHostToDevice));
    OK(cudaMalloc(&q, 400));
    OK(cudaFree(q));
    FAILS(cudaErrorInvalidValue, cudaFree(q));
    OK(cudaFree(nullptr));
    FAILS(cudaErrorInvalidValue, cudaMemcpy(host, host, 4, cudaMemcpyHostToDevice));
    FAILS(cudaErrorInvalidDevice, cudaSetDevice(7));
    touch<<<0, 32>>>(p);
    FAILS(cudaErrorInvalidConfiguration, cudaGetLastError());
    touch<<<1, 2000>>>(p);
    FAILS(cudaErrorInvalidConfiguration, cudaPeekAtLastError());
    OK(cudaGetLastError());
    touch<<<1, 32, 65536>>>(p);
    FAILS(cudaErrorInvalidValue, cudaGetLastError());
    FAILS(cudaErrorMemoryAllocation, cudaMalloc(&q, size_t(1) << 60));
    touch<<<1, 32>>>(p);
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(host, p, 128, cudaMemcpyDeviceToHost));
    CHECK(host[31] == 31);
}
