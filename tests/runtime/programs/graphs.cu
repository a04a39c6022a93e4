// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs put together by hand: each node comes after those that it depends on, and a launch can be changed.
// launches: 7
// tells: cudaGraphInstantiate: the edges of the graph close a circle
// tells: the graphs are not of the same shape
#include "check.h"

__global__ void scale(int* p, int by) {
    p[threadIdx.x] *= by;
}
__global__ void add(int* p, int what) {
    p[threadIdx.x] += what;
}

int calls = 0;

cudaKernelNodeParams kernel(void* function, void** arguments) {
    cudaKernelNodeParams params = {};
    params.func = function;
    params.gridDim = dim3(1);
    params.blockDim = dim3(32);
    params.kernelParams = arguments;
    return params;
}

int main() {
    int *p, host[32] = {}, three = 3, four = 4, five = 5;
    OK(cudaMalloc(&p, sizeof host));
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));

    // Added in an order that is not theirs: filled with 2, times 3, plus 4.
    void *scaleArguments[] = {&p, &three}, *addArguments[] = {&p, &four};
    cudaGraphNode_t added, scaled, filled, copied, called;
    const cudaKernelNodeParams adding = kernel((void*)add, addArguments),
                               scaling = kernel((void*)scale, scaleArguments);
    OK(cudaGraphAddKernelNode(&added, graph, nullptr, 0, &adding));
    OK(cudaGraphAddKernelNode(&scaled, graph, nullptr, 0, &scaling));
    cudaMemsetParams fill = {};
    fill.dst = p;
    fill.value = 2;
    fill.elementSize = 4;
    fill.width = 32;
    fill.height = 1;
    OK(cudaGraphAddMemsetNode(&filled, graph, nullptr, 0, &fill));
    OK(cudaGraphAddMemcpyNode1D(&copied, graph, &added, 1, host, p, sizeof host, cudaMemcpyDeviceToHost));
    cudaHostNodeParams count = {[](void* data) { ++*static_cast<int*>(data); }, &calls};
    OK(cudaGraphAddHostNode(&called, graph, &copied, 1, &count));
    const cudaGraphNode_t from[] = {filled, scaled}, to[] = {scaled, added};
    OK(cudaGraphAddDependencies(graph, from, to, nullptr, 2));
    cudaGraphExec_t runnable;
    OK(cudaGraphAddDependencies(graph, &called, &filled, nullptr, 1)); // a circle may be closed, and not be run
    FAILS(cudaErrorInvalidValue, cudaGraphInstantiate(&runnable, graph, 0));
    OK(cudaGraphRemoveDependencies(graph, &called, &filled, nullptr, 1));

    size_t nodes = 0, edges = 0, roots = 1;
    cudaGraphNode_t root;
    OK(cudaGraphGetNodes(graph, nullptr, &nodes));
    OK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    OK(cudaGraphGetRootNodes(graph, &root, &roots));
    CHECK(nodes == 5 && edges == 4 && roots == 1 && root == filled);
    cudaGraphNode_t next[5];
    size_t nexts = 5;
    OK(cudaGraphNodeGetDependentNodes(copied, next, nullptr, &nexts));
    CHECK(nexts == 1 && next[0] == called);
    OK(cudaGraphNodeGetDependentNodes(called, nullptr, nullptr, &nexts));
    CHECK(nexts == 0);
    cudaGraphNodeType type;
    OK(cudaGraphNodeGetType(filled, &type));
    CHECK(type == cudaGraphNodeTypeMemset);

    OK(cudaGraphInstantiate(&runnable, graph, 0));
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    four = 100; // its value was taken when the node was added
    OK(cudaGraphLaunch(runnable, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(host[31] == 10 && calls == 1);

    // Of fills, one row's can be changed.
    cudaMemsetParams rows = fill;
    rows.width = 8;
    rows.height = 2;
    rows.pitch = 64;
    FAILS(cudaErrorInvalidValue, cudaGraphExecMemsetNodeSetParams(runnable, filled, &rows));
    OK(cudaGraphExecMemsetNodeSetParams(runnable, filled, &fill));

    // The instance changes, not the graph.
    void* other[] = {&p, &five};
    const cudaKernelNodeParams addingFive = kernel((void*)add, other);
    OK(cudaGraphExecKernelNodeSetParams(runnable, added, &addingFive));
    OK(cudaGraphNodeSetEnabled(runnable, scaled, 0));
    OK(cudaGraphLaunch(runnable, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(host[31] == 7 && calls == 2);

    // A graph within a graph; the copy that was made of it stays as it was.
    cudaGraph_t outer, clone;
    cudaGraphNode_t inner, found;
    OK(cudaGraphCreate(&outer, 0));
    OK(cudaGraphAddChildGraphNode(&inner, outer, nullptr, 0, graph));
    OK(cudaGraphClone(&clone, graph));
    OK(cudaGraphNodeFindInClone(&found, scaled, clone));
    OK(cudaGraphKernelNodeSetParams(found, &addingFive));
    cudaGraphExec_t runnableOuter, runnableClone;
    OK(cudaGraphInstantiate(&runnableOuter, outer, 0));
    OK(cudaGraphInstantiate(&runnableClone, clone, 0));
    OK(cudaGraphLaunch(runnableOuter, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(host[31] == 10 && calls == 3);
    OK(cudaGraphLaunch(runnableClone, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(host[31] == 11 && calls == 4); // 2 + 5 + 4

    cudaGraphExecUpdateResultInfo info;
    FAILS(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(runnable, outer, &info));
    CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
    OK(cudaGraphExecDestroy(runnable));
    OK(cudaGraphDestroy(graph));
    FAILS(cudaErrorInvalidValue, cudaGraphDestroy(graph));
}
