// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes of graphs: what they do, changed, and what is known of them.
#include "kernels/cudart/actions.h"
#include "kernels/cudart/graph.h"

#include <algorithm>

using namespace warplens;
using namespace warplens::cudart;
using runtime::Action;
using runtime::Graph;
using runtime::GraphNode;
using runtime::GraphPtr;

namespace {

/// Changes what a node does that is of the same kind.
cudaError_t setAction(const char* name, GraphNode& node, const auto& makeAction) {
    return callDevice(name, [&](Device&) {
        Action action = makeAction(*node.device);
        if (runtime::kindOf(action) != node.kind)
            throw Failure(Error::InvalidValue, "the node is of another kind");
        if (auto* launch = std::get_if<runtime::LaunchRequest>(&action)) { // attributes stay
            const auto& before = std::get<runtime::LaunchRequest>(node.action);
            launch->cooperative = before.cooperative;
            launch->cluster = before.cluster;
        }
        runtime::checkAction(*node.device, action, true);
        node.action = action;
    });
}

cudaError_t setOf(const char* name, cudaGraphNode_t handle, const auto& makeAction) {
    GraphNode* node = nullptr;
    const cudaError_t error = call(name, [&] { node = &nodeOf(handle); });
    return error != cudaSuccess ? error : setAction(name, *node, makeAction);
}

/// The same for an instantiated graph, by the node that it was made from.
cudaError_t setRunnable(const char* name, cudaGraphExec_t graph, cudaGraphNode_t handle, const auto& makeAction) {
    GraphNode* node = nullptr;
    const cudaError_t error = call(name, [&] {
        node = runnableOf(graph)->copyOf(nodeOf(handle));
        if (node == nullptr)
            throw Failure(Error::InvalidValue, "the instantiated graph was made from another graph than the node's");
    });
    return error != cudaSuccess ? error : setAction(name, *node, makeAction);
}

/// Gives a list as CUDA does: with a null pointer only its length, and room that is too much is filled with null.
void giveList(cudaGraphNode_t* to, size_t* count, const std::vector<GraphNode*>& list) {
    needed(count, "the number of nodes");
    if (to != nullptr)
        for (size_t i = 0; i < *count; ++i)
            to[i] = i < list.size() ? handleOf(*list[i]) : nullptr;
    *count = to == nullptr ? list.size() : std::min(*count, list.size());
}

/// The graph that a node is in.
const Graph& ownerOf(const GraphNode& node) {
    const Graph* owner = nullptr;
    Platform::get().graphs.forEach([&](const GraphPtr& graph) {
        if (graph->holds(&node))
            owner = graph.get();
    });
    if (owner == nullptr)
        throw Failure(Error::InvalidValue, "the node's graph was destroyed");
    return *owner;
}

} // namespace

extern "C" {

// ---- what they do, changed -------------------------------------------------------------------------------------------

cudaError_t warplens_cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
    return setOf("cudaGraphKernelNodeSetParams", node,
                 [&](Device& device) { return launchRequest(device, *needed(parameters, "pNodeParams")); });
}

cudaError_t warplens_cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* parameters) {
    return setOf("cudaGraphMemcpyNodeSetParams", node,
                 [&](Device&) { return copyOf("cudaGraphMemcpyNodeSetParams", *needed(parameters, "pNodeParams")); });
}

cudaError_t warplens_cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from, size_t bytes,
                                                    cudaMemcpyKind kind) {
    return setOf("cudaGraphMemcpyNodeSetParams1D", node,
                 [&](Device&) { return linearCopy("cudaGraphMemcpyNodeSetParams1D", to, from, bytes, kind); });
}

