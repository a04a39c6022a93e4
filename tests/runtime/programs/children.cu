// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -rdc=true
// output: 511 nodes, 256 leaves
// output: 3 before 4, then 5
// launches: 515
// tells: by 1
//
// Kernels that launch kernels, in the order of a stream, with memory and copies between them; the tail comes last.
#include "check.h"

__device__ int nodes, leaves, place, order[3];

__global__ void grow(int depth) {
    atomicAdd(&nodes, 1);
    if (depth == 0)
        atomicAdd(&leaves, 1);
    else
        for (int i = 0; i < 2; ++i)
            grow<<<1, 1>>>(depth - 1);
}

__global__ void note(int number) {
    order[place++] = number;
}

__global__ void inOrder(int* from, int* to) {
    cudaStream_t stream;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
        return;
    note<<<1, 1, 0, cudaStreamTailLaunch>>>(5);
    note<<<1, 1, 0, stream>>>(3);
    cudaMemcpyAsync(to, from, sizeof(int), cudaMemcpyDeviceToDevice, stream);
    note<<<1, 1, 0, stream>>>(4);
    note<<<1, 2000, 0, stream>>>(9); // too many threads: refused
    *from = cudaGetLastError() == cudaErrorInvalidConfiguration && cudaGetLastError() == cudaSuccess ? 7 : 0;
    cudaStreamDestroy(stream);
}

int main() {
    grow<<<1, 1>>>(8);
    OK(cudaDeviceSynchronize());
    int counted[2], noted[3], *memory, seven = 0;
    OK(cudaMemcpyFromSymbol(&counted[0], nodes, sizeof(int)));
    OK(cudaMemcpyFromSymbol(&counted[1], leaves, sizeof(int)));
    std::printf("%d nodes, %d leaves\n", counted[0], counted[1]);
    OK(cudaMalloc(&memory, 2 * sizeof(int)));
    OK(cudaMemset(memory, 0, 2 * sizeof(int)));
    inOrder<<<1, 1>>>(memory, memory + 1);
    OK(cudaMemcpyFromSymbol(noted, order, sizeof noted));
    OK(cudaMemcpy(&seven, memory + 1, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(seven == 7); // the copy is made after the kernel that asked for it has written
    OK(cudaFree(memory));
    std::printf("%d before %d, then %d\n", noted[0], noted[1], noted[2]);
}
