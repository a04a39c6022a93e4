// SPDX-License-Identifier: GPL-3.0-or-later
// nvcc: -rdc=true
// launches: 31
// findings: out-of-bounds
// tells: is no handle that cudaGraphConditionalHandleCreate gave for this graph
// tells: another node asks this handle already
// tells: a node of kind 1 with 2 graphs
// tells: the graph of a conditional node has kernels, copies, fills, graphs and such nodes, and this one has another
// tells: a WHILE node whose condition is not 0 has a graph without kernels: it never ends
// tells: cudaGraphSetConditional of what is no handle of a condition
//
// Nodes that kernels decide about: if and else, as long as, one of several, one inside of another, captured.
#include "check.h"

__global__ void decide(const int* value, cudaGraphConditionalHandle handle) {
    cudaGraphSetConditional(handle, *value);
}
__global__ void add(int* sum, int what) {
    *sum += what;
}
/// Counts down, and lets the loop go on until 0 is reached.
__global__ void countDown(int* value, cudaGraphConditionalHandle handle) {
    cudaGraphSetConditional(handle, --*value != 0);
}

int *value, *sum;
cudaStream_t stream;

cudaGraphNode_t kernel(cudaGraph_t graph, void* function, void** arguments, const cudaGraphNode_t* before = nullptr) {
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeKernel;
    params.kernel.func = function;
    params.kernel.gridDim = dim3(1);
    params.kernel.blockDim = dim3(1);
    params.kernel.kernelParams = arguments;
    cudaGraphNode_t node;
    OK(cudaGraphAddNode(&node, graph, before, nullptr, before != nullptr, &params));
    return node;
}

cudaError_t tryConditional(cudaGraph_t graph, cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type,
                           unsigned size, const cudaGraphNode_t* before, cudaGraphNode_t* node, cudaGraph_t** bodies) {
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = size;
    const cudaError_t error = cudaGraphAddNode(node, graph, before, nullptr, before != nullptr, &params);
    *bodies = params.conditional.phGraph_out;
    return error;
}

int launched(cudaGraphExec_t runnable, int with) {
    int result = 0;
    OK(cudaMemcpy(value, &with, sizeof with, cudaMemcpyHostToDevice));
    OK(cudaMemset(sum, 0, sizeof(int)));
    OK(cudaGraphLaunch(runnable, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost));
    return result;
}

/// decide -> IF or SWITCH, whose graphs add 1, 10, 100.
cudaGraphExec_t choosing(cudaGraphConditionalNodeType type, unsigned size) {
    cudaGraph_t graph, *bodies;
    cudaGraphConditionalHandle handle;
    cudaGraphNode_t node;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphConditionalHandleCreate(&handle, graph));
    void* arguments[] = {&value, &handle};
    const cudaGraphNode_t decided = kernel(graph, (void*)decide, arguments);
    OK(tryConditional(graph, handle, type, size, &decided, &node, &bodies));
    int what = 1;
    for (unsigned i = 0; i < size; ++i, what *= 10) {
        void* adding[] = {&sum, &what};
        kernel(bodies[i], (void*)add, adding);
    }
    cudaGraphNodeType known;
    OK(cudaGraphNodeGetType(node, &known));
    CHECK(known == cudaGraphNodeTypeConditional);
    cudaGraphExec_t runnable;
    OK(cudaGraphInstantiate(&runnable, graph, 0));
    OK(cudaGraphDestroy(graph));
    return runnable;
}

void refused() {
    cudaGraph_t graph, other, *bodies;
    cudaGraphConditionalHandle handle, own;
    cudaGraphNode_t node, called;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphCreate(&other, 0));
    OK(cudaGraphConditionalHandleCreate(&handle, other));
    OK(cudaGraphConditionalHandleCreate(&own, graph));
    FAILS(cudaErrorInvalidValue, tryConditional(graph, handle, cudaGraphCondTypeIf, 1, nullptr, &node, &bodies));
    FAILS(cudaErrorInvalidValue, tryConditional(graph, own, cudaGraphCondTypeWhile, 2, nullptr, &node, &bodies));
    OK(tryConditional(graph, own, cudaGraphCondTypeIf, 1, nullptr, &node, &bodies));
    cudaGraph_t* more;
    FAILS(cudaErrorInvalidValue, tryConditional(graph, own, cudaGraphCondTypeIf, 1, nullptr, &node, &more));
    cudaHostNodeParams host = {[](void*) {}, nullptr};
    OK(cudaGraphAddHostNode(&called, bodies[0], nullptr, 0, &host));
    cudaGraphExec_t runnable;
    FAILS(cudaErrorNotSupported, cudaGraphInstantiate(&runnable, graph, 0));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphDestroy(other));
}

