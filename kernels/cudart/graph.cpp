// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs: what they are made of, and what is asked of them (kernels/cudart/graph_launch.cpp has capture and launches).
#include "kernels/cudart/graph.h"

#include "kernels/cudart/actions.h"

#include <fmt/format.h>

#include <span>

namespace warplens::cudart {

using namespace runtime;

GraphPtr graphOf(cudaGraph_t handle) {
    if (GraphPtr graph = Platform::get().graphs.find(handle))
        return graph;
    throw Failure(Error::InvalidValue, fmt::format("{} is no graph, or one that was destroyed", fmt::ptr(handle)));
}

GraphPtr runnableOf(cudaGraphExec_t handle) {
    if (GraphPtr graph = Platform::get().runnableGraphs.find(handle))
        return graph;
    throw Failure(Error::InvalidValue,
                  fmt::format("{} is no instantiated graph, or one that was destroyed", fmt::ptr(handle)));
}

GraphNode& nodeOf(cudaGraphNode_t handle) {
    if (const GraphNodePtr node = Platform::get().nodes.find(handle))
        return *node;
    throw Failure(Error::InvalidValue, fmt::format("{} is no node of a graph", fmt::ptr(handle)));
}

cudaGraphNode_t handleOf(GraphNode& node) {
    return reinterpret_cast<cudaGraphNode_t>(&node);
}

std::vector<GraphNode*> nodesOf(const cudaGraphNode_t* handles, size_t count) {
    std::vector<GraphNode*> list;
    for (size_t i = 0; i < count; ++i)
        list.push_back(&nodeOf(needed(handles, "dependencies")[i]));
    return list;
}

void give(cudaGraphNode_t* result, const GraphPtr& graph, GraphNode& node) {
    Platform::get().nodes.give(graph->nodes.back());
    *needed(result, "pGraphNode") = handleOf(node);
}

void showNodes(const Graph& graph) {
    for (const GraphNodePtr& node : graph.nodes) {
        Platform::get().nodes.give(node);
        if (node->shown.empty())
            for (const GraphPtr& body : node->bodies) {
                node->shown.push_back(Platform::get().graphs.give(body));
                showNodes(*body);
            }
    }
}

void hideNodes(const Graph& graph) {
    for (const GraphNodePtr& node : graph.nodes) {
        Platform::get().nodes.take(node.get());
        for (const GraphPtr& body : node->bodies) {
            hideNodes(*body);
            Platform::get().graphs.take(body.get());
        }
        if (node->child) { // shown where the program has asked for it, or has made it
            hideNodes(*node->child);
            Platform::get().graphs.take(node->child.get());
        }
    }
}

void refuseMoved(const Graph& graph, const char* what) {
    if (graph.isMoved)
        throw Failure(Error::InvalidValue,
                      fmt::format("the graph belongs to a node of another one: it cannot {}", what));
}

LaunchRequest launchRequest(Device& device, const cudaKernelNodeParams& parameters) {
    LaunchRequest request;
    request.kernel = &kernelOf(parameters.func);
    request.grid = {parameters.gridDim.x, parameters.gridDim.y, parameters.gridDim.z};
    request.block = {parameters.blockDim.x, parameters.blockDim.y, parameters.blockDim.z};
    request.dynamicShared = parameters.sharedMemBytes;
    const LoadedKernel& kernel = device.load(*request.kernel);
    if (parameters.kernelParams == nullptr && !kernel.parameters.empty())
        throw Failure(Error::NotSupported, "Warplens takes the arguments of a kernel's node in kernelParams only");
    request.parameters = gatherParameters(kernel, parameters.kernelParams);
    return request;
}

FillAction fillOf(const cudaMemsetParams& parameters) {
    FillAction fill;
    fill.address = addressOf(parameters.dst);
    fill.pitch = parameters.pitch;
    fill.value = parameters.value;
    fill.elementBytes = parameters.elementSize;
    fill.width = parameters.width;
    fill.height = parameters.height;
    fill.call = "a node that fills memory";
    if (fill.elementBytes != 1 && fill.elementBytes != 2 && fill.elementBytes != 4)
        throw Failure(Error::InvalidValue, fmt::format("elements of {} bytes: 1, 2 or 4", fill.elementBytes));
    return fill;
}

HostAction hostActionOf(const cudaHostNodeParams& parameters) {
    needed(reinterpret_cast<void*>(parameters.fn), "fn");
    return {.call = [=] { parameters.fn(parameters.userData); },
            .byProgram = true,
            .function = parameters.fn,
            .argument = parameters.userData};
}

} // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;
using runtime::Action;
using runtime::Graph;
using runtime::GraphNode;
using runtime::GraphPtr;
using runtime::NodeKind;

