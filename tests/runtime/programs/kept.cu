// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of many kinds, for those who keep them and run them again: tiles and shuffles, a variable of the device, a
// structure with pointers, the heap, managed memory, a grid that waits for itself, memory that a kernel before has left.
// launches: 9
#include "../../programs/bitonic_sort.cu"
#include "../../programs/layer_norm.cu"
#include "../../programs/transpose.cu"
#include "check.h"

#include <cooperative_groups.h>

struct Slice {
    float *from, *to;
    int n;
};

__device__ float factor = 1.5f;
__constant__ int shift = 3;

__global__ void scaled(Slice s) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < s.n)
        s.to[i] = s.from[(i * 7) % s.n] * factor + float(shift);
}

__global__ void setFactor(float value) {
    factor = value;
}

__global__ void takeFromHeap(int** kept) {
    int* mine = static_cast<int*>(malloc(64));
    for (int i = 0; i < 16; ++i)
        mine[i] = threadIdx.x + i;
    kept[threadIdx.x] = mine;
}

__global__ void giveToHeap(int** kept, int* sums) {
    int sum = 0;
    for (int i = 0; i < 16; ++i)
        sum += kept[threadIdx.x][i];
    sums[threadIdx.x] = sum;
    free(kept[threadIdx.x]);
}

__global__ void inTurns(int* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] += 1;
    cooperative_groups::this_grid().sync();
    values[(i + 33) % n] += 2;
}

int main() {
    constexpr int n = 4096;
    unsigned* keys;
    OK(cudaMallocManaged(&keys, n * sizeof(unsigned)));
    for (unsigned i = 0; i < n; ++i)
        keys[i] = i * 2654435761u;
    bitonicSort<<<4, 512>>>(keys);
    OK(cudaDeviceSynchronize());
    CHECK(keys[0] <= keys[1] && keys[1022] <= keys[1023]);

    float *a, *b;
    OK(cudaMalloc(&a, n * sizeof(float)));
    OK(cudaMalloc(&b, n * sizeof(float)));
    OK(cudaMemset(a, 0, n * sizeof(float)));
    OK(cudaMemset(b, 0, n * sizeof(float)));
    transpose<<<dim3(3, 2), dim3(32, 8)>>>(a, b, 80, 50);
    layerNorm<<<4, 128>>>(a, a, a, b, 4, 256);
    setFactor<<<1, 1>>>(2.0f);
    scaled<<<5, 128>>>(Slice{a, b, 600});

    int **pieces, *sums;
    OK(cudaMalloc(&pieces, 32 * sizeof(int*)));
    OK(cudaMalloc(&sums, 32 * sizeof(int)));
    takeFromHeap<<<1, 32>>>(pieces);
    giveToHeap<<<1, 32>>>(pieces, sums);
    int host[32];
    OK(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(host[3] == 3 * 16 + 120);

    int* values;
    int count = 256;
    OK(cudaMalloc(&values, count * sizeof(int)));
    OK(cudaMemset(values, 0, count * sizeof(int)));
    void* arguments[] = {&values, &count};
    OK(cudaLaunchCooperativeKernel((void*)inTurns, dim3(4), dim3(64), arguments, 0, nullptr));
    scaled<<<2, 64>>>(Slice{b, a, 100});
    OK(cudaDeviceSynchronize());
}
