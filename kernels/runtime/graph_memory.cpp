// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/graph_memory.h"

#include "kernels/runtime/mistakes.h"
#include "kernels/runtime/platform.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::runtime {

// ---- how much there is ----------------------------------------------------------------------------------------------

void GraphFootprint::take(uint64_t bytes, uint64_t stream) {
    const std::lock_guard lock(m_mutex);
    for (Piece& piece : m_free)
        if (piece.stream == stream || piece.isFree()) {
            const uint64_t some = std::min(bytes, piece.bytes);
            piece.bytes -= some;
            bytes -= some;
        }
    std::erase_if(m_free, [](const Piece& piece) { return piece.bytes == 0; });
    m_bytes += bytes;
    m_most = std::max(m_most, m_bytes);
}

void GraphFootprint::give(uint64_t bytes, uint64_t stream, WorkPtr freed) {
    const std::lock_guard lock(m_mutex);
    m_free.push_back({bytes, stream, std::move(freed)});
}

void GraphFootprint::trim() {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_free, [&](const Piece& piece) {
        if (piece.isFree())
            m_bytes -= piece.bytes;
        return piece.isFree();
    });
}

void GraphFootprint::reset() {
    const std::lock_guard lock(m_mutex);
    m_free.clear();
    m_bytes = m_most = 0;
}

uint64_t GraphFootprint::bytes() const {
    const std::lock_guard lock(m_mutex);
    return m_bytes;
}

uint64_t GraphFootprint::most() const {
    const std::lock_guard lock(m_mutex);
    return m_most;
}

void GraphFootprint::forgetMost() {
    const std::lock_guard lock(m_mutex);
    m_most = m_bytes;
}

// ---- nodes ----------------------------------------------------------------------------------------------------------

namespace {

/// Memory that is to come, and a place for it that is kept as long as somebody holds this.
MemoryPtr expectMemory(Device& device, uint64_t bytes, const std::string& call) {
    auto memory = std::make_shared<Memory>();
    memory->base = device.takePlace(bytes);
    memory->place = std::shared_ptr<void>(
        device.leftPlaces().get(), [left = device.leftPlaces(), base = memory->base](void*) { left->leave(base); });
    memory->bytes = bytes;
    memory->host = device.bytesOf(memory->base);
    memory->onGpu = device.platform().gpu() != nullptr;
    memory->device = device.ordinal();
    memory->call = call;
    memory->freeing = true;
    device.platform().memory().expect(memory);
    rememberOrigin(*memory);
    return memory;
}

} // namespace

namespace {

/// A graph that was moved into another one keeps the memory that it takes.
void refuseMoved(const Graph& graph) {
    if (graph.isMoved)
        throw Failure(Error::InvalidValue,
                      "the graph was moved into another one (cudaGraphChildGraphOwnershipMove): no "
                      "node that takes or frees memory is added to it any more");
}

} // namespace

GraphNode& addAllocation(Graph& graph, Device& device, uint64_t bytes, const std::string& call,
                         std::vector<GraphNode*> before) {
    refuseMoved(graph);
    if (bytes == 0)
        throw Failure(Error::InvalidValue, "a node of a graph that takes 0 bytes");
    GraphNode& node = graph.add(device, NodeKind::Allocate, std::move(before));
    node.memory = expectMemory(device, bytes, call);
    return node;
}

GraphNode& addFree(Graph& graph, Device& device, uint64_t address, const std::string& call,
                   std::vector<GraphNode*> before) {
    refuseMoved(graph);
    Platform& platform = device.platform();
    const MemoryPtr memory = platform.memory().expected(address);
    if (!memory || memory->base != address) {
        const MemoryPtr other = platform.memory().find(address);
        throw Failure(Error::InvalidValue,
                      fmt::format("{} of {:#x}: a graph frees what a graph takes, and this is {}", call, address,
                                  memory  ? "an address inside of that"
                                  : other ? memoryText(*other)
                                          : "nothing of the kind"));
    }
    for (const GraphNodePtr& each : graph.nodes)
        if (each->kind == NodeKind::Free && each->memory == memory)
            throw Failure(Error::InvalidValue, fmt::format("{} of {:#x}: another node of the graph frees {} already",
                                                           call, address, memoryText(*memory)));
    GraphNode& node = graph.add(device, NodeKind::Free, std::move(before));
    node.memory = memory;
    return node;
}

// ---- what graphs with memory allow ----------------------------------------------------------------------------------