namespace {

/// Adds a node; `makeAction` is given the device.
cudaError_t addNode(const char* name, cudaGraphNode_t* result, cudaGraph_t handle, const cudaGraphNode_t* before,
                    size_t count, const auto& makeAction) {
    return callDevice(name, [&](Device& device) {
        const GraphPtr graph = graphOf(handle);
        const Action action = makeAction(device);
        runtime::checkAction(device, action, true);
        give(result, graph, graph->add(device, action, nodesOf(before, count)));
    });
}

cudaError_t addConditional(cudaGraphNode_t* node, cudaGraph_t handle, const cudaGraphNode_t* before, size_t count,
                           cudaConditionalNodeParams& parameters) {
    return callDevice("cudaGraphAddNode", [&](Device& device) {
        needed(node, "pGraphNode");
        const GraphPtr graph = graphOf(handle);
        GraphNode& added = runtime::addConditional(*graph, device, parameters.handle,
                                                   static_cast<runtime::ConditionKind>(parameters.type),
                                                   parameters.size, nodesOf(before, count));
        give(node, graph, added);
        showNodes(*graph);
        parameters.phGraph_out = reinterpret_cast<cudaGraph_t*>(added.shown.data());
    });
}

/// A graph as a node: a copy of it, or the graph itself, which only then may take and free memory.
cudaError_t addChild(const char* name, cudaGraphNode_t* result, cudaGraph_t handle,
                     std::span<const cudaGraphNode_t> before, cudaGraph_t childHandle,
                     cudaGraphChildGraphNodeOwnership ownership) {
    return callDevice(name, [&](Device& device) {
        needed(result, "pGraphNode");
        const GraphPtr graph = graphOf(handle), child = graphOf(childHandle);
        const bool moves = ownership == cudaGraphChildGraphOwnershipMove;
        if (!moves && ownership != cudaGraphChildGraphOwnershipClone)
            throw Failure(Error::InvalidValue, fmt::format("there is no ownership {}", static_cast<int>(ownership)));
        if (!moves)
            runtime::refuseWithMemory(*child,
                                      "no copy (cudaGraphChildGraphOwnershipMove does without) is made of a graph");
        refuseMoved(*child, "be a node of another one");
        if (child == graph || (moves && !child->instance.expired()))
            throw Failure(Error::InvalidValue, child == graph
                                                   ? "a graph is no node of itself"
                                                   : "the graph is instantiated: destroy the instance first");
        GraphNode& added = graph->add(device, NodeKind::Graph, nodesOf(before.data(), before.size()));
        added.child = moves ? child : child->clone();
        child->isMoved |= moves;
        give(result, graph, added);
    });
}

} // namespace

extern "C" {

cudaError_t warplens_cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t handle, cudaGraph_t* graph) {
    return call("cudaGraphChildGraphNodeGetGraph", [&] {
        const GraphNode& node = cudart::nodeOf(handle);
        if (node.kind != NodeKind::Graph)
            throw Failure(Error::InvalidValue, "the node is of another kind");
        *needed(graph, "pGraph") = static_cast<cudaGraph_t>(Platform::get().graphs.give(node.child));
        node.child->isMoved = true; // it is the node's, and not the program's
        showNodes(*node.child);
    });
}

cudaError_t warplens_cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                                      unsigned initial, unsigned flags) {
    return callDevice("cudaGraphConditionalHandleCreate", [&](Device& device) {
        needed(handle, "pHandle_out");
        if (flags != 0 && flags != cudaGraphCondAssignDefault)
            throw Failure(Error::InvalidValue, "flags are 0 or cudaGraphCondAssignDefault");
        if (Platform::get().gpu() != nullptr)
            throw Failure(Error::NotSupported, "Warplens does not run graphs with conditions on a GPU, too");
        *handle = graphOf(graph)
                      ->conditions
                      .emplace_back(
                          std::make_shared<runtime::Condition>(device, initial, flags == cudaGraphCondAssignDefault))
                      ->handle();
    });
}

