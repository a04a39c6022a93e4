// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/graph.h"

#include "kernels/runtime/platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace warplens::runtime {
namespace {

uint64_t nextNumber() {
    static std::atomic<uint64_t> count{0};
    return ++count;
}

} // namespace

NodeKind kindOf(const Action& action) {
    if (std::holds_alternative<LaunchRequest>(action))
        return NodeKind::Kernel;
    if (std::holds_alternative<CopyAction>(action))
        return NodeKind::Copy;
    if (std::holds_alternative<FillAction>(action))
        return NodeKind::Fill;
    return std::holds_alternative<HostAction>(action) ? NodeKind::Host : NodeKind::Empty;
}

bool GraphNode::reaches(const GraphNode& other) const {
    std::set<const GraphNode*> seen;
    std::vector<const GraphNode*> todo{this};
    while (!todo.empty()) {
        const GraphNode* node = todo.back();
        todo.pop_back();
        if (node == &other)
            return true;
        if (seen.insert(node).second)
            todo.insert(todo.end(), node->before.begin(), node->before.end());
    }
    return false;
}

GraphNode& Graph::add(Device& device, NodeKind kind, std::vector<GraphNode*> before) {
    for (const GraphNode* each : before)
        if (!holds(each))
            throw Failure(Error::InvalidValue, "a dependency is no node of this graph");
    auto node = std::make_shared<GraphNode>();
    node->kind = kind;
    node->device = &device;
    node->before = std::move(before);
    node->origin = nextNumber();
    return *nodes.emplace_back(std::move(node));
}

GraphNode& Graph::add(Device& device, Action action, std::vector<GraphNode*> before) {
    GraphNode& node = add(device, kindOf(action), std::move(before));
    node.action = std::move(action);
    return node;
}

void Graph::connect(GraphNode& from, GraphNode& to) {
    if (!holds(&from) || !holds(&to) || &from == &to)
        throw Failure(Error::InvalidValue, "the edge joins nodes of different graphs, or a node with itself");
    if (std::find(to.before.begin(), to.before.end(), &from) == to.before.end())
        to.before.push_back(&from);
}

void Graph::remove(GraphNode& node) {
    for (const GraphNodePtr& each : nodes)
        std::erase(each->before, &node);
    std::erase_if(nodes, [&](const GraphNodePtr& each) { return each.get() == &node; });
}

bool Graph::hasMemory() const {
    return std::any_of(nodes.begin(), nodes.end(), [](const GraphNodePtr& each) {
        return each->memory != nullptr || (each->child && each->child->hasMemory());
    });
}

bool Graph::holds(const GraphNode* node) const {
    return std::any_of(nodes.begin(), nodes.end(), [&](const GraphNodePtr& each) { return each.get() == node; });
}

GraphNode* Graph::copyOf(const GraphNode& original) const {
    for (const GraphNodePtr& node : nodes)
        if (node->origin == original.origin)
            return node.get();
    return nullptr;
}

GraphPtr Graph::clone() const {
    auto copy = std::make_shared<Graph>();
    copy->conditions = conditions;
    std::map<const GraphNode*, GraphNode*> copies;
    for (const GraphNodePtr& node : nodes) {
        copy->nodes.push_back(std::make_shared<GraphNode>(*node));
        copies[node.get()] = copy->nodes.back().get();
        if (node->child)
            copy->nodes.back()->child = node->child->clone();
        for (GraphPtr& body : copy->nodes.back()->bodies)
            body = body->clone();
        copy->nodes.back()->shown.clear();
    }
    for (const GraphNodePtr& node : copy->nodes)
        for (GraphNode*& before : node->before)
            before = copies.at(before);
    return copy;
}

std::vector<GraphNode*> Graph::ordered() const {
    std::vector<GraphNode*> list;
    std::set<const GraphNode*> done;
    while (list.size() < nodes.size()) {
        const size_t before = list.size();
        for (const GraphNodePtr& node : nodes)
            if (!done.contains(node.get()) && std::all_of(node->before.begin(), node->before.end(),
                                                          [&](const GraphNode* each) { return done.contains(each); })) {
                done.insert(node.get());
                list.push_back(node.get());
            }
        if (list.size() == before)
            throw Failure(Error::InvalidValue, "the edges of the graph close a circle");
    }
    return list;
}

