// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/hangs_on.h"

#include <algorithm>

namespace warplens::sim::check {
namespace {

using ptx::Family;
using ptx::Instruction;
using ptx::Mod;
using ptx::Opcode;
using ptx::Operand;
using Bits = HangsOn::Bits;

bool add(Bits& to, Bits bits) {
    const bool grown = (bits & ~to) != 0;
    to |= bits;
    return grown;
}

/// What is not known counts as what a lane does for itself.
Family knownFamily(const Instruction& in) {
    return in.known ? ptx::opcodeInfo(in.opcode).family : Family::Lane;
}

bool isOfMemory(const Instruction& in) {
    const Family family = knownFamily(in);
    return family == Family::Memory || family == Family::Async;
}

bool isOfParameters(const Instruction& in) {
    return in.has(Mod::param) || in.has(Mod::param_entry) || in.has(Mod::param_func);
}

bool isShared(const Instruction& in) {
    return in.has(Mod::shared) || in.has(Mod::shared_cta) || in.has(Mod::shared_cluster);
}

bool isGeneric(const Instruction& in) {
    return !isShared(in) && !in.has(Mod::global) && !in.has(Mod::local) && !in.has(Mod::const_) && !isOfParameters(in);
}

Bits ofSpecial(std::string_view name) {
    if (name.starts_with("%tid") || name.starts_with("%laneid") || name.starts_with("%warpid") ||
        name.starts_with("%lanemask"))
        return HangsOn::thread;
    if (name.starts_with("%ctaid") || name.starts_with("%clusterid"))
        return HangsOn::block;
    if (name.starts_with("%ntid") || name.starts_with("%nwarpid"))
        return HangsOn::blockSize;
    if (name.starts_with("%nctaid") || name.starts_with("%nclusterid"))
        return HangsOn::gridSize;
    return 0;
}

/// By block: whether it can be reached from the end of the block without passing the place where its ways meet again.
std::vector<bool> betweenWays(const simt::FlowGraph& graph, uint32_t from) {
    std::vector<bool> between(graph.blocks.size());
    std::vector<uint32_t> todo = graph.blocks[from].successors;
    while (!todo.empty()) {
        const uint32_t at = todo.back();
        todo.pop_back();
        if (between[at] || static_cast<int32_t>(at) == graph.blocks[from].postDominator)
            continue;
        between[at] = true;
        todo.insert(todo.end(), graph.blocks[at].successors.begin(), graph.blocks[at].successors.end());
    }
    return between;
}

} // namespace

HangsOn::HangsOn(const simt::Program& program) {
    m_texts.resize(program.functions.size());
    for (size_t f = 0; f < m_texts.size(); ++f) {
        Text& text = m_texts[f];
        text.function = program.functions[f].source;
        text.graph = simt::flowGraph(*text.function);
        text.liveness = std::make_unique<simt::Liveness>(*text.function, text.graph,
                                                         simt::contractions(*text.function, text.graph));
        text.registers.resize(text.function->registers.size());
        text.reached.resize(text.graph.blocks.size());
        findLoops(text);
        findDeciders(text);
    }
    settle();
    m_endsAreKnown = true;
    settle();
    for (const Text& text : m_texts)
        for (uint32_t i = 0; i < text.function->instructions.size(); ++i) {
            const Instruction& in = text.function->instructions[i];
            m_byLine[in.line] |= placeBits(text, i);
            m_reachedByLine[in.line] |=
                text.reached[text.graph.blockOf[i]] | (in.guarded ? text.registers[in.guard] : 0);
        }
}

void HangsOn::settle() {
    for (bool grown = true; grown;) {
        const Bits before[] = {m_shared, m_local, m_called};
        grown = false;
        for (Text& text : m_texts)
            grown |= follow(text);
        grown |= before[0] != m_shared || before[1] != m_local || before[2] != m_called;
    }
}

Bits HangsOn::of(uint32_t ptxLine) const {
    const auto found = m_byLine.find(ptxLine);
    return found == m_byLine.end() ? 0 : found->second;
}

Bits HangsOn::reaching(uint32_t ptxLine) const {
    const auto found = m_reachedByLine.find(ptxLine);
    return found == m_reachedByLine.end() ? 0 : found->second;
}

void HangsOn::findLoops(Text& text) {
    const simt::FlowGraph& graph = text.graph;
    std::vector<std::vector<uint32_t>> predecessors(graph.blocks.size());
    for (uint32_t from = 0; from < graph.blocks.size(); ++from)
        for (const uint32_t to : graph.blocks[from].successors)
            predecessors[to].push_back(from);
    std::map<uint32_t, std::vector<bool>> bodies; // by head
    for (uint32_t from = 0; from < graph.blocks.size(); ++from)
        for (const uint32_t head : graph.blocks[from].successors) {
            if (!graph.dominates(head, from))
                continue;
            std::vector<bool>& body = bodies[head];
            body.resize(graph.blocks.size());
            body[head] = true;
            std::vector<uint32_t> todo{from};
            while (!todo.empty()) { // all from which the way back can be reached
                const uint32_t at = todo.back();
                todo.pop_back();
                if (body[at])
                    continue;
                body[at] = true;
                todo.insert(todo.end(), predecessors[at].begin(), predecessors[at].end());
            }
        }
    for (auto& [head, body] : bodies) {
        Loop loop{head, std::move(body), {}};
        for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
            const auto& next = graph.blocks[b].successors;
            if (loop.body[b] && std::any_of(next.begin(), next.end(), [&](uint32_t to) { return !loop.body[to]; }))
                loop.exits.push_back(graph.blocks[b].end - 1);
        }
        text.loops.push_back(std::move(loop));
    }
}

