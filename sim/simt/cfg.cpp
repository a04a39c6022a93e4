// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/cfg.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::sim::simt {
namespace {

using ptx::Opcode;

bool endsBlock(const ptx::Instruction& i) {
    if (!i.known)
        return false;
    switch (i.opcode) {
    case Opcode::bra_:
    case Opcode::brx_:
    case Opcode::call_:
    case Opcode::ret_:
    case Opcode::exit_:
    case Opcode::trap_:
        return true;
    case Opcode::bar_:
    case Opcode::barrier_:
        return i.guarded; // lanes that it leaves out go round it
    default:
        return false;
    }
}

uint32_t targetOf(const ptx::Function& function, const ptx::Instruction& instruction, std::string_view label) {
    const auto found = function.labels.find(label);
    if (found == function.labels.end())
        throw ptx::PtxError(instruction.line, fmt::format("the label {} does not exist", label));
    return found->second;
}

std::string_view labelOf(const ptx::Function& function, const ptx::Instruction& branch) {
    const auto operands = function.operandsOf(branch);
    if (operands.size() != 1 || operands[0].kind != ptx::Operand::Kind::Symbol)
        throw ptx::PtxError(branch.line, fmt::format("'{}' needs a label", branch.text));
    return operands[0].name;
}

using Edges = std::vector<std::vector<uint32_t>>;

// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm". The root's dominator is itself; -1: not reached.
std::vector<int32_t> immediateDominators(const Edges& successors, const Edges& predecessors, uint32_t root) {
    std::vector<int32_t> number(successors.size(), -1); // order of completion of a depth-first walk
    std::vector<uint32_t> order;
    std::vector<std::pair<uint32_t, size_t>> stack{{root, 0}};
    std::vector<bool> seen(successors.size());
    seen[root] = true;
    while (!stack.empty()) {
        auto& [node, next] = stack.back();
        if (next < successors[node].size()) {
            const uint32_t s = successors[node][next++];
            if (!seen[s]) {
                seen[s] = true;
                stack.emplace_back(s, 0);
            }
        } else {
            number[node] = static_cast<int32_t>(order.size());
            order.push_back(node);
            stack.pop_back();
        }
    }
    std::vector<int32_t> dominator(successors.size(), -1);
    dominator[root] = static_cast<int32_t>(root);
    const auto common = [&](int32_t a, int32_t b) {
        while (a != b) {
            while (number[static_cast<size_t>(a)] < number[static_cast<size_t>(b)])
                a = dominator[static_cast<size_t>(a)];
            while (number[static_cast<size_t>(b)] < number[static_cast<size_t>(a)])
                b = dominator[static_cast<size_t>(b)];
        }
        return a;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (auto it = order.rbegin(); it != order.rend(); ++it) {
            if (*it == root)
                continue;
            int32_t best = -1;
            for (const uint32_t p : predecessors[*it])
                if (dominator[p] >= 0)
                    best = best < 0 ? static_cast<int32_t>(p) : common(best, static_cast<int32_t>(p));
            if (best != dominator[*it]) {
                dominator[*it] = best;
                changed = true;
            }
        }
    }
    return dominator;
}

/// Post-dominators are dominators against the edges, from a common end behind all blocks that end something.
void findDominators(std::vector<FlowBlock>& blocks, const std::vector<bool>& endsHere) {
    const auto end = static_cast<uint32_t>(blocks.size());
    Edges successors(end + 1), predecessors(end + 1);
    const auto connect = [&](uint32_t from, uint32_t to) {
        successors[from].push_back(to);
        predecessors[to].push_back(from);
    };
    for (uint32_t b = 0; b < end; ++b) {
        for (const uint32_t s : blocks[b].successors)
            connect(b, s);
        if (endsHere[b])
            connect(b, end);
    }
    const std::vector<int32_t> before = immediateDominators(successors, predecessors, 0);
    const std::vector<int32_t> after = immediateDominators(predecessors, successors, end);
    for (uint32_t b = 0; b < end; ++b) {
        blocks[b].dominator = b == 0 ? -1 : before[b];
        blocks[b].postDominator = after[b] == static_cast<int32_t>(end) ? -1 : after[b];
    }
}

} // namespace

