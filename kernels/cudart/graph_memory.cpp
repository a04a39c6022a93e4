// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes of graphs that take memory and give it back, and how much the device keeps for them.
#include "kernels/runtime/graph_memory.h"

#include "kernels/cudart/graph.h"

#include <fmt/format.h>

using namespace warplens;
using namespace warplens::cudart;
using runtime::GraphNode;
using runtime::GraphPtr;
using runtime::NodeKind;

namespace {

/// The device that a node takes memory from, and who else reaches it. Throws Failure.
Device& giverOf(const cudaMemAllocNodeParams& parameters) {
    const cudaMemPoolProps& properties = parameters.poolProps;
    if (properties.location.type != cudaMemLocationTypeDevice)
        throw Failure(Error::NotSupported, "Warplens has memory of devices only in graphs");
    if (properties.handleTypes != cudaMemHandleTypeNone)
        throw Failure(Error::NotSupported, "Warplens does not share memory of graphs among processes");
    Device& owner = Platform::get().device(properties.location.id);
    for (size_t i = 0; i < parameters.accessDescCount; ++i) {
        const cudaMemAccessDesc& access = needed(parameters.accessDescs, "accessDescs")[i];
        Device& other = Platform::get().device(access.location.id);
        if (&other != &owner && access.flags != cudaMemAccessFlagsProtNone)
            other.setPeer(owner.ordinal(), true);
    }
    return owner;
}

/// Throws Failure where the node is of another kind.
GraphNode& nodeOfKind(cudaGraphNode_t handle, NodeKind kind) {
    GraphNode& node = cudart::nodeOf(handle);
    if (node.kind != kind)
        throw Failure(Error::InvalidValue, "the node is of another kind");
    return node;
}

} // namespace

extern "C" {

cudaError_t warplens_cudaGraphAddMemAllocNode(cudaGraphNode_t* result, cudaGraph_t handle,
                                              const cudaGraphNode_t* before, size_t count,
                                              cudaMemAllocNodeParams* parameters) {
    return callDevice("cudaGraphAddMemAllocNode", [&](Device&) {
        needed(result, "pGraphNode");
        const GraphPtr graph = graphOf(handle);
        Device& owner = giverOf(*needed(parameters, "nodeParams"));
        GraphNode& node = runtime::addAllocation(*graph, owner, parameters->bytesize, "cudaGraphAddMemAllocNode",
                                                 nodesOf(before, count));
        parameters->dptr = pointerTo(node.memory->base);
        give(result, graph, node);
    });
}

cudaError_t warplens_cudaGraphAddMemFreeNode(cudaGraphNode_t* result, cudaGraph_t handle, const cudaGraphNode_t* before,
                                             size_t count, void* pointer) {
    return callDevice("cudaGraphAddMemFreeNode", [&](Device& device) {
        needed(result, "pGraphNode");
        const GraphPtr graph = graphOf(handle);
        give(result, graph,
             runtime::addFree(*graph, device, addressOf(needed(pointer, "dptr")), "cudaGraphAddMemFreeNode",
                              nodesOf(before, count)));
    });
}

cudaError_t warplens_cudaGraphMemAllocNodeGetParams(cudaGraphNode_t handle, cudaMemAllocNodeParams* parameters) {
    return call("cudaGraphMemAllocNodeGetParams", [&] {
        const GraphNode& node = nodeOfKind(handle, NodeKind::Allocate);
        *needed(parameters, "params_out") = {};
        parameters->poolProps.allocType = cudaMemAllocationTypePinned;
        parameters->poolProps.location = {cudaMemLocationTypeDevice, node.memory->device};
        parameters->bytesize = node.memory->bytes;
        parameters->dptr = pointerTo(node.memory->base);
    });
}

cudaError_t warplens_cudaGraphMemFreeNodeGetParams(cudaGraphNode_t handle, void* pointer) {
    return call("cudaGraphMemFreeNodeGetParams", [&] {
        *static_cast<void**>(needed(pointer, "dptr_out")) = pointerTo(nodeOfKind(handle, NodeKind::Free).memory->base);
    });
}

cudaError_t warplens_cudaDeviceGraphMemTrim(int device) {
    return call("cudaDeviceGraphMemTrim", [&] { Platform::get().device(device).graphFootprint().trim(); });
}

cudaError_t warplens_cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
    return call("cudaDeviceGetGraphMemAttribute", [&] {
        const runtime::GraphFootprint& footprint = Platform::get().device(device).graphFootprint();
        uint64_t& bytes = *static_cast<uint64_t*>(needed(value, "value"));
        switch (attribute) {
        case cudaGraphMemAttrUsedMemCurrent: // what is kept belongs to graphs
        case cudaGraphMemAttrReservedMemCurrent:
            bytes = footprint.bytes();
            return;
        case cudaGraphMemAttrUsedMemHigh:
        case cudaGraphMemAttrReservedMemHigh:
            bytes = footprint.most();
            return;
        }
        throw Failure(Error::InvalidValue, fmt::format("there is no attribute {}", static_cast<int>(attribute)));
    });
}

cudaError_t warplens_cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
    return call("cudaDeviceSetGraphMemAttribute", [&] {
        runtime::GraphFootprint& footprint = Platform::get().device(device).graphFootprint();
        if (attribute != cudaGraphMemAttrUsedMemHigh && attribute != cudaGraphMemAttrReservedMemHigh)
            throw Failure(Error::InvalidValue,
                          fmt::format("the attribute {} cannot be set", static_cast<int>(attribute)));
        if (*static_cast<const uint64_t*>(needed(value, "value")) != 0)
            throw Failure(Error::InvalidValue, "a high-water mark can be set to 0 only");
        footprint.forgetMost();
    });
}

} // extern "C"