/// The loops of which a branch asks whether they are gone round: once more, from within, or at all, where they lie between its
/// ways.
std::vector<const HangsOn::Loop*> HangsOn::loopsBehind(const Text& text, uint32_t from,
                                                       const std::vector<bool>& between, uint32_t block) {
    std::vector<const Loop*> loops;
    const uint32_t branch = text.graph.blocks[from].end - 1;
    for (const Loop& loop : text.loops) {
        const bool leaves = std::find(loop.exits.begin(), loop.exits.end(), branch) != loop.exits.end();
        if ((leaves && loop.body[block]) || (between[loop.head] && !loop.body[from]))
            loops.push_back(&loop);
    }
    return loops;
}

/// A branch decides of what lies between its ways and the place where they meet again.
void HangsOn::findDeciders(Text& text) {
    const std::vector<simt::FlowBlock>& blocks = text.graph.blocks;
    text.deciders.resize(blocks.size());
    for (uint32_t b = 0; b < blocks.size(); ++b) {
        if (blocks[b].end == blocks[b].first)
            continue;
        const uint32_t last = blocks[b].end - 1;
        const Instruction& in = text.function->instructions[last];
        if (!in.guarded && !(in.known && in.opcode == Opcode::brx_))
            continue;
        std::vector<uint32_t> decided;
        for (const uint32_t successor : blocks[b].successors)
            for (auto at = static_cast<int32_t>(successor); at >= 0 && at != blocks[b].postDominator;
                 at = blocks[static_cast<uint32_t>(at)].postDominator) {
                if (std::find(decided.begin(), decided.end(), static_cast<uint32_t>(at)) != decided.end())
                    break;
                decided.push_back(static_cast<uint32_t>(at));
            }
        const std::vector<bool> between = betweenWays(text.graph, b);
        for (const uint32_t block : decided)
            text.deciders[block].push_back({last, loopsBehind(text, b, between, block)});
    }
}

Bits HangsOn::exitBits(const Text& text, const Loop& loop) const {
    Bits all = 0;
    for (const uint32_t branch : loop.exits)
        all |= readBy(text, branch);
    return all;
}

