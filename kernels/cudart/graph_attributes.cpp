// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes of kernels' nodes in graphs. Two say how a kernel runs; of the others programs hear what they have set.
#include "kernels/cudart/graph.h"

#include <fmt/format.h>

#include <cstring>

using namespace warplens;
using namespace warplens::cudart;
using runtime::GraphNode;
using runtime::LaunchRequest;

namespace {

LaunchRequest& requestOf(GraphNode& node) {
    if (auto* request = std::get_if<LaunchRequest>(&node.action))
        return *request;
    throw Failure(Error::InvalidValue, "the node is no kernel");
}

/// Nothing that is computed or counted depends on these.
bool isKeptAlone(cudaLaunchAttributeID attribute) {
    return attribute == cudaLaunchAttributePriority || attribute == cudaLaunchAttributeAccessPolicyWindow ||
           attribute == cudaLaunchAttributeClusterSchedulingPolicyPreference ||
           attribute == cudaLaunchAttributeMemSyncDomain || attribute == cudaLaunchAttributeMemSyncDomainMap;
}

[[noreturn]] void refuse(cudaLaunchAttributeID attribute) {
    throw Failure(Error::NotSupported,
                  fmt::format("the attribute {} of a kernel's node is not emulated", static_cast<int>(attribute)));
}

} // namespace

extern "C" {

cudaError_t warplens_cudaGraphKernelNodeSetAttribute(cudaGraphNode_t handle, cudaLaunchAttributeID attribute,
                                                     const cudaLaunchAttributeValue* value) {
    return callDevice("cudaGraphKernelNodeSetAttribute", [&](Device&) {
        GraphNode& node = nodeOf(handle);
        const cudaLaunchAttributeValue& wanted = *needed(value, "value");
        LaunchRequest changed = requestOf(node);
        if (attribute == cudaLaunchAttributeCooperative)
            changed.cooperative = wanted.cooperative != 0;
        else if (attribute == cudaLaunchAttributeClusterDimension)
            changed.cluster = {wanted.clusterDim.x, wanted.clusterDim.y, wanted.clusterDim.z};
        else if (!isKeptAlone(attribute))
            refuse(attribute);
        runtime::checkAction(*node.device, changed, true);
        requestOf(node) = changed;
        if (isKeptAlone(attribute))
            std::memcpy(node.attributes[attribute].data(), &wanted, sizeof wanted);
    });
}

cudaError_t warplens_cudaGraphKernelNodeGetAttribute(cudaGraphNode_t handle, cudaLaunchAttributeID attribute,
                                                     cudaLaunchAttributeValue* value) {
    return callDevice("cudaGraphKernelNodeGetAttribute", [&](Device&) {
        GraphNode& node = nodeOf(handle);
        const LaunchRequest& request = requestOf(node);
        cudaLaunchAttributeValue& answer = *needed(value, "value_out");
        if (attribute == cudaLaunchAttributeCooperative)
            answer.cooperative = request.cooperative;
        else if (attribute == cudaLaunchAttributeClusterDimension)
            answer.clusterDim = {request.cluster.x, request.cluster.y, request.cluster.z};
        else if (isKeptAlone(attribute))
            std::memcpy(&answer, node.attributes[attribute].data(), sizeof answer);
        else
            refuse(attribute);
    });
}

cudaError_t warplens_cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t destination, cudaGraphNode_t source) {
    return callDevice("cudaGraphKernelNodeCopyAttributes", [&](Device&) {
        GraphNode &to = nodeOf(destination), &from = nodeOf(source);
        LaunchRequest changed = requestOf(to);
        changed.cooperative = requestOf(from).cooperative;
        changed.cluster = requestOf(from).cluster;
        runtime::checkAction(*to.device, changed, true);
        requestOf(to) = changed;
        to.attributes = from.attributes;
    });
}

} // extern "C"
