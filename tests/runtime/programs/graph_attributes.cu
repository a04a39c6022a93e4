// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes of kernels' nodes in graphs: cooperative and of clusters, as the nodes run; and priorities, which programs hear again.
// launches: 3
// tells: cudaGraphKernelNodeSetAttribute: the launch of turn(int const*, int*): a grid of 4x1x1 blocks does not consist of clusters of 3x1x1
// tells: cudaGraphKernelNodeSetAttribute: the attribute 3 of a kernel's node is not emulated
// tells: cudaGraphKernelNodeSetAttribute: the node is no kernel
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void turn(const int* in, int* out) {
    __shared__ int s[32];
    const auto cluster = cg::this_cluster();
    s[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
    cluster.sync();
    const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
    out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(s, next)[threadIdx.x];
    cluster.sync();
}

__global__ void reverse(int* p) {
    const int i = blockIdx.x * 32 + threadIdx.x, value = p[127 - i];
    cg::this_grid().sync();
    p[i] = value;
}

cudaGraphNode_t add(cudaGraph_t graph, cudaGraphNode_t before, void* function, void** arguments) {
    cudaKernelNodeParams params = {};
    params.func = function;
    params.gridDim = dim3(4);
    params.blockDim = dim3(32);
    params.kernelParams = arguments;
    cudaGraphNode_t node;
    OK(cudaGraphAddKernelNode(&node, graph, &before, before != nullptr, &params));
    return node;
}

int main() {
    int *in, *out, values[128];
    OK(cudaMalloc(&in, sizeof values));
    OK(cudaMalloc(&out, sizeof values));
    for (int i = 0; i < 128; ++i)
        values[i] = i;
    OK(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));

    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    void *ofTurn[] = {&in, &out}, *back[] = {&out, &in}, *ofReverse[] = {&out};
    const cudaGraphNode_t one = add(graph, nullptr, (void*)turn, ofTurn);
    const cudaGraphNode_t two = add(graph, one, (void*)turn, back);
    const cudaGraphNode_t three = add(graph, two, (void*)reverse, ofReverse);
    cudaLaunchAttributeValue value = {};
    value.clusterDim.x = 3;
    value.clusterDim.y = value.clusterDim.z = 1;
    CHECK(cudaGraphKernelNodeSetAttribute(one, cudaLaunchAttributeClusterDimension, &value) != cudaSuccess);
    (void)cudaGetLastError();
    value.clusterDim.x = 2;
    OK(cudaGraphKernelNodeSetAttribute(one, cudaLaunchAttributeClusterDimension, &value));
    value = {};
    value.priority = -2;
    OK(cudaGraphKernelNodeSetAttribute(one, cudaLaunchAttributePriority, &value));
    OK(cudaGraphKernelNodeCopyAttributes(two, one));
    value = {};
    OK(cudaGraphKernelNodeGetAttribute(two, cudaLaunchAttributePriority, &value));
    CHECK(value.priority == -2);
    OK(cudaGraphKernelNodeGetAttribute(two, cudaLaunchAttributeClusterDimension, &value));
    CHECK(value.clusterDim.x == 2 && value.clusterDim.y == 1);
    value = {};
    value.cooperative = 1;
    OK(cudaGraphKernelNodeSetAttribute(three, cudaLaunchAttributeCooperative, &value));
    value = {};
    OK(cudaGraphKernelNodeGetAttribute(three, cudaLaunchAttributeCooperative, &value));
    CHECK(value.cooperative == 1);
    CHECK(cudaGraphKernelNodeSetAttribute(one, cudaLaunchAttributeSynchronizationPolicy, &value) != cudaSuccess);
    (void)cudaGetLastError();
    cudaGraphNode_t empty;
    OK(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0));
    CHECK(cudaGraphKernelNodeSetAttribute(empty, cudaLaunchAttributePriority, &value) != cudaSuccess);
    (void)cudaGetLastError();
    cudaKernelNodeParams again = {};
    again.func = (void*)reverse;
    again.gridDim = dim3(4);
    again.blockDim = dim3(32);
    again.kernelParams = ofReverse;
    OK(cudaGraphKernelNodeSetParams(three, &again)); // it stays cooperative

    cudaGraphExec_t runnable;
    OK(cudaGraphInstantiate(&runnable, graph, 0));
    OK(cudaGraphLaunch(runnable, 0));
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(values, in, sizeof values, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 128; ++i)
        CHECK(values[i] == i); // turned twice in clusters of two
    OK(cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 128; ++i)
        CHECK(values[127 - i] == (i / 64 * 64 + (i + 32) % 64));
    OK(cudaGraphExecDestroy(runnable));
    OK(cudaGraphDestroy(graph));
    OK(cudaFree(in));
    OK(cudaFree(out));
}