Bits HangsOn::readBy(const Text& text, uint32_t instruction) const {
    const Instruction& in = text.function->instructions[instruction];
    Bits all = 0;
    for (const uint32_t reg : text.liveness->uses()[instruction].reads)
        all |= text.registers[reg];
    const auto special = [&](const Operand& operand) {
        if (operand.kind == Operand::Kind::Special)
            all |= ofSpecial(operand.name);
    };
    for (const Operand& operand : text.function->operandsOf(in)) {
        special(operand);
        if (operand.kind == Operand::Kind::Vector || operand.kind == Operand::Kind::List)
            for (const Operand& element : text.function->elementsOf(operand))
                special(element);
    }
    return all;
}

/// What a load brings, beside what its address hangs on.
Bits HangsOn::loadedBy(const Text& text, const Instruction& in) const {
    if (isOfParameters(in)) {
        if (!text.function->isEntry)
            return m_local;
        const Operand* place = simt::placeOf(*text.function, in);
        Bits all = m_local; // .param variables of calls
        for (size_t i = 0; place != nullptr && i < text.function->params.size(); ++i)
            if (place->hasRegister || place->name == text.function->params[i].name)
                all |= parameter(i);
        return all;
    }
    if (in.has(Mod::local))
        return m_local;
    if (isShared(in))
        return m_shared;
    return contents | (isGeneric(in) ? m_shared | m_local : 0);
}

void HangsOn::store(const Instruction& in, Bits value) {
    if (isOfParameters(in) || in.has(Mod::local) || isGeneric(in))
        m_local |= value;
    if (isShared(in) || isGeneric(in))
        m_shared |= value;
}

bool HangsOn::followReached(Text& text) const {
    bool grown = false;
    for (uint32_t b = 0; b < text.reached.size(); ++b) {
        Bits all = text.function->isEntry ? 0 : m_called;
        for (const auto& [branch, loops] : text.deciders[b]) {
            all |= text.reached[text.graph.blockOf[branch]];
            if (!loops.empty() && !m_endsAreKnown)
                continue;
            Bits asks = readBy(text, branch);
            for (const Loop* loop : loops) // what more is asked than how often they are gone round
                asks &= ~exitBits(text, *loop);
            all |= asks;
        }
        grown |= add(text.reached[b], all);
    }
    return grown;
}

bool HangsOn::follow(Text& text) {
    bool grown = followReached(text);
    for (uint32_t i = 0; i < text.function->instructions.size(); ++i) {
        const Instruction& in = text.function->instructions[i];
        Bits bits = readBy(text, i) | text.reached[text.graph.blockOf[i]];
        const Family family = knownFamily(in);
        if (isOfMemory(in)) {
            if (in.known && in.opcode != Opcode::ld_ && in.opcode != Opcode::ldu_)
                store(in, family == Family::Async ? bits | contents : bits);
            bits |= loadedBy(text, in);
        } else if (family == Family::Texture) {
            bits |= contents;
        } else if (in.known && in.opcode == Opcode::call_) {
            m_called |= bits;
            bits |= m_local;
        }
        for (const uint32_t reg : text.liveness->uses()[i].writes) {
            // What a loop counts on, from round to round, comes as far as its end lets it.
            Bits counted = 0;
            for (const Loop& loop : text.loops)
                if (loop.body[text.graph.blockOf[i]] && text.liveness->isIn(loop.head, reg))
                    counted |= exitBits(text, loop);
            grown |= add(text.registers[reg], bits | counted);
        }
    }
    return grown;
}

/// What a store puts there does not matter.
Bits HangsOn::placeBits(const Text& text, uint32_t instruction) const {
    const Instruction& in = text.function->instructions[instruction];
    const Bits reached = text.reached[text.graph.blockOf[instruction]];
    if (!isOfMemory(in))
        return reached | readBy(text, instruction);
    Bits all = reached | (in.guarded ? text.registers[in.guard] : 0);
    for (const Operand& operand : text.function->operandsOf(in))
        if (operand.kind == Operand::Kind::Address && operand.hasRegister)
            all |= text.registers[operand.id];
    return all;
}

} // namespace warplens::sim::check