GraphNode* Graph::update(const Graph& from, bool& sameShape) {
    sameShape = nodes.size() == from.nodes.size();
    if (!sameShape)
        return nullptr;
    const auto positions = [](const Graph& graph, const GraphNode& node) {
        std::set<size_t> list;
        for (size_t i = 0; i < graph.nodes.size(); ++i)
            if (std::find(node.before.begin(), node.before.end(), graph.nodes[i].get()) != node.before.end())
                list.insert(i);
        return list;
    };
    for (size_t i = 0; i < nodes.size(); ++i) {
        const GraphNodePtr& other = from.nodes[i];
        sameShape = nodes[i]->kind == other->kind && positions(*this, *nodes[i]) == positions(from, *other);
        if (sameShape && other->child)
            nodes[i]->child->update(*other->child, sameShape);
        sameShape = sameShape && nodes[i]->bodies.size() == other->bodies.size() &&
                    nodes[i]->conditionKind == other->conditionKind;
        for (size_t body = 0; sameShape && body < other->bodies.size(); ++body)
            nodes[i]->bodies[body]->update(*other->bodies[body], sameShape);
        if (!sameShape)
            return other.get();
    }
    for (size_t i = 0; i < nodes.size(); ++i) {
        nodes[i]->action = from.nodes[i]->action;
        nodes[i]->event = from.nodes[i]->event;
    }
    return nullptr;
}

namespace {

constexpr size_t mostPlaced = 64; ///< nodes of a graph whose order is looked at

/// Whether each node comes after the one before it, so that nothing is left open.
bool isChain(const std::vector<GraphNode*>& nodes) {
    for (size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i]->child || (i != 0 && std::find(nodes[i]->before.begin(), nodes[i]->before.end(), nodes[i - 1]) ==
                                              nodes[i]->before.end()))
            return false;
    return true;
}

using Nodes = std::set<const GraphNode*>;

/// What comes before each node of a graph in one launch of it.
class Placing {
public:
    Placing(Stream& stream, const std::vector<GraphNode*>& nodes)
        : m_stream(stream)
        , m_outer(stream.graphPlace)
        , m_isPlaced(nodes.size() <= mostPlaced && (m_outer || !isChain(nodes)))
        , m_launch(m_outer ? m_outer->launch : nextNumber()) {}
    ~Placing() { m_stream.graphPlace = m_outer; }
    Placing(const Placing&) = delete;
    Placing& operator=(const Placing&) = delete;

    void goTo(const GraphNode& node) {
        if (!m_isPlaced) {
            m_stream.graphPlace = nullptr;
            return;
        }
        Nodes& mine = m_before[&node];
        if (m_outer)
            mine = m_outer->after;
        for (const GraphNode* each : node.before) {
            mine.insert(m_before[each].begin(), m_before[each].end());
            mine.insert(each);
        }
        m_stream.graphPlace = std::make_shared<const GraphPlace>(GraphPlace{m_launch, &node, mine});
    }
    /// The nodes of a graph that is a node have been placed.
    void add(const GraphNode& node, const Graph& child) {
        for (const GraphNodePtr& each : child.nodes)
            m_before[&node].insert(each.get());
    }

private:
    Stream& m_stream;
    const std::shared_ptr<const GraphPlace> m_outer;
    const bool m_isPlaced;
    const uint64_t m_launch;
    std::map<const GraphNode*, Nodes> m_before;
};

} // namespace

namespace {

void launchNodes(Device& device, Stream& stream, const Graph& graph) {
    const std::vector<GraphNode*> nodes = graph.ordered();
    Placing placing(stream, nodes);
    for (const GraphNode* node : nodes) {
        placing.goTo(*node);
        if (!node->enabled)
            continue;
        switch (node->kind) {
        case NodeKind::Kernel:
        case NodeKind::Copy:
        case NodeKind::Fill:
        case NodeKind::Host:
            put(device, stream, node->action);
            break;
        case NodeKind::Graph:
            launchNodes(device, stream, *node->child);
            placing.add(*node, *node->child);
            break;
        case NodeKind::WaitEvent:
            device.mark(stream, {node->event->recorded});
            break;
        case NodeKind::RecordEvent:
            node->event->recorded = device.mark(stream);
            break;
        case NodeKind::Allocate:
            takeInOrder(device, stream, node->memory);
            break;
        case NodeKind::Free:
            freeInOrder(device, stream, node->memory->base, "a node that frees memory");
            break;
        case NodeKind::Conditional:
            doConditional(device, stream, *node);
            break;
        case NodeKind::Empty:
            break;
        }
    }
}

/// Edges may be added that close a circle; what has one is not made runnable, as on a GPU.
void checkOrder(const Graph& graph) {
    (void)graph.ordered();
    for (const GraphNodePtr& node : graph.nodes) {
        if (node->child)
            checkOrder(*node->child);
        for (const GraphPtr& body : node->bodies)
            checkOrder(*body);
    }
}

} // namespace

GraphPtr instantiate(const GraphPtr& graph, bool freesFirst) {
    checkOrder(*graph);
    checkMemory(*graph);
    checkBodies(*graph);
    GraphPtr made = graph->clone();
    made->freesFirst = freesFirst;
    graph->instance = made;
    return made;
}

