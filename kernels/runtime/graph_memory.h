// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that graphs take and give back. Its address is known, and kept, from when its node is added to a graph; the memory
// is there from where a launch comes to that node to where somebody frees it: a node of this graph or of another one,
// cudaFreeAsync or cudaFree.
#pragma once

#include "kernels/runtime/memory.h"
#include "kernels/runtime/work.h"

#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace warplens::runtime {

class Device;
struct Graph;
struct GraphNode;
struct Stream;

/// How much memory a device keeps for graphs: what was freed is taken again by who comes after that, and given back to the
/// device only when it is asked to. It is a count: where bytes lie it does not say. Any thread may use it.
class GraphFootprint {
public:
    void take(uint64_t bytes, uint64_t stream);
    /// Is free once the work is done, and for what comes later in the same stream at once; nullptr is done.
    void give(uint64_t bytes, uint64_t stream, WorkPtr freed);
    void trim();
    void reset();
    uint64_t bytes() const;
    uint64_t most() const;
    void forgetMost();

private:
    struct Piece {
        uint64_t bytes = 0, stream = 0;
        WorkPtr freed;
        bool isFree() const { return !freed || freed->isDone(); }
    };
    mutable std::mutex m_mutex;
    std::vector<Piece> m_free;
    uint64_t m_bytes = 0, m_most = 0;
};

/// Places that nobody needs any more. Whoever lets go of one may hold any lock.
class LeftPlaces {
public:
    void leave(uint64_t base) {
        const std::lock_guard lock(m_mutex);
        m_bases.push_back(base);
    }
    std::vector<uint64_t> take() {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_bases, {});
    }

private:
    std::mutex m_mutex;
    std::vector<uint64_t> m_bases;
};

/// A node that takes memory, and one that gives it back. They throw Failure.
GraphNode& addAllocation(Graph& graph, Device& device, uint64_t bytes, const std::string& call,
                         std::vector<GraphNode*> before);
GraphNode& addFree(Graph& graph, Device& device, uint64_t address, const std::string& call,
                   std::vector<GraphNode*> before);

/// Throws Failure where nodes with memory do not allow what is about to be done with their graph.
void refuseWithMemory(const Graph& graph, const char* what);
/// Likewise, that a graph be instantiated.
void checkMemory(const Graph& graph);
/// Likewise, that it be launched now. What an earlier launch has left is freed, where the graph is to do so.
void checkMemoryAtLaunch(Device& device, Stream& stream, const Graph& graph);

/// The memory is there once the stream comes to this.
void takeInOrder(Device& device, Stream& stream, const MemoryPtr& memory);

} // namespace warplens::runtime
