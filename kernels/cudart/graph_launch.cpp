// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs that are captured from streams, instantiated and launched.
#include "kernels/cudart/graph.h"

#include <fmt/format.h>

#include <algorithm>

using namespace warplens;
using namespace warplens::cudart;
using runtime::Graph;
using runtime::GraphNode;
using runtime::GraphPtr;
using runtime::StreamPtr;

namespace {

cudaError_t instantiate(cudaGraphExec_t* result, cudaGraph_t handle, unsigned long long flags) {
    return callDevice("cudaGraphInstantiate", [&](Device&) {
        if (flags & cudaGraphInstantiateFlagDeviceLaunch)
            throw Failure(Error::NotSupported, "Warplens does not launch graphs from kernels");
        refuseMoved(*graphOf(handle), "be instantiated by itself");
        const bool freesFirst = (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
        *needed(result, "pGraphExec") = static_cast<cudaGraphExec_t>(
            Platform::get().runnableGraphs.give(runtime::instantiate(graphOf(handle), freesFirst)));
    });
}

void checkMode(cudaStreamCaptureMode mode) {
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
        throw Failure(Error::InvalidValue, fmt::format("there is no mode {}", static_cast<int>(mode)));
}

} // namespace

extern "C" {

cudaError_t warplens_cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
    return callDevice("cudaStreamBeginCapture", [&](Device&) {
        checkMode(mode);
        runtime::beginCapture(streamOf(handle));
    });
}

cudaError_t warplens_cudaStreamBeginCaptureToGraph(cudaStream_t handle, cudaGraph_t graph,
                                                   const cudaGraphNode_t* before, const cudaGraphEdgeData*,
                                                   size_t count, cudaStreamCaptureMode mode) {
    return callDevice("cudaStreamBeginCaptureToGraph", [&](Device&) {
        checkMode(mode);
        runtime::beginCapture(streamOf(handle), graphOf(graph), nodesOf(before, count));
    });
}

cudaError_t warplens_cudaStreamUpdateCaptureDependencies(cudaStream_t handle, cudaGraphNode_t* nodes,
                                                         const cudaGraphEdgeData*, size_t count, unsigned flags) {
    return callDevice("cudaStreamUpdateCaptureDependencies", [&](Device&) {
        const StreamPtr stream = streamOf(handle);
        if (!stream->capture)
            throw Failure(Error::IllegalState, "the stream is not being captured");
        if (flags != cudaStreamAddCaptureDependencies && flags != cudaStreamSetCaptureDependencies)
            throw Failure(Error::InvalidValue, "flags are cudaStreamAddCaptureDependencies or "
                                               "cudaStreamSetCaptureDependencies");
        const std::vector<GraphNode*> list = nodesOf(nodes, count);
        for (const GraphNode* node : list)
            if (!stream->capture->graph->holds(node))
                throw Failure(Error::InvalidValue, "a dependency is no node of the graph that is captured");
        if (flags == cudaStreamSetCaptureDependencies)
            stream->tail.clear();
        for (GraphNode* node : list)
            if (std::find(stream->tail.begin(), stream->tail.end(), node) == stream->tail.end())
                stream->tail.push_back(node);
    });
}

cudaError_t warplens_cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
    return callDevice("cudaStreamEndCapture", [&](Device&) {
        const StreamPtr stream = streamOf(handle);
        const bool isKnown = stream->capture && stream->capture->goesOn; // the program may have a handle of it
        if (!isKnown || graph != nullptr)
            *needed(graph, "pGraph") = nullptr;
        const GraphPtr captured = runtime::endCapture(stream);
        showNodes(*captured);
        void* const shown = isKnown ? captured.get() : Platform::get().graphs.give(captured);
        if (graph != nullptr)
            *graph = static_cast<cudaGraph_t>(shown);
    });
}

cudaError_t warplens_cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus* status) {
    return callDevice("cudaStreamIsCapturing", [&](Device&) {
        const StreamPtr stream = streamOf(handle);
        *needed(status, "pCaptureStatus") = !stream->capture           ? cudaStreamCaptureStatusNone
                                            : stream->capture->invalid ? cudaStreamCaptureStatusInvalidated
                                                                       : cudaStreamCaptureStatusActive;
    });
}

