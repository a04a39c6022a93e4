// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes that do one of their graphs, or none, or one again and again, as a value says that kernels set while the graph runs.
// The value lies in four bytes of the device's memory, and the handle that programs pass to kernels is their address.
#pragma once

#include "kernels/runtime/memory.h"
#include "kernels/runtime/work.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace warplens::runtime {

class Device;
struct Graph;
struct GraphNode;
struct Stream;

/// As CUDA numbers them.
enum class ConditionKind { If, While, Switch };

class Condition {
public:
    /// Throws Failure where there is no room.
    Condition(Device& device, uint32_t initial, bool isSetFirst);
    ~Condition();
    Condition(const Condition&) = delete;
    Condition& operator=(const Condition&) = delete;

    uint64_t handle() const { return m_memory->base; }
    uint32_t value() const;
    /// A launch of the graph begins.
    void begin() const;
    /// Whether there is no other node that asks it; from now on there is one.
    bool claim() { return !std::exchange(m_isClaimed, true); }

private:
    Device& m_device;
    MemoryPtr m_memory;
    uint32_t m_initial;
    bool m_isSetFirst, m_isClaimed = false;
};
using ConditionPtr = std::shared_ptr<Condition>;

/// A node that asks a condition of this graph, by its handle, and has `bodies` graphs. Throws Failure.
GraphNode& addConditional(Graph& graph, Device& device, uint64_t handle, ConditionKind kind, uint32_t bodies,
                          std::vector<GraphNode*> before);
/// Throws Failure where a graph of such a node has nodes that it may not have.
void checkBodies(const Graph& graph);
/// In the order of the stream: all conditions have the values with which a launch begins.
void beginConditions(Device& device, Stream& stream, const Graph& graph);
/// In the order of the stream, and one piece of work: what the node does is known when its turn comes.
void doConditional(Device& device, Stream& stream, const GraphNode& node);

} // namespace warplens::runtime