/// While in an if, both captured: the loop adds 5 as often as `value` says; then 1000 is added.
cudaGraphExec_t captured() {
    cudaGraph_t graph, *bodies, *loop;
    cudaGraphConditionalHandle outer, inner;
    cudaGraphNode_t asked, looped;
    cudaStreamCaptureStatus status;
    const cudaGraphNode_t* before;
    const cudaGraphEdgeData* edges;
    size_t count;
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    OK(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &before, &edges, &count));
    CHECK(status == cudaStreamCaptureStatusActive && count == 0);
    OK(cudaGraphConditionalHandleCreate(&outer, graph));
    decide<<<1, 1, 0, stream>>>(value, outer);
    OK(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &before, &edges, &count));
    CHECK(count == 1);
    OK(tryConditional(graph, outer, cudaGraphCondTypeIf, 1, before, &asked, &bodies));
    OK(cudaStreamUpdateCaptureDependencies(stream, &asked, nullptr, 1, cudaStreamSetCaptureDependencies));
    add<<<1, 1, 0, stream>>>(sum, 1000);
    cudaGraph_t same;
    OK(cudaStreamEndCapture(stream, &same));
    CHECK(same == graph);

    OK(cudaGraphConditionalHandleCreate(&inner, bodies[0], 1, cudaGraphCondAssignDefault));
    OK(tryConditional(bodies[0], inner, cudaGraphCondTypeWhile, 1, nullptr, &looped, &loop));
    OK(cudaStreamBeginCaptureToGraph(stream, loop[0], nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed));
    add<<<1, 1, 0, stream>>>(sum, 5);
    countDown<<<1, 1, 0, stream>>>(value, inner);
    OK(cudaStreamEndCapture(stream, nullptr));
    cudaGraphExec_t runnable;
    OK(cudaGraphInstantiate(&runnable, graph, 0));
    OK(cudaGraphDestroy(graph));
    return runnable;
}

int main() {
    OK(cudaStreamCreate(&stream));
    OK(cudaMalloc(&value, sizeof(int)));
    OK(cudaMalloc(&sum, sizeof(int)));
    const cudaGraphExec_t one = choosing(cudaGraphCondTypeIf, 1), two = choosing(cudaGraphCondTypeIf, 2),
                          three = choosing(cudaGraphCondTypeSwitch, 3);
    CHECK(launched(one, 0) == 0 && launched(one, 7) == 1);
    CHECK(launched(two, 0) == 10 && launched(two, 7) == 1);
    CHECK(launched(three, 0) == 1 && launched(three, 2) == 100 && launched(three, 3) == 0);
    refused();

    const cudaGraphExec_t loops = captured();
    CHECK(launched(loops, 0) == 1000);
    CHECK(launched(loops, 3) == 1015);
    CHECK(launched(loops, 3) == 1015); // what an equal launch has decided is decided again
    OK(cudaGraphExecDestroy(loops));

    cudaGraph_t graph, *bodies;
    cudaGraphConditionalHandle handle;
    cudaGraphNode_t node;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    OK(tryConditional(graph, handle, cudaGraphCondTypeWhile, 1, nullptr, &node, &bodies));
    cudaGraphExec_t never;
    OK(cudaGraphInstantiate(&never, graph, 0));
    OK(cudaGraphLaunch(never, stream));
    FAILS(cudaErrorLaunchTimeout, cudaStreamSynchronize(stream));
    OK(cudaDeviceReset());

    OK(cudaMalloc(&value, sizeof(int)));
    OK(cudaMemset(value, 0, sizeof(int)));
    decide<<<1, 1>>>(value, 1234);
    CHECK(cudaDeviceSynchronize() != cudaSuccess);
}