cudaError_t warplens_cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status,
                                              unsigned long long* number, cudaGraph_t* graph,
                                              const cudaGraphNode_t** before, const cudaGraphEdgeData** edges,
                                              size_t* count) {
    if (const cudaError_t error = warplens_cudaStreamIsCapturing(handle, status); error != cudaSuccess)
        return error;
    return callDevice("cudaStreamGetCaptureInfo", [&](Device&) {
        const StreamPtr stream = streamOf(handle);
        if (!stream->capture)
            return;
        thread_local std::vector<cudaGraphEdgeData> ordinary;
        ordinary.assign(stream->tail.size(), {});
        if (number != nullptr)
            *number = stream->capture->number;
        if (graph != nullptr)
            *graph = static_cast<cudaGraph_t>(Platform::get().graphs.give(stream->capture->graph));
        showNodes(*stream->capture->graph);
        stream->shownTail.assign(stream->tail.begin(), stream->tail.end());
        if (before != nullptr)
            *before = reinterpret_cast<const cudaGraphNode_t*>(stream->shownTail.data());
        if (edges != nullptr)
            *edges = ordinary.data();
        if (count != nullptr)
            *count = stream->tail.size();
    });
}

cudaError_t warplens_cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    return call("cudaThreadExchangeStreamCaptureMode", [&] {
        thread_local cudaStreamCaptureMode present = cudaStreamCaptureModeGlobal;
        std::swap(*needed(mode, "mode"), present);
    });
}

cudaError_t warplens_cudaGraphInstantiate(cudaGraphExec_t* result, cudaGraph_t graph, unsigned long long flags) {
    return instantiate(result, graph, flags);
}

cudaError_t warplens_cudaGraphInstantiateWithFlags(cudaGraphExec_t* result, cudaGraph_t graph,
                                                   unsigned long long flags) {
    return instantiate(result, graph, flags);
}

cudaError_t warplens_cudaGraphInstantiateWithParams(cudaGraphExec_t* result, cudaGraph_t graph,
                                                    cudaGraphInstantiateParams* parameters) {
    if (parameters == nullptr)
        return remember(Error::InvalidValue);
    const cudaError_t error = instantiate(result, graph, parameters->flags);
    parameters->result_out = error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
    parameters->errNode_out = nullptr;
    return error;
}

cudaError_t warplens_cudaGraphExecDestroy(cudaGraphExec_t handle) {
    return call("cudaGraphExecDestroy", [&] {
        runnableOf(handle);
        Platform::get().runnableGraphs.take(handle);
    });
}

cudaError_t warplens_cudaGraphUpload(cudaGraphExec_t graph, cudaStream_t stream) {
    return callDevice("cudaGraphUpload", [&](Device&) {
        runnableOf(graph);
        streamOf(stream);
    });
}

cudaError_t warplens_cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t where) {
    return callDevice("cudaGraphLaunch", [&](Device&) {
        const GraphPtr graph = runnableOf(handle);
        const StreamPtr stream = streamOf(where);
        runtime::launch(*stream->device, *stream, *graph);
    });
}

cudaError_t warplens_cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t from,
                                         cudaGraphExecUpdateResultInfo* info) {
    return callDevice("cudaGraphExecUpdate", [&](Device&) {
        refuseMoved(*graphOf(from), "update another one");
        bool same = false;
        GraphNode* other = runnableOf(handle)->update(*graphOf(from), same);
        if (info != nullptr)
            *info = {same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged,
                     other ? handleOf(*other) : nullptr, nullptr};
        if (!same)
            throw Failure(Error::GraphExecUpdateFailure, "the graphs are not of the same shape");
    });
}

cudaError_t warplens_cudaGraphNodeSetEnabled(cudaGraphExec_t graph, cudaGraphNode_t handle, unsigned enabled) {
    return call("cudaGraphNodeSetEnabled", [&] {
        GraphNode* node = runnableOf(graph)->copyOf(nodeOf(handle));
        if (node == nullptr)
            throw Failure(Error::InvalidValue, "the instantiated graph was made from another graph than the node's");
        node->enabled = enabled != 0;
    });
}

cudaError_t warplens_cudaGraphNodeGetEnabled(cudaGraphExec_t graph, cudaGraphNode_t handle, unsigned* enabled) {
    return call("cudaGraphNodeGetEnabled", [&] {
        const GraphNode* node = runnableOf(graph)->copyOf(nodeOf(handle));
        if (node == nullptr)
            throw Failure(Error::InvalidValue, "the instantiated graph was made from another graph than the node's");
        *needed(enabled, "isEnabled") = node->enabled;
    });
}

} // extern "C"
