// SPDX-License-Identifier: GPL-3.0-or-later
// What nodes of graphs do, told in CUDA's words, and changed in those of every kind.
#include "kernels/cudart/actions.h"
#include "kernels/cudart/graph.h"
#include "kernels/cudart/registry.h"

using namespace warplens;
using namespace warplens::cudart;
using runtime::GraphNode;

namespace {

template<class Action>
const Action& actionOf(const GraphNode& node) {
    if (const Action* action = std::get_if<Action>(&node.action))
        return *action;
    throw Failure(Error::InvalidValue, "the node is of another kind");
}

cudaMemcpyKind kindOf(runtime::CopyKind kind) {
    return kind == runtime::CopyKind::HostToHost       ? cudaMemcpyHostToHost
           : kind == runtime::CopyKind::HostToDevice   ? cudaMemcpyHostToDevice
           : kind == runtime::CopyKind::DeviceToHost   ? cudaMemcpyDeviceToHost
           : kind == runtime::CopyKind::DeviceToDevice ? cudaMemcpyDeviceToDevice
                                                       : cudaMemcpyDefault;
}

void tell(const runtime::CopySide& side, size_t element, uint64_t width, cudaArray_t& array, cudaPos& at,
          cudaPitchedPtr& pointer) {
    array = reinterpret_cast<cudaArray_t>(side.array.get());
    at = {side.x / element, side.y, side.z};
    if (!side.array)
        pointer = {pointerTo(side.address), side.pitch == 0 ? width : side.pitch, width, side.rows};
}

cudaMemcpy3DParms parametersOf(const runtime::CopyAction& copy) {
    cudaMemcpy3DParms told = {};
    const runtime::ArrayPtr& array = copy.to.array ? copy.to.array : copy.from.array;
    const size_t element = array ? array->format.bytes() : 1;
    tell(copy.to, element, copy.width, told.dstArray, told.dstPos, told.dstPtr);
    tell(copy.from, element, copy.width, told.srcArray, told.srcPos, told.srcPtr);
    told.extent = {copy.width / element, copy.height, copy.depth};
    told.kind = kindOf(copy.kind);
    return told;
}

/// What is said in the words of one kind, or of any.
template<class Set>
cudaError_t setAny(const char* name, const cudaGraphNodeParams* parameters, const Set& set) {
    if (parameters == nullptr)
        return fail(name, Failure(Error::InvalidValue, "nodeParams is a null pointer"));
    switch (parameters->type) {
    case cudaGraphNodeTypeKernel: {
        const cudaKernelNodeParamsV2& k = parameters->kernel;
        return set.kernel({k.func, k.gridDim, k.blockDim, k.sharedMemBytes, k.kernelParams, k.extra});
    }
    case cudaGraphNodeTypeMemcpy:
        return set.copy(parameters->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
        const cudaMemsetParamsV2& m = parameters->memset;
        return set.fill({m.dst, m.pitch, m.value, m.elementSize, m.width, m.height});
    }
    case cudaGraphNodeTypeHost:
        return set.host({parameters->host.fn, parameters->host.userData});
    case cudaGraphNodeTypeEmpty:
        return fail(name, Failure(Error::InvalidValue, "an empty node has no parameters"));
    default:
        return fail(name,
                    Failure(Error::NotSupported, "Warplens changes kernels, copies, fills and functions of the host"));
    }
}

struct OfNode {
    cudaGraphNode_t node;
    cudaError_t kernel(const cudaKernelNodeParams& p) const { return warplens_cudaGraphKernelNodeSetParams(node, &p); }
    cudaError_t copy(const cudaMemcpy3DParms& p) const { return warplens_cudaGraphMemcpyNodeSetParams(node, &p); }
    cudaError_t fill(const cudaMemsetParams& p) const { return warplens_cudaGraphMemsetNodeSetParams(node, &p); }
    cudaError_t host(const cudaHostNodeParams& p) const { return warplens_cudaGraphHostNodeSetParams(node, &p); }
};
struct OfInstance {
    cudaGraphExec_t graph;
    cudaGraphNode_t node;
    cudaError_t kernel(const cudaKernelNodeParams& p) const {
        return warplens_cudaGraphExecKernelNodeSetParams(graph, node, &p);
    }
    cudaError_t copy(const cudaMemcpy3DParms& p) const {
        return warplens_cudaGraphExecMemcpyNodeSetParams(graph, node, &p);
    }
    cudaError_t fill(const cudaMemsetParams& p) const {
        return warplens_cudaGraphExecMemsetNodeSetParams(graph, node, &p);
    }
    cudaError_t host(const cudaHostNodeParams& p) const {
        return warplens_cudaGraphExecHostNodeSetParams(graph, node, &p);
    }
};

} // namespace

extern "C" {

cudaError_t warplens_cudaGraphKernelNodeGetParams(cudaGraphNode_t handle, cudaKernelNodeParams* parameters) {
    return callDevice("cudaGraphKernelNodeGetParams", [&](Device&) {
        GraphNode& node = nodeOf(handle);
        const auto& request = actionOf<runtime::LaunchRequest>(node);
        const runtime::LoadedKernel& kernel = node.device->load(*request.kernel);
        node.arguments.clear();
        for (const runtime::LoadedKernel::Parameter& each : kernel.parameters)
            node.arguments.push_back(const_cast<std::byte*>(request.parameters.data()) + each.offset);
        const auto extent = [](const sim::simt::Dim3& e) { return dim3(e.x, e.y, e.z); };
        *needed(parameters, "pNodeParams") = {const_cast<void*>(registry().functionOf(*request.kernel)),
                                              extent(request.grid),
                                              extent(request.block),
                                              static_cast<unsigned>(request.dynamicShared),
                                              node.arguments.data(),
                                              nullptr};
    });
}

cudaError_t warplens_cudaGraphMemcpyNodeGetParams(cudaGraphNode_t handle, cudaMemcpy3DParms* parameters) {
    return call("cudaGraphMemcpyNodeGetParams", [&] {
        *needed(parameters, "pNodeParams") = parametersOf(actionOf<runtime::CopyAction>(nodeOf(handle)));
    });
}

cudaError_t warplens_cudaGraphMemsetNodeGetParams(cudaGraphNode_t handle, cudaMemsetParams* parameters) {
    return call("cudaGraphMemsetNodeGetParams", [&] {
        const auto& fill = actionOf<runtime::FillAction>(nodeOf(handle));
        *needed(parameters, "pNodeParams") = {pointerTo(fill.address), fill.pitch, fill.value,
                                              fill.elementBytes,       fill.width, fill.height};
    });
}

cudaError_t warplens_cudaGraphHostNodeGetParams(cudaGraphNode_t handle, cudaHostNodeParams* parameters) {
    return call("cudaGraphHostNodeGetParams", [&] {
        const auto& host = actionOf<runtime::HostAction>(nodeOf(handle));
        *needed(parameters, "pNodeParams") = {host.function, host.argument};
    });
}

cudaError_t warplens_cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* parameters) {
    return setAny("cudaGraphNodeSetParams", parameters, OfNode{node});
}

cudaError_t warplens_cudaGraphExecNodeSetParams(cudaGraphExec_t graph, cudaGraphNode_t node,
                                                cudaGraphNodeParams* parameters) {
    return setAny("cudaGraphExecNodeSetParams", parameters, OfInstance{graph, node});
}

} // extern "C"
