// SPDX-License-Identifier: GPL-3.0-or-later
// More mistakes of the host's code: copies of what is not there, pieces that are freed wrongly, graphs without an edge, each
// told at its line. Its twin is careful_copies.cu.
// nvcc: -g
// run: --strict
// exit: 1
// tells: careless_copies.cu:40: uninitialized: cudaMemcpy reads the 256 bytes from cudaMalloc
// tells: careless_copies.cu:41: out-of-bounds: cudaMemcpy: 512 bytes from byte 0 go past the end of
// tells: careless_copies.cu:44: overlapping-copy: cudaMemcpy2D: 512 bytes
// tells: the two overlap in 8 bytes
// tells: careless_copies.cu:49: double-free: cudaFree of
// tells: careless_copies.cu:51: double-free: cudaFree of
// tells: free it with cudaFreeHost
// tells: careless_copies.cu:66: stream-race: the launch of consume(int const*, int*) in the default stream reads what
// tells: no edge of the graph orders the two
// tells: careless_copies.cu:77: stream-race: cudaFreeAsync in stream 2 writes what the launch of produce(int*) in stream 1
#include <cuda_runtime.h>

__global__ void produce(int* values) {
    values[threadIdx.x] = threadIdx.x;
}

__global__ void consume(const int* values, int* sums) {
    sums[threadIdx.x] = values[threadIdx.x] + values[63 - threadIdx.x];
}

int main() {
    static int host[128];
    int *a, *b, *c, *pinned;
    char* rows;
    cudaMalloc(&a, 256);
    cudaMalloc(&b, 256);
    cudaMalloc(&c, 256);
    cudaMalloc(&rows, 4096);
    cudaMallocHost(&pinned, 256);
    cudaMemset(rows, 0, 4096);
    produce<<<1, 64>>>(b);

    // A kernel has run, but nobody has written this; and more than there is.
    cudaMemcpy(host, a, 256, cudaMemcpyDeviceToHost);
    cudaMemcpy(b, host, 512, cudaMemcpyHostToDevice);

    // Columns 0 to 15 of a matrix go to its columns 8 to 23.
    cudaMemcpy2D(rows + 8, 64, rows, 64, 16, 32, cudaMemcpyDeviceToDevice);
    cudaFree(rows);
    cudaDeviceSynchronize();

    // An address inside, and memory of the host.
    cudaFree(c + 4);
    cudaFree(c);
    cudaFree(pinned);
    cudaFreeHost(pinned);

    // Two nodes, and no edge between them.
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t first, second;
    void *one[] = {&b}, *two[] = {&b, &a};
    cudaKernelNodeParams node = {(void*)produce, dim3(1), dim3(64), 0, one, nullptr};
    cudaGraphAddKernelNode(&first, graph, nullptr, 0, &node);
    node.func = (void*)consume;
    node.kernelParams = two;
    cudaGraphAddKernelNode(&second, graph, nullptr, 0, &node);
    cudaGraphExec_t launchable;
    cudaGraphInstantiate(&launchable, graph, 0);
    cudaGraphLaunch(launchable, 0);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(launchable);
    cudaGraphDestroy(graph);

    // What one stream uses is given back in another.
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMallocAsync(&c, 256, s);
    produce<<<1, 64, 0, s>>>(c);
    cudaFreeAsync(c, t);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaFree(a);
    cudaFree(b);
}