cudaError_t warplens_cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol, const void* from,
                                                          size_t bytes, size_t offset, cudaMemcpyKind kind) {
    return setOf("cudaGraphMemcpyNodeSetParamsToSymbol", node, [&](Device& device) {
        return copyToVariable(device, "cudaGraphMemcpyNodeSetParamsToSymbol", symbol, from, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* to, const void* symbol,
                                                            size_t bytes, size_t offset, cudaMemcpyKind kind) {
    return setOf("cudaGraphMemcpyNodeSetParamsFromSymbol", node, [&](Device& device) {
        return copyFromVariable(device, "cudaGraphMemcpyNodeSetParamsFromSymbol", to, symbol, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
    return setOf("cudaGraphMemsetNodeSetParams", node,
                 [&](Device&) { return fillOf(*needed(parameters, "pNodeParams")); });
}

cudaError_t warplens_cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
    return setOf("cudaGraphHostNodeSetParams", node,
                 [&](Device&) { return hostActionOf(*needed(parameters, "pNodeParams")); });
}

cudaError_t warplens_cudaGraphExecKernelNodeSetParams(cudaGraphExec_t graph, cudaGraphNode_t node,
                                                      const cudaKernelNodeParams* parameters) {
    return setRunnable("cudaGraphExecKernelNodeSetParams", graph, node,
                       [&](Device& device) { return launchRequest(device, *needed(parameters, "pNodeParams")); });
}

cudaError_t warplens_cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t graph, cudaGraphNode_t node,
                                                      const cudaMemcpy3DParms* parameters) {
    return setRunnable("cudaGraphExecMemcpyNodeSetParams", graph, node, [&](Device&) {
        return copyOf("cudaGraphExecMemcpyNodeSetParams", *needed(parameters, "pNodeParams"));
    });
}

cudaError_t warplens_cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t graph, cudaGraphNode_t node, void* to,
                                                        const void* from, size_t bytes, cudaMemcpyKind kind) {
    return setRunnable("cudaGraphExecMemcpyNodeSetParams1D", graph, node, [&](Device&) {
        return linearCopy("cudaGraphExecMemcpyNodeSetParams1D", to, from, bytes, kind);
    });
}

cudaError_t warplens_cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t graph, cudaGraphNode_t node,
                                                              const void* symbol, const void* from, size_t bytes,
                                                              size_t offset, cudaMemcpyKind kind) {
    return setRunnable("cudaGraphExecMemcpyNodeSetParamsToSymbol", graph, node, [&](Device& device) {
        return copyToVariable(device, "cudaGraphExecMemcpyNodeSetParamsToSymbol", symbol, from, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t graph, cudaGraphNode_t node, void* to,
                                                                const void* symbol, size_t bytes, size_t offset,
                                                                cudaMemcpyKind kind) {
    return setRunnable("cudaGraphExecMemcpyNodeSetParamsFromSymbol", graph, node, [&](Device& device) {
        return copyFromVariable(device, "cudaGraphExecMemcpyNodeSetParamsFromSymbol", to, symbol, bytes, offset, kind);
    });
}

cudaError_t warplens_cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t graph, cudaGraphNode_t node,
                                                      const cudaMemsetParams* parameters) {
    return setRunnable("cudaGraphExecMemsetNodeSetParams", graph, node, [&](Device&) {
        const runtime::FillAction made = fillOf(*needed(parameters, "pNodeParams"));
        const auto* had = std::get_if<runtime::FillAction>(&runnableOf(graph)->copyOf(nodeOf(node))->action);
        if (made.height > 1 || (had != nullptr && had->height > 1))
            throw Failure(Error::InvalidValue, "fills of one row alone can be changed in an instantiated graph");
        return made;
    });
}

cudaError_t warplens_cudaGraphExecHostNodeSetParams(cudaGraphExec_t graph, cudaGraphNode_t node,
                                                    const cudaHostNodeParams* parameters) {
    return setRunnable("cudaGraphExecHostNodeSetParams", graph, node,
                       [&](Device&) { return hostActionOf(*needed(parameters, "pNodeParams")); });
}

// ---- what is known of them -------------------------------------------------------------------------------------------

cudaError_t warplens_cudaGraphGetNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, size_t* count) {
    return call("cudaGraphGetNodes", [&] {
        std::vector<GraphNode*> list;
        for (const auto& node : graphOf(handle)->nodes)
            list.push_back(node.get());
        giveList(nodes, count, list);
    });
}

cudaError_t warplens_cudaGraphGetRootNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, size_t* count) {
    return call("cudaGraphGetRootNodes", [&] {
        std::vector<GraphNode*> list;
        for (const auto& node : graphOf(handle)->nodes)
            if (node->before.empty())
                list.push_back(node.get());
        giveList(nodes, count, list);
    });
}

cudaError_t warplens_cudaGraphGetEdges(cudaGraph_t handle, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                       cudaGraphEdgeData* data, size_t* count) {
    return call("cudaGraphGetEdges", [&] {
        std::vector<GraphNode*> begins, ends;
        for (const auto& node : graphOf(handle)->nodes)
            for (GraphNode* before : node->before) {
                begins.push_back(before);
                ends.push_back(node.get());
            }
        size_t room = *needed(count, "numEdges");
        if (data != nullptr)
            std::fill(data, data + room, cudaGraphEdgeData{});
        giveList(from, &room, begins);
        giveList(to, count, ends);
    });
}

cudaError_t warplens_cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* before, cudaGraphEdgeData*,
                                                  size_t* count) {
    return call("cudaGraphNodeGetDependencies", [&] { giveList(before, count, nodeOf(node).before); });
}

cudaError_t warplens_cudaGraphNodeGetDependentNodes(cudaGraphNode_t handle, cudaGraphNode_t* after, cudaGraphEdgeData*,
                                                    size_t* count) {
    return call("cudaGraphNodeGetDependentNodes", [&] {
        GraphNode& node = nodeOf(handle);
        std::vector<GraphNode*> list;
        for (const auto& each : ownerOf(node).nodes)
            if (std::find(each->before.begin(), each->before.end(), &node) != each->before.end())
                list.push_back(each.get());
        giveList(after, count, list);
    });
}

cudaError_t warplens_cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
    return call("cudaGraphNodeGetType",
                [&] { *needed(type, "pType") = static_cast<cudaGraphNodeType>(nodeOf(node).kind); });
}

cudaError_t warplens_cudaGraphAddDependencies(cudaGraph_t handle, const cudaGraphNode_t* from,
                                              const cudaGraphNode_t* to, const cudaGraphEdgeData*, size_t count) {
    return call("cudaGraphAddDependencies", [&] {
        const GraphPtr graph = graphOf(handle);
        for (size_t i = 0; i < count; ++i)
            graph->connect(nodeOf(needed(from, "from")[i]), nodeOf(needed(to, "to")[i]));
    });
}

cudaError_t warplens_cudaGraphRemoveDependencies(cudaGraph_t handle, const cudaGraphNode_t* from,
                                                 const cudaGraphNode_t* to, const cudaGraphEdgeData*, size_t count) {
    return call("cudaGraphRemoveDependencies", [&] {
        runtime::refuseWithMemory(*graphOf(handle), "no edge is removed from a graph");
        for (size_t i = 0; i < count; ++i)
            std::erase(nodeOf(needed(to, "to")[i]).before, &nodeOf(needed(from, "from")[i]));
    });
}

cudaError_t warplens_cudaGraphDestroyNode(cudaGraphNode_t handle) {
    return call("cudaGraphDestroyNode", [&] {
        GraphNode& node = nodeOf(handle);
        auto& owner = const_cast<Graph&>(ownerOf(node));
        runtime::refuseWithMemory(owner, "no node is removed from a graph");
        const auto kept = Platform::get().nodes.take(handle);
        owner.remove(node);
    });
}

} // extern "C"
