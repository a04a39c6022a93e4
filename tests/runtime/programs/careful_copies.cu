// SPDX-License-Identifier: GPL-3.0-or-later
// The twin of careless_copies.cu: what looks like mistakes and is none.
// nvcc: -g
// run: --strict
// exit: 0
// never: uninitialized
// never: out-of-bounds
// never: free:
// never: overlapping-copy
// never: stream-race
// never: leak
#include "check.h"

__global__ void produce(int* values) {
    values[threadIdx.x] = threadIdx.x;
}

__global__ void consume(const int* values, int* sums) {
    sums[threadIdx.x] = values[threadIdx.x] + values[63 - threadIdx.x];
}

/// A list of pieces of memory: what is written through it, nobody tells a kernel by its arguments.
__global__ void produceInList(int* const* list) {
    list[0][threadIdx.x] = 1;
}

int main() {
    static int host[64];
    int *a, *b, *c, *pinned, **list;
    char* rows;
    OK(cudaMalloc(&a, 256));
    OK(cudaMalloc(&b, 256));
    OK(cudaMalloc(&c, 256));
    OK(cudaMalloc(&list, sizeof a));
    OK(cudaMalloc(&rows, 4096));
    OK(cudaMallocHost(&pinned, 256));
    OK(cudaMemset(rows, 0, 4096));
    OK(cudaMemcpy(list, &a, sizeof a, cudaMemcpyHostToDevice));
    produceInList<<<1, 64>>>(list);
    OK(cudaMemcpy(host, a, 256, cudaMemcpyDeviceToHost));
    CHECK(host[5] == 1);

    // Columns 0 to 15 of a matrix go to its columns 16 to 31, and rows 0 to 15 to rows 16 to 31.
    OK(cudaMemcpy2D(rows + 16, 64, rows, 64, 16, 32, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpy2D(rows + 16 * 64, 64, rows, 64, 48, 16, cudaMemcpyDeviceToDevice));

    // An edge between the two; a third node that only reads what the second reads.
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t first, second, third;
    void *one[] = {&b}, *two[] = {&b, &a}, *three[] = {&b, &c};
    cudaKernelNodeParams node = {(void*)produce, dim3(1), dim3(64), 0, one, nullptr};
    OK(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &node));
    node.func = (void*)consume;
    node.kernelParams = two;
    OK(cudaGraphAddKernelNode(&second, graph, &first, 1, &node));
    node.kernelParams = three;
    OK(cudaGraphAddKernelNode(&third, graph, &first, 1, &node));
    cudaGraphExec_t launchable;
    OK(cudaGraphInstantiate(&launchable, graph, 0));
    OK(cudaGraphLaunch(launchable, 0));
    OK(cudaGraphLaunch(launchable, 0));
    OK(cudaDeviceSynchronize());
    OK(cudaGraphExecDestroy(launchable));
    OK(cudaGraphDestroy(graph));

    // The stream that gives back waits for the one that uses.
    cudaStream_t s, t;
    cudaEvent_t used;
    OK(cudaStreamCreate(&s));
    OK(cudaStreamCreate(&t));
    OK(cudaEventCreate(&used));
    int* pooled;
    OK(cudaMallocAsync(&pooled, 256, s));
    produce<<<1, 64, 0, s>>>(pooled);
    OK(cudaEventRecord(used, s));
    OK(cudaStreamWaitEvent(t, used, 0));
    OK(cudaFreeAsync(pooled, t));
    OK(cudaDeviceSynchronize());
    OK(cudaEventDestroy(used));
    OK(cudaStreamDestroy(s));
    OK(cudaStreamDestroy(t));
    for (int* each : {a, b, c})
        OK(cudaFree(each));
    OK(cudaFree(list));
    OK(cudaFree(rows));
    OK(cudaFreeHost(pinned));
}