void launch(Device& device, Stream& stream, Graph& graph) {
    checkMemoryAtLaunch(device, stream, graph);
    if (graph.last)
        device.mark(stream, {graph.last});
    beginConditions(device, stream, graph);
    launchNodes(device, stream, graph);
    graph.last = device.mark(stream);
}

// ---- capture --------------------------------------------------------------------------------------------------------

void beginCapture(const StreamPtr& stream, const GraphPtr& graph, std::vector<GraphNode*> before) {
    for (const GraphNode* each : before)
        if (!graph || !graph->holds(each))
            throw Failure(Error::InvalidValue, "a dependency is no node of this graph");
    if (stream->number == 0)
        throw Failure(Error::StreamCaptureUnsupported, "the default stream cannot be captured: create a stream");
    if (stream->capture)
        throw Failure(Error::IllegalState, "the stream is being captured already");
    stream->capture = std::make_shared<Capture>();
    stream->capture->origin = stream.get();
    stream->capture->number = nextNumber();
    stream->capture->streams.push_back(stream);
    stream->tail = std::move(before);
    if (graph) {
        stream->capture->graph = graph;
        stream->capture->goesOn = true;
    }
}

GraphPtr endCapture(const StreamPtr& stream) {
    const std::shared_ptr<Capture> capture = stream->capture;
    if (!capture)
        throw Failure(Error::IllegalState, "the stream is not being captured: cudaStreamBeginCapture comes first");
    if (capture->origin != stream.get())
        throw Failure(Error::StreamCaptureUnmatched, "the capture was begun in another stream");
    // Whatever other streams have added has to come before the end of this one.
    bool joined = true;
    for (const StreamPtr& each : capture->streams)
        for (const GraphNode* last : each->tail)
            joined &= std::any_of(stream->tail.begin(), stream->tail.end(),
                                  [&](const GraphNode* end) { return end->reaches(*last); });
    for (const StreamPtr& each : capture->streams) {
        each->capture = nullptr;
        each->tail.clear();
    }
    if (capture->invalid)
        throw Failure(Error::StreamCaptureInvalidated,
                      "an earlier call was not possible while the stream was captured");
    if (!joined)
        throw Failure(Error::StreamCaptureUnjoined,
                      "another stream takes part in the capture, and this one does not wait for its end: record an "
                      "event there and wait for it here");
    return capture->graph;
}

void captureAction(Device& device, Stream& stream, const Action& action) {
    if (stream.capture->invalid)
        throw Failure(Error::StreamCaptureInvalidated, {});
    checkAction(device, action, true);
    stream.tail = {&stream.capture->graph->add(device, action, stream.tail)};
}

MemoryPtr captureAllocation(Device& device, Stream& stream, uint64_t bytes, const std::string& call) {
    if (stream.capture->invalid)
        throw Failure(Error::StreamCaptureInvalidated, {});
    GraphNode& node = addAllocation(*stream.capture->graph, device, bytes, call, stream.tail);
    stream.tail = {&node};
    return node.memory;
}

void captureFree(Device& device, Stream& stream, uint64_t address, const std::string& call) {
    if (stream.capture->invalid)
        throw Failure(Error::StreamCaptureInvalidated, {});
    stream.tail = {&addFree(*stream.capture->graph, device, address, call, stream.tail)};
}

void captureRecord(const Stream& stream, Event& event) {
    event.capture = stream.capture;
    event.tail = stream.tail;
}

void captureWait(const StreamPtr& stream, const Event& event) {
    if (stream->capture && event.capture && stream->capture != event.capture)
        throw Failure(Error::StreamCaptureMerge, "the event belongs to another capture");
    if (!event.capture)
        throw Failure(Error::StreamCaptureIsolation,
                      "a captured stream cannot wait for an event that was recorded outside of the capture");
    if (event.capture->streams.front()->capture != event.capture)
        throw Failure(Error::CapturedEvent, "the event was recorded in a capture that is over");
    if (!stream->capture) {
        stream->capture = event.capture;
        stream->tail.clear();
        stream->capture->streams.push_back(stream);
    }
    for (GraphNode* node : event.tail)
        if (std::find(stream->tail.begin(), stream->tail.end(), node) == stream->tail.end())
            stream->tail.push_back(node);
}

void refuseWhileCapturing(Stream& stream, const char* call) {
    if (!stream.capture)
        return;
    stream.capture->invalid = true;
    throw Failure(
        Error::StreamCaptureUnsupported,
        fmt::format("{}: the stream is being captured: its work is not done before the graph is launched", call));
}

} // namespace warplens::runtime
