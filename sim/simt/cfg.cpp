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

// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", on the reversed graph. Node n is the common end.
std::vector<int32_t> postDominators(const std::vector<FlowBlock>& blocks, const std::vector<bool>& endsHere) {
    const auto n = static_cast<uint32_t>(blocks.size());
    std::vector<std::vector<uint32_t>> predecessors(n + 1);
    for (uint32_t b = 0; b < n; ++b) {
        for (const uint32_t s : blocks[b].successors)
            predecessors[s].push_back(b);
        if (endsHere[b])
            predecessors[n].push_back(b);
    }
    // Order of completion of a depth-first walk against the edges.
    std::vector<int32_t> number(n + 1, -1);
    std::vector<uint32_t> order;
    std::vector<std::pair<uint32_t, size_t>> stack{{n, 0}};
    std::vector<bool> seen(n + 1);
    seen[n] = true;
    while (!stack.empty()) {
        auto& [node, next] = stack.back();
        if (next < predecessors[node].size()) {
            const uint32_t p = predecessors[node][next++];
            if (!seen[p]) {
                seen[p] = true;
                stack.emplace_back(p, 0);
            }
        } else {
            number[node] = static_cast<int32_t>(order.size());
            order.push_back(node);
            stack.pop_back();
        }
    }
    std::vector<int32_t> dominator(n + 1, -1);
    dominator[n] = static_cast<int32_t>(n);
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
            const uint32_t b = *it;
            if (b == n)
                continue;
            int32_t best = endsHere[b] ? static_cast<int32_t>(n) : -1;
            for (const uint32_t s : blocks[b].successors)
                if (dominator[s] >= 0)
                    best = best < 0 ? static_cast<int32_t>(s) : common(best, static_cast<int32_t>(s));
            if (best != dominator[b]) {
                dominator[b] = best;
                changed = true;
            }
        }
    }
    return dominator;
}

} // namespace

const std::vector<std::string_view>& branchTargets(const ptx::Function& function, const ptx::Instruction& instruction) {
    const auto operands = function.operandsOf(instruction);
    if (operands.size() == 2 && operands[1].kind == ptx::Operand::Kind::Symbol)
        if (const auto found = function.branchTargets.find(operands[1].name); found != function.branchTargets.end())
            return found->second;
    throw ptx::PtxError(instruction.line, fmt::format("'{}' names no list of .branchtargets", instruction.text));
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
            graph.blocks.push_back({i, i, {}, -1});
        graph.blocks.back().end = i + 1;
        graph.blockOf[i] = static_cast<uint32_t>(graph.blocks.size() - 1);
    }
    // A label at the very end, a text that runs off its end, and every `ret` lead to one block that ends the function.
    graph.blocks.push_back({count, count, {}, -1});
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
    const std::vector<int32_t> dominators = postDominators(graph.blocks, endsHere);
    for (uint32_t b = 0; b < graph.blocks.size(); ++b)
        graph.blocks[b].postDominator = dominators[b] == static_cast<int32_t>(graph.blocks.size()) ? -1 : dominators[b];
    return graph;
}

} // namespace warplens::sim::simt
