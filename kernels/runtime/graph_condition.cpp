// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/graph_condition.h"

#include "kernels/runtime/platform.h"
#include "sim/simt/system_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace warplens::runtime {

Condition::Condition(Device& device, uint32_t initial, bool isSetFirst)
    : m_device(device)
    , m_memory(device.allocate(sizeof(uint32_t), "cudaGraphConditionalHandleCreate", MemoryKind::Variable,
                               std::string(sim::simt::conditionName)))
    , m_initial(initial)
    , m_isSetFirst(isSetFirst) {}

Condition::~Condition() {
    if (const MemoryPtr memory = m_device.platform().memory().remove(m_memory->base))
        m_device.release(memory);
}

uint32_t Condition::value() const {
    uint32_t value;
    std::memcpy(&value, m_memory->host, sizeof value);
    return value;
}

void Condition::begin() const {
    if (m_isSetFirst)
        std::memcpy(m_memory->host, &m_initial, sizeof m_initial);
    m_memory->written = true;
}

// ---- nodes ----------------------------------------------------------------------------------------------------------

GraphNode& addConditional(Graph& graph, Device& device, uint64_t handle, ConditionKind kind, uint32_t bodies,
                          std::vector<GraphNode*> before) {
    const auto found = std::find_if(graph.conditions.begin(), graph.conditions.end(),
                                    [&](const ConditionPtr& each) { return each->handle() == handle; });
    if (found == graph.conditions.end())
        throw Failure(
            Error::InvalidValue,
            fmt::format("{:#x} is no handle that cudaGraphConditionalHandleCreate gave for this graph", handle));
    const bool isRight = kind == ConditionKind::If      ? bodies == 1 || bodies == 2
                         : kind == ConditionKind::While ? bodies == 1
                                                        : kind == ConditionKind::Switch && bodies != 0;
    if (!isRight)
        throw Failure(Error::InvalidValue,
                      fmt::format("a node of kind {} with {} graphs: IF (0) has one or two, WHILE (1) one, SWITCH (2) "
                                  "one or more",
                                  static_cast<int>(kind), bodies));
    GraphNode& node = graph.add(device, NodeKind::Conditional, std::move(before));
    if (!(*found)->claim()) {
        graph.remove(node);
        throw Failure(Error::InvalidValue, "another node asks this handle already: each has its own");
    }
    node.condition = *found;
    node.conditionKind = kind;
    for (uint32_t i = 0; i < bodies; ++i)
        node.bodies.push_back(std::make_shared<Graph>());
    return node;
}

namespace {

void checkBody(const Graph& graph) {
    for (const GraphNodePtr& node : graph.nodes) {
        switch (node->kind) {
        case NodeKind::Kernel:
        case NodeKind::Copy:
        case NodeKind::Fill:
        case NodeKind::Empty:
            break;
        case NodeKind::Graph:
            checkBody(*node->child);
            break;
        case NodeKind::Conditional:
            for (const GraphPtr& body : node->bodies)
                checkBody(*body);
            break;
        default:
            throw Failure(
                Error::NotSupported,
                "the graph of a conditional node has kernels, copies, fills, graphs and such nodes, and this one "
                "has another");
        }
    }
}

void forEachCondition(const Graph& graph, const std::function<void(const ConditionPtr&)>& visit) {
    for (const ConditionPtr& condition : graph.conditions)
        visit(condition);
    for (const GraphNodePtr& node : graph.nodes) {
        if (node->child)
            forEachCondition(*node->child, visit);
        for (const GraphPtr& body : node->bodies)
            forEachCondition(*body, visit);
    }
}

/// A launch of a node, whose work is done one after the other in the thread that does the node's.
class ConditionalRun {
public:
    ConditionalRun(Device& device, uint64_t stream, Work& self)
        : m_device(device)
        , m_self(self) {
        m_stream.device = &device;
        m_stream.number = stream;
    }

    void run(const GraphNode& node) {
        if (node.conditionKind == ConditionKind::While) {
            while (isUsable() && node.condition->value() != 0) {
                const uint64_t done = m_done;
                run(*node.bodies[0]);
                if (done == m_done) {
                    fail("a WHILE node whose condition is not 0 has a graph without kernels: it never ends");
                    return;
                }
            }
            return;
        }
        const uint32_t value = node.condition->value();
        const size_t which = node.conditionKind == ConditionKind::Switch ? value : value == 0;
        if (which < node.bodies.size())
            run(*node.bodies[which]);
    }

private:
    bool isUsable() const { return m_device.error() == Error::Success; }
    void fail(const char* why) {
        m_device.platform().session().note(why);
        m_device.fail(Error::LaunchTimeout);
    }

    void run(const Graph& graph) {
        for (const GraphNode* node : graph.ordered()) {
            if (!isUsable())
                return;
            if (!node->enabled)
                continue;
            if (node->kind == NodeKind::Graph)
                run(*node->child);
            else if (node->kind == NodeKind::Conditional)
                run(*node);
            else if (node->kind != NodeKind::Empty)
                run(node->action);
        }
    }

    void run(const Action& action) {
        const WorkPtr work = workOf(m_device, m_stream, action);
        work->stream = m_self.stream;
        work->number = m_self.number;
        work->past = m_self.past;
        if (work->run)
            work->run(*work);
        m_self.seconds += work->seconds;
        m_done += std::holds_alternative<LaunchRequest>(action);
    }

    Device& m_device;
    Work& m_self;
    Stream m_stream;
    uint64_t m_done = 0; ///< kernels
};

} // namespace

void checkBodies(const Graph& graph) {
    for (const GraphNodePtr& node : graph.nodes) {
        if (node->child)
            checkBodies(*node->child);
        for (const GraphPtr& body : node->bodies)
            checkBody(*body);
    }
}

void beginConditions(Device& device, Stream& stream, const Graph& graph) {
    std::vector<ConditionPtr> all;
    forEachCondition(graph, [&](const ConditionPtr& condition) { all.push_back(condition); });
    if (all.empty())
        return;
    HostAction begin;
    begin.call = [all] {
        for (const ConditionPtr& condition : all)
            condition->begin();
    };
    put(device, stream, std::move(begin));
}

void doConditional(Device& device, Stream& stream, const GraphNode& node) {
    // The graph may be changed, or be gone, when this is done.
    auto copy = std::make_shared<GraphNode>(node);
    for (GraphPtr& body : copy->bodies)
        body = body->clone();
    auto work = std::make_shared<Work>();
    work->run = [&device, copy, number = stream.number](Work& self) {
        try {
            ConditionalRun(device, number, self).run(*copy);
        } catch (const Failure& failure) {
            device.platform().session().note(failure.what());
            device.fail(failure.error);
        }
    };
    device.submit(stream, work);
}

} // namespace warplens::runtime
