// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs: work that is put together once, by hand or by capturing a stream, and launched as often as one likes.
//
// A launch does the nodes one after the other, in an order that their dependencies allow. Results are those of any
// other such order; modelled time does not see that branches could run side by side.
#pragma once

#include "kernels/runtime/action.h"
#include "kernels/runtime/graph_condition.h"
#include "kernels/runtime/stream.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace warplens::runtime {

/// As cudaGraphNodeType numbers them.
enum class NodeKind {
    Kernel,
    Copy,
    Fill,
    Host,
    Graph,
    Empty,
    WaitEvent,
    RecordEvent,
    Allocate = 10,
    Free = 11,
    Conditional = 13
};

struct Graph;
using GraphPtr = std::shared_ptr<Graph>;
struct GraphNode;
using GraphNodePtr = std::shared_ptr<GraphNode>;

struct GraphNode {
    NodeKind kind = NodeKind::Empty;
    Device* device = nullptr; ///< that was current when it was added
    Action action;            ///< of kernels, copies, fills and host functions
    GraphPtr child;
    EventPtr event;
    MemoryPtr memory;       ///< that it takes or gives back
    ConditionPtr condition; ///< that it asks
    ConditionKind conditionKind = ConditionKind::If;
    std::vector<GraphPtr> bodies;   ///< of which it does one, or none
    std::vector<void*> shown;       ///< the same, as programs see them
    std::vector<GraphNode*> before; ///< of the same graph
    uint64_t origin = 0;            ///< shared by a node and its copies
    bool enabled = true;
    std::vector<void*> arguments;                        ///< of a kernel, one by one, as a program has last seen them
    std::map<int, std::array<std::byte, 64>> attributes; ///< of a kernel: what nothing depends on, as CUDA has it
    bool reaches(const GraphNode& other) const;          ///< whether it comes after the other, over any number of edges
};

struct Graph {
    std::vector<GraphNodePtr> nodes;
    std::vector<ConditionPtr> conditions; ///< whose handles were made for it
    std::weak_ptr<Graph> instance;        ///< that was made of it last
    bool freesFirst = false;              ///< a launch gives back what the one before has left
    bool isMoved = false;                 ///< into a node of another graph, which owns it: no copy was made
    WorkPtr last;                         ///< of its launches: they come one after the other, whatever their streams

    /// Adds a node behind others of this graph. Throws Failure where one is not of it.
    GraphNode& add(Device& device, NodeKind kind, std::vector<GraphNode*> before);
    GraphNode& add(Device& device, Action action, std::vector<GraphNode*> before);
    /// Adds an edge, which may close a circle; throws Failure where the nodes are not of this graph, or the same one.
    void connect(GraphNode& from, GraphNode& to);
    void remove(GraphNode& node);
    bool holds(const GraphNode* node) const;
    /// Whether nodes of it, or of graphs that are its nodes, take memory, or give it back.
    bool hasMemory() const;
    /// The copy of another graph's node; nullptr: there is none.
    GraphNode* copyOf(const GraphNode& original) const;
    GraphPtr clone() const;
    /// Nodes so that each comes after all that it depends on. Throws Failure where edges close a circle.
    std::vector<GraphNode*> ordered() const;
    /// Takes over what the nodes of a graph of the same shape do; returns the first node that differs too much,
    /// nullptr: none, and it is done.
    GraphNode* update(const Graph& from, bool& sameShape);
};

NodeKind kindOf(const Action& action);

/// As it is launched. Throws Failure for what cannot be launched.
GraphPtr instantiate(const GraphPtr& graph, bool freesFirst);

/// Puts a whole graph into a stream. Throws Failure.
void launch(Device& device, Stream& stream, Graph& graph);

/// Work that goes into a graph while a stream is captured, and not to the device.
struct Capture {
    GraphPtr graph = std::make_shared<Graph>();
    const Stream* origin = nullptr;
    bool goesOn = false;            ///< the graph was there before
    std::vector<StreamPtr> streams; ///< that take part
    uint64_t number = 0;
    bool invalid = false;
};

/// From now on the stream's work goes into a graph: a new one, or behind nodes of this. Throws Failure.
void beginCapture(const StreamPtr& stream, const GraphPtr& graph = nullptr, std::vector<GraphNode*> before = {});
/// The graph; throws Failure where the capture went wrong. It is over in any case.
GraphPtr endCapture(const StreamPtr& stream);
/// Adds what was called for to the capture. Throws Failure.
void captureAction(Device& device, Stream& stream, const Action& action);
/// Likewise memory that the graph takes, and what it gives back.
MemoryPtr captureAllocation(Device& device, Stream& stream, uint64_t bytes, const std::string& call);
void captureFree(Device& device, Stream& stream, uint64_t address, const std::string& call);
/// An event that other streams may wait for, to take part.
void captureRecord(const Stream& stream, Event& event);
/// The stream goes on behind a captured event; it takes part from now on. Throws Failure.
void captureWait(const StreamPtr& stream, const Event& event);
/// Throws Failure, and spoils the capture, where the stream takes part in one: the call would have to wait for work
/// that is not done.
void refuseWhileCapturing(Stream& stream, const char* call);

} // namespace warplens::runtime