const std::vector<std::string_view>& branchTargets(const ptx::Function& function, const ptx::Instruction& instruction) {
    const auto operands = function.operandsOf(instruction);
    if (operands.size() == 2 && operands[1].kind == ptx::Operand::Kind::Symbol)
        if (const auto found = function.branchTargets.find(operands[1].name); found != function.branchTargets.end())
            return found->second;
    throw ptx::PtxError(instruction.line, fmt::format("'{}' names no list of .branchtargets", instruction.text));
}

bool FlowGraph::dominates(uint32_t a, uint32_t b) const {
    auto at = static_cast<int32_t>(b);
    while (at >= 0 && at != static_cast<int32_t>(a))
        at = blocks[static_cast<size_t>(at)].dominator;
    return at >= 0;
}

bool FlowGraph::postDominates(uint32_t a, uint32_t b) const {
    auto at = static_cast<int32_t>(b);
    while (at >= 0 && at != static_cast<int32_t>(a))
        at = blocks[static_cast<size_t>(at)].postDominator;
    return at >= 0;
}

bool FlowGraph::isLoopHead(uint32_t b) const {
    for (uint32_t from = 0; from < blocks.size(); ++from)
        for (const uint32_t to : blocks[from].successors)
            if (to == b && dominates(b, from))
                return true;
    return false;
}

FlowGraph flowGraph(const ptx::Function& function) {
    const auto count = static_cast<uint32_t>(function.instructions.size());
    std::vector<bool> leads(count + 1);
    leads[0] = true;
    for (const auto& [label, index] : function.labels)
        leads[index] = true;
    for (uint32_t i = 0; i < count; ++i)
        if (endsBlock(function.instructions[i]))
            leads[i + 1] = true;

    FlowGraph graph;
    graph.blockOf.resize(count + 1);
    for (uint32_t i = 0; i < count; ++i) {
        if (leads[i])
            graph.blocks.push_back({i, i, {}, -1, -1});
        graph.blocks.back().end = i + 1;
        graph.blockOf[i] = static_cast<uint32_t>(graph.blocks.size() - 1);
    }
    // A label at the very end, a text that runs off its end, and every `ret` lead to one block that ends the function.
    graph.blocks.push_back({count, count, {}, -1, -1});
    graph.blockOf[count] = graph.returnBlock();
    graph.hasReturnBlock = true;

    std::vector<bool> endsHere(graph.blocks.size());
    endsHere.back() = true;
    for (uint32_t b = 0; b + 1 < graph.blocks.size(); ++b) {
        FlowBlock& block = graph.blocks[b];
        const ptx::Instruction& last = function.instructions[block.end - 1];
        bool falls = true;
        if (last.known) {
            switch (last.opcode) {
            case Opcode::bra_:
                block.successors.push_back(graph.blockOf[targetOf(function, last, labelOf(function, last))]);
                falls = last.guarded;
                break;
            case Opcode::brx_:
                for (const std::string_view label : branchTargets(function, last))
                    block.successors.push_back(graph.blockOf[targetOf(function, last, label)]);
                falls = last.guarded;
                break;
            case Opcode::ret_:
                if (!last.guarded || !function.isEntry)
                    block.successors.push_back(graph.returnBlock());
                falls = last.guarded;
                break;
            case Opcode::exit_:
            case Opcode::trap_:
                // Lanes that end have nobody to meet: a guarded end is no fork.
                falls = last.guarded;
                endsHere[b] = !last.guarded;
                break;
            default:
                break;
            }
        }
        if (falls)
            block.successors.push_back(b + 1);
        std::sort(block.successors.begin(), block.successors.end());
        block.successors.erase(std::unique(block.successors.begin(), block.successors.end()), block.successors.end());
    }
    findDominators(graph.blocks, endsHere);
    return graph;
}

} // namespace warplens::sim::simt