cudaError_t warplens_cudaGraphCreate(cudaGraph_t* handle, unsigned flags) {
    return call("cudaGraphCreate", [&] {
        if (flags != 0)
            throw Failure(Error::InvalidValue, "flags have to be 0");
        *needed(handle, "pGraph") = static_cast<cudaGraph_t>(Platform::get().graphs.give(std::make_shared<Graph>()));
    });
}

cudaError_t warplens_cudaGraphDestroy(cudaGraph_t handle) {
    return call("cudaGraphDestroy", [&] {
        refuseMoved(*graphOf(handle), "be destroyed by itself");
        hideNodes(*graphOf(handle));
        Platform::get().graphs.take(handle);
    });
}

cudaError_t warplens_cudaGraphClone(cudaGraph_t* handle, cudaGraph_t original) {
    return call("cudaGraphClone", [&] {
        runtime::refuseWithMemory(*graphOf(original), "no copy is made of a graph");
        const GraphPtr copy = graphOf(original)->clone();
        showNodes(*copy);
        *needed(handle, "pGraphClone") = static_cast<cudaGraph_t>(Platform::get().graphs.give(copy));
    });
}

cudaError_t warplens_cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone) {
    return call("cudaGraphNodeFindInClone", [&] {
        GraphNode* found = graphOf(clone)->copyOf(nodeOf(original));
        if (found == nullptr)
            throw Failure(Error::InvalidValue, "the graph is no clone of the node's, or the node was removed from it");
        *needed(node, "pNode") = handleOf(*found);
    });
}

// ---- nodes ----------------------------------------------------------------------------------------------------------

cudaError_t warplens_cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                            size_t count, const cudaKernelNodeParams* parameters) {
    return addNode("cudaGraphAddKernelNode", node, graph, before, count,
                   [&](Device& device) { return launchRequest(device, *needed(parameters, "pNodeParams")); });
}

cudaError_t warplens_cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                            size_t count, const cudaMemcpy3DParms* parameters) {
    return addNode("cudaGraphAddMemcpyNode", node, graph, before, count,
                   [&](Device&) { return copyOf("cudaGraphAddMemcpyNode", *needed(parameters, "pCopyParams")); });
}

cudaError_t warplens_cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                              size_t count, void* to, const void* from, size_t bytes,
                                              cudaMemcpyKind kind) {
    return addNode("cudaGraphAddMemcpyNode1D", node, graph, before, count,
                   [&](Device&) { return linearCopy("cudaGraphAddMemcpyNode1D", to, from, bytes, kind); });
}

