// SPDX-License-Identifier: GPL-3.0-or-later
// What one stream is about to use is given back in another: nothing orders the two, and that is what is told, also where
// the memory is given back long before the kernel begins.
// nvcc: -g
// run: --strict
// exit: 1
// tells: freed_before.cu:32: stream-race: cudaFreeAsync in stream 2 writes what the launch of produce(int*) in stream 1
// tells: freed_before.cu:37: stream-race: cudaFreeAsync in stream 2 writes what cudaMemsetAsync in stream 1
#include <chrono>
#include <cuda_runtime.h>
#include <thread>

__global__ void produce(int* values) {
    values[threadIdx.x] = threadIdx.x;
}

void hesitate(void*) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

int main() {
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    int *a, *b;
    cudaMallocAsync(&a, 256, s);
    cudaMallocAsync(&b, 256, s);
    cudaStreamSynchronize(s);

    cudaLaunchHostFunc(s, hesitate, nullptr);
    produce<<<1, 64, 0, s>>>(a);
    cudaFreeAsync(a, t);
    cudaDeviceSynchronize();

    cudaLaunchHostFunc(s, hesitate, nullptr);
    cudaMemsetAsync(b, 0, 256, s);
    cudaFreeAsync(b, t);
    cudaDeviceSynchronize();

    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
}
