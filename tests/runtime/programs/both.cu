// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of all kinds, and pointers wherever programs keep them: what has to mean the same on a GPU and in the emulator.
// output: all as it should be
// launches: 7
#include "check.h"

#include <cooperative_groups.h>

#include <cstdlib>
#include <vector>

struct Node {
    int value;
    Node* next;
};
struct Arrays {
    const int* from;
    int* to;
};

__constant__ int weights[4];
__device__ int total;
__device__ int* target = &total;
__managed__ int told;

__global__ void sumList(const Node* first, int* sum) {
    int all = 0;
    for (const Node* each = first; each; each = each->next)
        all += each->value;
    *sum = all;
}

__global__ void weigh(Arrays arrays, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        arrays.to[i] = arrays.from[i] * weights[i % 4];
}

__global__ void add(int* where, int much) {
    atomicAdd(where, much);
    atomicAdd(target, much);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        told = much;
}

__global__ void reverse(const int* from, int* to, int n) {
    extern __shared__ int tile[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        tile[i] = from[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        to[i] = tile[n - 1 - i];
}

__global__ void twoSteps(int* data) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] += 1;
    cooperative_groups::this_grid().sync();
    if (i == 0)
        for (unsigned other = 1; other < gridDim.x; ++other)
            data[0] += data[other * blockDim.x];
}

int main() {
    // A list, whose nodes point to one another.
    const int n = 100;
    Node* nodes;
    int* sum;
    OK(cudaMalloc(&nodes, n * sizeof(Node)));
    OK(cudaMalloc(&sum, sizeof(int)));
    std::vector<Node> list(n);
    for (int i = 0; i < n; ++i)
        list[i] = {i, i + 1 < n ? nodes + i + 1 : nullptr};
    OK(cudaMemcpy(nodes, list.data(), n * sizeof(Node), cudaMemcpyHostToDevice));
    sumList<<<1, 1>>>(nodes, sum);
    int result = 0;
    OK(cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost));
    CHECK(result == n * (n - 1) / 2);

    // Pinned and registered memory of the host, a structure by value, constants.
    int *pinned, *seen;
    OK(cudaHostAlloc(&pinned, n * sizeof(int), cudaHostAllocMapped));
    std::vector<int> own(n, -1);
    OK(cudaHostRegister(own.data(), n * sizeof(int), cudaHostRegisterMapped));
    OK(cudaHostGetDevicePointer(&seen, own.data(), 0));
    for (int i = 0; i < n; ++i)
        pinned[i] = i;
    const int w[4] = {1, 10, 100, 1000};
    OK(cudaMemcpyToSymbol(weights, w, sizeof w));
    weigh<<<1, 128>>>(Arrays{pinned, seen}, n);
    OK(cudaDeviceSynchronize());
    CHECK(own[7] == 7000 && own[98] == 9800);
    OK(cudaHostUnregister(own.data()));

    // Variables: by their address, through a pointer in another, and managed ones.
    int* address;
    OK(cudaGetSymbolAddress(reinterpret_cast<void**>(&address), total));
    add<<<1, 32>>>(address, 3);
    OK(cudaMemcpyFromSymbol(&result, total, sizeof result));
    CHECK(result == 2 * 32 * 3 && told == 3);
    size_t sized = 0;
    OK(cudaGetSymbolAddress(reinterpret_cast<void**>(&address), told)); // a managed one has one address
    OK(cudaGetSymbolSize(&sized, told));
    cudaPointerAttributes attributes;
    OK(cudaPointerGetAttributes(&attributes, address));
    CHECK(address == &told && sized == sizeof told && attributes.type == cudaMemoryTypeManaged);
    int* managed;
    OK(cudaMallocManaged(&managed, sizeof(int)));
    *managed = 5;
    add<<<2, 32>>>(managed, 1);
    OK(cudaDeviceSynchronize());
    CHECK(*managed == 5 + 64 && told == 1);
    OK(cudaFree(managed));

    // More shared memory than a kernel has unasked.
    const int many = 15000;
    int *from, *to;
    OK(cudaMalloc(&from, many * sizeof(int)));
    OK(cudaMalloc(&to, many * sizeof(int)));
    std::vector<int> data(many);
    for (int i = 0; i < many; ++i)
        data[i] = i;
    OK(cudaMemcpy(from, data.data(), many * sizeof(int), cudaMemcpyHostToDevice));
    OK(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, many * sizeof(int)));
    reverse<<<1, 256, many * sizeof(int)>>>(from, to, many);
    OK(cudaMemcpy(data.data(), to, many * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(data[0] == many - 1 && data[many - 1] == 0);

    // Blocks that wait for each other, and memory that comes and goes in a stream.
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    int* pooled;
    OK(cudaMallocAsync(reinterpret_cast<void**>(&pooled), 4 * 64 * sizeof(int), stream));
    OK(cudaMemsetAsync(pooled, 0, 4 * 64 * sizeof(int), stream));
    void* arguments[] = {&pooled};
    OK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(twoSteps), dim3(4), dim3(64), arguments, 0, stream));
    reverse<<<1, 64, 64 * sizeof(int), stream>>>(pooled, from, 64);
    OK(cudaFreeAsync(pooled, stream));
    OK(cudaMemcpyAsync(data.data(), from, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(data[63] == 4 && data[0] == 1);
    std::puts("all as it should be");
    return 0;
}