cudaError_t warplens_cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                                    const cudaGraphNode_t* before, size_t count, const void* symbol,
                                                    const void* from, size_t bytes, size_t offset,
                                                    cudaMemcpyKind kind) {
    return addNode("cudaGraphAddMemcpyNodeToSymbol", node, graph, before, count, [&](Device& device) {
        return copyToVariable(device, "cudaGraphAddMemcpyNodeToSymbol", symbol, from, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                                      const cudaGraphNode_t* before, size_t count, void* to,
                                                      const void* symbol, size_t bytes, size_t offset,
                                                      cudaMemcpyKind kind) {
    return addNode("cudaGraphAddMemcpyNodeFromSymbol", node, graph, before, count, [&](Device& device) {
        return copyFromVariable(device, "cudaGraphAddMemcpyNodeFromSymbol", to, symbol, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                            size_t count, const cudaMemsetParams* parameters) {
    return addNode("cudaGraphAddMemsetNode", node, graph, before, count,
                   [&](Device&) { return fillOf(*needed(parameters, "pMemsetParams")); });
}

cudaError_t warplens_cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                          size_t count, const cudaHostNodeParams* parameters) {
    return addNode("cudaGraphAddHostNode", node, graph, before, count,
                   [&](Device&) { return hostActionOf(*needed(parameters, "pNodeParams")); });
}

cudaError_t warplens_cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                           size_t count) {
    return addNode("cudaGraphAddEmptyNode", node, graph, before, count, [](Device&) { return runtime::MarkAction{}; });
}

cudaError_t warplens_cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t handle,
                                                const cudaGraphNode_t* before, size_t count, cudaGraph_t child) {
    return addChild("cudaGraphAddChildGraphNode", node, handle, {before, count}, child,
                    cudaGraphChildGraphOwnershipClone);
}

cudaError_t warplens_cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t handle,
                                                 const cudaGraphNode_t* before, size_t count, cudaEvent_t event) {
    return callDevice("cudaGraphAddEventRecordNode", [&](Device& device) {
        const GraphPtr graph = graphOf(handle);
        const runtime::EventPtr recorded = eventOf(event);
        GraphNode& added = graph->add(device, NodeKind::RecordEvent, nodesOf(before, count));
        added.event = recorded;
        give(node, graph, added);
    });
}

cudaError_t warplens_cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t handle, const cudaGraphNode_t* before,
                                               size_t count, cudaEvent_t event) {
    return callDevice("cudaGraphAddEventWaitNode", [&](Device& device) {
        const GraphPtr graph = graphOf(handle);
        const runtime::EventPtr awaited = eventOf(event);
        GraphNode& added = graph->add(device, NodeKind::WaitEvent, nodesOf(before, count));
        added.event = awaited;
        give(node, graph, added);
    });
}

cudaError_t warplens_cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* before,
                                      const cudaGraphEdgeData*, size_t count, cudaGraphNodeParams* parameters) {
    if (parameters == nullptr)
        return remember(Error::InvalidValue);
    switch (parameters->type) {
    case cudaGraphNodeTypeKernel: {
        const cudaKernelNodeParamsV2& k = parameters->kernel;
        const cudaKernelNodeParams kernel{k.func, k.gridDim, k.blockDim, k.sharedMemBytes, k.kernelParams, k.extra};
        return warplens_cudaGraphAddKernelNode(node, graph, before, count, &kernel);
    }
    case cudaGraphNodeTypeMemcpy:
        return warplens_cudaGraphAddMemcpyNode(node, graph, before, count, &parameters->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
        const cudaMemsetParamsV2& m = parameters->memset;
        const cudaMemsetParams memset{m.dst, m.pitch, m.value, m.elementSize, m.width, m.height};
        return warplens_cudaGraphAddMemsetNode(node, graph, before, count, &memset);
    }
    case cudaGraphNodeTypeHost: {
        const cudaHostNodeParams host{parameters->host.fn, parameters->host.userData};
        return warplens_cudaGraphAddHostNode(node, graph, before, count, &host);
    }
    case cudaGraphNodeTypeGraph:
        return addChild("cudaGraphAddNode", node, graph, {before, count}, parameters->graph.graph,
                        parameters->graph.ownership);
    case cudaGraphNodeTypeEmpty:
        return warplens_cudaGraphAddEmptyNode(node, graph, before, count);
    case cudaGraphNodeTypeWaitEvent:
        return warplens_cudaGraphAddEventWaitNode(node, graph, before, count, parameters->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return warplens_cudaGraphAddEventRecordNode(node, graph, before, count, parameters->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc: {
        cudaMemAllocNodeParamsV2& alloc = parameters->alloc;
        cudaMemAllocNodeParams memory{alloc.poolProps, alloc.accessDescs, alloc.accessDescCount, alloc.bytesize,
                                      nullptr};
        const cudaError_t error = warplens_cudaGraphAddMemAllocNode(node, graph, before, count, &memory);
        alloc.dptr = memory.dptr;
        return error;
    }
    case cudaGraphNodeTypeMemFree:
        return warplens_cudaGraphAddMemFreeNode(node, graph, before, count, parameters->free.dptr);
    case cudaGraphNodeTypeConditional:
        return addConditional(node, graph, before, count, parameters->conditional);
    default:
        return fail("cudaGraphAddNode",
                    Failure(Error::NotSupported, fmt::format("Warplens does not emulate nodes of kind {} (semaphores)",
                                                             static_cast<int>(parameters->type))));
    }
}

} // extern "C"
