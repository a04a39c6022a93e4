// SPDX-License-Identifier: GPL-3.0-or-later
// One mistake of the host's code of each kind, each told at its line. Its twin is careful.cu.
// nvcc: -g
// run: --strict
// exit: 1
// tells: careless.cu:29: double-free: cudaFree of
// tells: careless.cu:30: use-after-free: cudaMemcpy
// tells: careless.cu:33: overlapping-copy: cudaMemcpy: 400 bytes
// tells: the two overlap in 80 bytes
// tells: careless.cu:36: unchecked-launch: the launch of add(int*)
// tells: careless.cu:39: note: leak: the 1000 bytes from cudaMalloc
// tells: which a kernel cannot reach: pass it what cudaMalloc
// tells: programs/careless.cu:43
// findings: out-of-bounds
#include <cstdio>

__global__ void add(int* values) {
    values[threadIdx.x] += 1;
}

int main() {
    int host[256] = {};
    int *a, *b, *lost;
    cudaMalloc(&a, 1024);
    cudaMalloc(&b, 1024);
    cudaMemset(b, 0, 1024);

    cudaFree(a);
    cudaFree(a);
    cudaMemcpy(host, a, 400, cudaMemcpyDeviceToHost);

    // The second piece begins before the first one ends.
    cudaMemcpy(b + 80, b, 400, cudaMemcpyDeviceToDevice);

    // Nobody asks what became of it.
    add<<<1, 2000>>>(b);

    // Nobody gives it back.
    cudaMalloc(&lost, 1000);
    cudaFree(b);

    // It is the host's memory.
    add<<<1, 32>>>(host);
    cudaDeviceSynchronize();
}
