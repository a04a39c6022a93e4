// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs behind the handles that programs hold.
#pragma once

#include "kernels/cudart/api.h"
#include "kernels/runtime/graph.h"

namespace warplens::cudart {

runtime::GraphPtr graphOf(cudaGraph_t handle);
runtime::GraphPtr runnableOf(cudaGraphExec_t handle);
runtime::GraphNode& nodeOf(cudaGraphNode_t handle);
cudaGraphNode_t handleOf(runtime::GraphNode& node);
std::vector<runtime::GraphNode*> nodesOf(const cudaGraphNode_t* handles, size_t count);
/// The program has a pointer to what was just added.
void give(cudaGraphNode_t* result, const runtime::GraphPtr& graph, runtime::GraphNode& node);

/// Throws Failure where the graph belongs to a node of another one.
void refuseMoved(const runtime::Graph& graph, const char* what);

/// What a node does, in CUDA's words. They throw Failure.
runtime::LaunchRequest launchRequest(Device& device, const cudaKernelNodeParams& parameters);
runtime::FillAction fillOf(const cudaMemsetParams& parameters);
runtime::HostAction hostActionOf(const cudaHostNodeParams& parameters);

/// Programs may hold pointers to the nodes from now on, or no more.
void showNodes(const runtime::Graph& graph);
void hideNodes(const runtime::Graph& graph);

} // namespace warplens::cudart