void refuseWithMemory(const Graph& graph, const char* what) {
    if (graph.hasMemory())
        throw Failure(Error::NotSupported, fmt::format("{} whose nodes take or free memory", what));
}

namespace {

/// A node and those that lead to it: the node of the outermost graph first, then that of its graph, and so on.
using Path = std::vector<const GraphNode*>;

/// Visits all nodes, those of graphs that are nodes, too.
template<class Visit>
void forEachPath(const Graph& graph, Path& path, const Visit& visit) {
    for (const GraphNode* node : graph.ordered()) {
        path.push_back(node);
        if (node->child)
            forEachPath(*node->child, path, visit);
        else
            visit(path);
        path.pop_back();
    }
}

/// Empty: no node takes the memory.
Path takerOf(const Graph& graph, const MemoryPtr& memory) {
    Path path, found;
    forEachPath(graph, path, [&](const Path& each) {
        if (each.back()->kind == NodeKind::Allocate && each.back()->memory == memory)
            found = each;
    });
    return found;
}

/// Whether edges lead from the first to the other: in the graph where their ways part.
bool comesAfter(const Path& later, const Path& earlier) {
    size_t i = 0;
    while (later[i] == earlier[i])
        ++i;
    return later[i]->reaches(*earlier[i]);
}

} // namespace

void checkMemory(const Graph& graph) {
    if (!graph.hasMemory())
        return;
    if (!graph.instance.expired())
        throw Failure(Error::NotSupported,
                      "a graph whose nodes take or free memory can be instantiated once at a time: destroy the other "
                      "instance first");
    Path path;
    forEachPath(graph, path, [&](const Path& each) {
        const GraphNode& node = *each.back();
        const Path taker = node.kind == NodeKind::Free ? takerOf(graph, node.memory) : Path();
        if (!taker.empty() && !comesAfter(each, taker))
            throw Failure(
                Error::InvalidValue,
                fmt::format("no edges of the graph lead from the node that takes {} to the one that frees them",
                            memoryText(*node.memory)));
    });
}

void checkMemoryAtLaunch(Device& device, Stream& stream, const Graph& graph) {
    if (!graph.hasMemory())
        return;
    uint64_t held = 0, most = 0;
    Path path;
    std::vector<MemoryPtr> left;
    forEachPath(graph, path, [&](const Path& each) {
        const GraphNode* const node = each.back();
        if (node->kind == NodeKind::Allocate) {
            if (!node->memory->freeing && !graph.freesFirst)
                throw Failure(Error::InvalidValue,
                              fmt::format("the graph takes {}, and its last launch has left them: free them first, or "
                                          "instantiate it with cudaGraphInstantiateFlagAutoFreeOnLaunch",
                                          memoryText(*node->memory)));
            held += node->memory->freeing ? node->memory->bytes : 0; // else they are counted as in use
            most = std::max(most, held);
            if (!node->memory->freeing)
                left.push_back(node->memory);
        } else if (node->kind == NodeKind::Free) {
            const bool isOwn = !takerOf(graph, node->memory).empty();
            if (!isOwn && node->memory->freeing)
                throw Failure(Error::InvalidValue,
                              fmt::format("the graph frees {}, and no launch of a graph has taken them",
                                          memoryText(*node->memory)));
            held -= isOwn ? std::min(held, node->memory->bytes) : 0;
        }
    });
    if (most > device.freeBytes())
        throw Failure(Error::MemoryAllocation,
                      fmt::format("the graph takes {} bytes at a time, and of the device's {} bytes {} are free", most,
                                  device.totalBytes(), device.freeBytes()));
    for (const MemoryPtr& memory : left)
        freeInOrder(device, stream, memory->base, "a node that frees memory");
}

void takeInOrder(Device& device, Stream& stream, const MemoryPtr& memory) {
    Platform& platform = device.platform();
    platform.device(memory->device).graphFootprint().take(memory->bytes, stream.number);
    memory->freeing = false;
    HostAction take;
    take.touches.push_back({memory->base, memory->bytes, memory->bytes, 1, true});
    take.name = "a node that takes memory";
    take.call = [&platform, memory] {
        if (platform.memory().find(memory->base))
            return; // who freed it was not ordered before this
        memory->written = false;
        memory->places.clear();
        platform.memory().add(memory);
    };
    put(device, stream, std::move(take));
}

} // namespace warplens::runtime
