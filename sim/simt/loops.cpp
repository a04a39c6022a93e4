// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/loops.h"

#include "sim/simt/cfg.h"
#include "sim/simt/contract.h"
#include "sim/simt/liveness.h"
#include "sim/simt/slots.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace warplens::sim::simt {
namespace {

using ptx::Instruction;
using ptx::Mod;
using ptx::Opcode;
using ptx::Operand;

constexpr uint32_t noPart = UINT32_MAX;
constexpr unsigned mostNarrow = 16; ///< bits of a counter that is said to be a narrow one

/// Strongly connected parts by Tarjan's algorithm; a block alone is one only where it leads to itself.
std::vector<uint32_t> connectedParts(const FlowGraph& graph) {
    const size_t count = graph.blocks.size();
    std::vector<uint32_t> order(count, noPart), low(count), part(count, noPart), stack;
    std::vector<bool> open(count);
    uint32_t next = 0, parts = 0;
    struct Visit {
        uint32_t block;
        size_t successor;
    };
    for (uint32_t root = 0; root < count; ++root) {
        if (order[root] != noPart)
            continue;
        std::vector<Visit> todo{{root, 0}};
        while (!todo.empty()) {
            const uint32_t b = todo.back().block;
            if (todo.back().successor == 0) {
                order[b] = low[b] = next++;
                stack.push_back(b);
                open[b] = true;
            }
            const auto& successors = graph.blocks[b].successors;
            if (todo.back().successor < successors.size()) {
                const uint32_t s = successors[todo.back().successor++];
                if (order[s] == noPart)
                    todo.push_back({s, 0});
                else if (open[s])
                    low[b] = std::min(low[b], order[s]);
                continue;
            }
            if (successors.empty())
                todo.back().successor = 1;
            if (low[b] == order[b]) {
                const bool circle =
                    stack.back() != b || std::find(successors.begin(), successors.end(), b) != successors.end();
                for (uint32_t member = noPart; member != b;) {
                    member = stack.back();
                    stack.pop_back();
                    open[member] = false;
                    part[member] = circle ? parts : noPart;
                }
                parts += circle;
            }
            todo.pop_back();
            if (!todo.empty())
                low[todo.back().block] = std::min(low[todo.back().block], low[b]);
        }
    }
    return part;
}

/// A loop with one head that every round passes.
struct NaturalLoop {
    uint32_t head = 0;
    std::vector<uint32_t> latches; ///< blocks that lead back to the head
    std::vector<bool> has;         ///< by block
    size_t size = 0;
};

std::vector<NaturalLoop> naturalLoops(const FlowGraph& graph) {
    std::vector<NaturalLoop> loops;
    for (uint32_t from = 0; from < graph.blocks.size(); ++from)
        for (const uint32_t to : graph.blocks[from].successors) {
            if (!graph.dominates(to, from))
                continue;
            auto found = std::find_if(loops.begin(), loops.end(), [&](const NaturalLoop& l) { return l.head == to; });
            if (found == loops.end()) {
                loops.push_back({to, {}, std::vector<bool>(graph.blocks.size()), 1});
                found = loops.end() - 1;
                found->has[to] = true;
            }
            found->latches.push_back(from);
        }
    std::vector<std::vector<uint32_t>> predecessors(graph.blocks.size());
    for (uint32_t b = 0; b < graph.blocks.size(); ++b)
        for (const uint32_t s : graph.blocks[b].successors)
            predecessors[s].push_back(b);
    for (NaturalLoop& loop : loops) {
        std::vector<uint32_t> todo = loop.latches;
        while (!todo.empty()) {
            const uint32_t b = todo.back();
            todo.pop_back();
            if (loop.has[b])
                continue;
            loop.has[b] = true;
            ++loop.size;
            todo.insert(todo.end(), predecessors[b].begin(), predecessors[b].end());
        }
    }
    return loops;
}

/// Finds the exits of one loop that can be counted.
class ExitFinder {
public:
    ExitFinder(const ptx::Function& function, const FlowGraph& graph, const Liveness& liveness, const Slots& slots,
               const NaturalLoop& loop)
        : m_function(function)
        , m_graph(graph)
        , m_liveness(liveness)
        , m_slots(slots)
        , m_loop(loop) {}

    /// As they can be read at the beginning of the block.
    std::vector<CountedExit> readableAt(uint32_t block) {
        std::vector<CountedExit> exits;
        for (uint32_t b = 0; b < m_graph.blocks.size(); ++b) {
            const bool everyRound =
                m_loop.has[b] && std::all_of(m_loop.latches.begin(), m_loop.latches.end(),
                                             [&](uint32_t latch) { return m_graph.dominates(b, latch); });
            if (!everyRound)
                continue;
            if (const std::optional<CountedExit> made = exitOf(b, block))
                exits.push_back(*made);
        }
        return exits;
    }

private:
    /// The only instruction of the loop that writes the register, or nullptr.
    const Instruction* onlyWriter(uint32_t reg) const {
        const Instruction* found = nullptr;
        for (uint32_t b = 0; b < m_graph.blocks.size(); ++b)
            for (uint32_t i = m_graph.blocks[b].first; m_loop.has[b] && i < m_graph.blocks[b].end; ++i) {
                const auto& writes = m_liveness.uses()[i].writes;
                if (std::find(writes.begin(), writes.end(), reg) == writes.end())
                    continue;
                if (found != nullptr)
                    return nullptr;
                found = &m_function.instructions[i];
            }
        return found;
    }
    bool changes(uint32_t reg) const {
        for (uint32_t b = 0; b < m_graph.blocks.size(); ++b)
            for (uint32_t i = m_graph.blocks[b].first; m_loop.has[b] && i < m_graph.blocks[b].end; ++i) {
                const auto& writes = m_liveness.uses()[i].writes;
                if (std::find(writes.begin(), writes.end(), reg) != writes.end())
                    return true;
            }
        return false;
    }
    SlotPlace placeOf(uint32_t reg) const { return {m_slots.offset[reg], slotSize(m_function.registers[reg].type)}; }
    /// A constant, or a register that the loop leaves alone and that can be read at the block.
    bool takeFixed(const Operand& operand, uint32_t block, SlotPlace& place, int64_t& value) const {
        if (operand.kind == Operand::Kind::Integer) {
            value = static_cast<int64_t>(operand.bits);
            return true;
        }
        if (operand.kind != Operand::Kind::Register || changes(operand.id) || !m_liveness.isIn(block, operand.id))
            return false;
        place = placeOf(operand.id);
        return true;
    }

    struct Cut {
        unsigned bits = 0;
        bool isSigned = false;
    };
    /// An instruction that keeps some low bits of its operand: a conversion, or a mask. Bits 0: another one.
    Cut cutOf(const Instruction& in) const {
        const auto operands = m_function.operandsOf(in);
        if (operands.size() < 2 || operands[1].kind != Operand::Kind::Register)
            return {};
        Cut cut;
        if (in.opcode == Opcode::and_ && operands.size() == 3 && operands[2].kind == Operand::Kind::Integer &&
            std::has_single_bit(operands[2].bits + 1))
            cut.bits = static_cast<unsigned>(std::countr_one(operands[2].bits));
        else if (in.opcode == Opcode::cvt_ && in.typeCount == 2 && !ptx::isFloat(in.type(0)) &&
                 !ptx::isFloat(in.type(1)) && !in.has(Mod::sat))
            cut = {std::min(ptx::typeBytes(in.type(0)), ptx::typeBytes(in.type(1))) * 8, ptx::isSigned(in.type(1))};
        return cut.bits <= mostNarrow ? cut : Cut();
    }

    /// Where a counter of fewer bits than are compared, as `unsigned char i` is, is widened. Returns the register that is;
    /// the same one where none is.
    uint32_t widened(uint32_t reg, CountedExit& exit) const {
        for (int hops = 0; hops < 3; ++hops) {
            const Instruction* writer = onlyWriter(reg);
            if (writer == nullptr || !writer->known || writer->guarded)
                return reg;
            const Cut cut = cutOf(*writer);
            const bool isMixed = exit.narrow != 0 && cut.bits < exit.narrow && cut.isSigned && !exit.narrowSigned;
            if (cut.bits == 0 || isMixed)
                return reg;
            if (exit.narrow == 0 || cut.bits < exit.narrow) {
                exit.narrow = cut.bits;
                exit.narrowSigned = cut.isSigned;
            }
            reg = m_function.operandsOf(*writer)[1].id;
        }
        return reg;
    }

    /// The register grows by a fixed step each round: itself, or through others that are copied.
    bool takeCounter(uint32_t reg, uint32_t block, CountedExit& exit) const {
        reg = widened(reg, exit);
        uint32_t at = reg;
        std::vector<uint32_t> same{reg};
        bool stepped = false;
        for (int hops = 0; hops < 4; ++hops) {
            const Instruction* writer = onlyWriter(at);
            if (writer == nullptr || !writer->known || writer->guarded)
                return false;
            const auto operands = m_function.operandsOf(*writer);
            if (writer->opcode == Opcode::mov_ && operands.size() == 2 && operands[1].kind == Operand::Kind::Register) {
                at = operands[1].id;
            } else if ((writer->opcode == Opcode::add_ || writer->opcode == Opcode::sub_) && !stepped &&
                       !ptx::isFloat(writer->type()) && operands.size() == 3 &&
                       operands[1].kind == Operand::Kind::Register &&
                       takeFixed(operands[2], block, exit.step, exit.stride)) {
                exit.subtracts = writer->opcode == Opcode::sub_;
                stepped = true;
                at = operands[1].id;
            } else if (exit.narrow != 0 && cutOf(*writer).bits >= exit.narrow) {
                at = operands[1].id; // its low bits stay as they are
            } else {
                return false;
            }
            if (at == reg)
                break;
            same.push_back(at);
        }
        if (!stepped || at != reg)
            return false;
        for (const uint32_t each : same)
            if (m_liveness.isIn(block, each)) {
                exit.counter = placeOf(each);
                return true;
            }
        return false;
    }

    std::optional<CountedExit> exitOf(uint32_t b, uint32_t block) const {
        const FlowBlock& from = m_graph.blocks[b];
        if (from.first == from.end || from.successors.size() != 2)
            return std::nullopt;
        const Instruction& branch = m_function.instructions[from.end - 1];
        if (!branch.known || branch.opcode != Opcode::bra_ || !branch.guarded)
            return std::nullopt;
        const uint32_t taken = m_graph.blockOf[m_function.labels.at(m_function.operandsOf(branch)[0].name)];
        const bool takenStays = m_loop.has[taken], fallsStays = b + 1 < m_loop.has.size() && m_loop.has[b + 1];
        if (takenStays == fallsStays)
            return std::nullopt;
        const Instruction* compare = onlyWriter(branch.guard);
        if (compare == nullptr || !compare->known || compare->opcode != Opcode::setp_ || compare->guarded ||
            compare->hasSecondPredicate || ptx::isFloat(compare->type()))
            return std::nullopt;
        const auto operands = m_function.operandsOf(*compare);
        if (operands.size() != 3)
            return std::nullopt;
        CountedExit exit;
        exit.bits = ptx::typeBytes(compare->type()) * 8;
        exit.isSigned = ptx::isSigned(compare->type());
        if (exit.bits != 32 && exit.bits != 64)
            return std::nullopt;
        exit.comparison = comparisonOf(*compare);
        if (exit.comparison == Mod::Unknown)
            return std::nullopt;
        for (const bool swapped : {false, true}) {
            const Operand& counter = operands[swapped ? 2 : 1];
            CountedExit made = exit;
            if (counter.kind != Operand::Kind::Register ||
                !takeFixed(operands[swapped ? 1 : 2], block, made.bound, made.limit) ||
                !takeCounter(counter.id, block, made))
                continue;
            if (swapped)
                made.comparison = mirrored(made.comparison);
            if (made.narrowSigned && !exit.isSigned)
                continue;
            // The lanes stay where the comparison holds, or where it does not.
            if (takenStays == branch.guardNegated)
                made.comparison = opposite(made.comparison);
            return made;
        }
        return std::nullopt;
    }

    static Mod comparisonOf(const Instruction& compare) {
        static constexpr std::pair<Mod, Mod> rows[] = {
            {Mod::eq, Mod::eq}, {Mod::ne, Mod::ne}, {Mod::lt, Mod::lt}, {Mod::le, Mod::le}, {Mod::gt, Mod::gt},
            {Mod::ge, Mod::ge}, {Mod::lo, Mod::lt}, {Mod::ls, Mod::le}, {Mod::hi, Mod::gt}, {Mod::hs, Mod::ge}};
        if (compare.has(Mod::and_) || compare.has(Mod::or_) || compare.has(Mod::xor_))
            return Mod::Unknown;
        for (const auto& [written, meant] : rows)
            if (compare.has(written))
                return meant;
        return Mod::Unknown;
    }
    static Mod mirrored(Mod comparison) {
        switch (comparison) {
        case Mod::lt:
            return Mod::gt;
        case Mod::gt:
            return Mod::lt;
        case Mod::le:
            return Mod::ge;
        case Mod::ge:
            return Mod::le;
        default:
            return comparison;
        }
    }
    static Mod opposite(Mod comparison) {
        switch (comparison) {
        case Mod::lt:
            return Mod::ge;
        case Mod::ge:
            return Mod::lt;
        case Mod::gt:
            return Mod::le;
        case Mod::le:
            return Mod::gt;
        case Mod::eq:
            return Mod::ne;
        default:
            return Mod::eq;
        }
    }

    const ptx::Function& m_function;
    const FlowGraph& m_graph;
    const Liveness& m_liveness;
    const Slots& m_slots;
    const NaturalLoop& m_loop;
};

/// Reads the clock, computes, and goes round: no more than that, and nobody asks for what was computed.
bool onlyPasses(const ptx::Function& function, const FlowGraph& graph, const Liveness& liveness,
                const NaturalLoop& loop) {
    bool readsClock = false, ends = false;
    std::vector<uint32_t> written, next;
    for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
        if (!loop.has[b])
            continue;
        for (uint32_t i = graph.blocks[b].first; i < graph.blocks[b].end; ++i) {
            const Instruction& in = function.instructions[i];
            if (!in.known)
                return false;
            const ptx::Family family = ptx::opcodeInfo(in.opcode).family;
            if (family != ptx::Family::Lane && in.opcode != Opcode::mov_ && in.opcode != Opcode::bra_)
                return false;
            for (const Operand& operand : function.operandsOf(in))
                readsClock |= operand.name.starts_with("%clock") || operand.name.starts_with("%globaltimer");
            const auto& writes = liveness.uses()[i].writes;
            written.insert(written.end(), writes.begin(), writes.end());
        }
        for (const uint32_t s : graph.blocks[b].successors)
            if (!loop.has[s]) {
                ends = true;
                next.push_back(s);
            }
    }
    return readsClock && ends && std::none_of(next.begin(), next.end(), [&](uint32_t block) {
               return std::any_of(written.begin(), written.end(),
                                  [&](uint32_t reg) { return liveness.isIn(block, reg); });
           });
}

/// Registers and instructions on which the branches of one part depend.
void findControl(const ptx::Function& function, const FlowGraph& graph, const Liveness& liveness,
                 const std::vector<uint32_t>& part, const std::vector<bool>& pauses, uint32_t which,
                 std::vector<bool>& isControl, std::vector<bool>& registers) {
    std::vector<uint32_t> todo;
    const auto want = [&](uint32_t reg) {
        if (!registers[reg]) {
            registers[reg] = true;
            todo.push_back(reg);
        }
    };
    for (uint32_t b = 0; b < graph.blocks.size(); ++b)
        for (uint32_t i = graph.blocks[b].first; part[b] == which && i < graph.blocks[b].end; ++i) {
            const Instruction& in = function.instructions[i];
            if (in.known && ptx::opcodeInfo(in.opcode).family == ptx::Family::Control && !pauses[b])
                for (const uint32_t r : liveness.uses()[i].reads)
                    want(r);
        }
    while (!todo.empty()) {
        const uint32_t reg = todo.back();
        todo.pop_back();
        for (uint32_t b = 0; b < graph.blocks.size(); ++b)
            for (uint32_t i = graph.blocks[b].first; part[b] == which && i < graph.blocks[b].end; ++i) {
                const auto& writes = liveness.uses()[i].writes;
                if (std::find(writes.begin(), writes.end(), reg) == writes.end())
                    continue;
                isControl[i] = true;
                for (const uint32_t r : liveness.uses()[i].reads)
                    want(r);
            }
    }
}

/// Loads whose value decides whether a loop ends, and whose address stays the same in it.
void findPolls(const ptx::Function& function, const FlowGraph& graph, const Liveness& liveness, const NaturalLoop& loop,
               std::vector<bool>& isFlag) {
    std::vector<bool> wanted(function.registers.size()), changes(function.registers.size());
    std::vector<uint32_t> todo;
    const auto want = [&](uint32_t reg) {
        if (!wanted[reg]) {
            wanted[reg] = true;
            todo.push_back(reg);
        }
    };
    for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
        if (!loop.has[b])
            continue;
        const FlowBlock& block = graph.blocks[b];
        for (uint32_t i = block.first; i < block.end; ++i)
            for (const uint32_t r : liveness.uses()[i].writes)
                changes[r] = true;
        const bool leaves =
            std::any_of(block.successors.begin(), block.successors.end(), [&](uint32_t s) { return !loop.has[s]; });
        if (leaves && block.first != block.end && function.instructions[block.end - 1].guarded)
            want(function.instructions[block.end - 1].guard);
    }
    while (!todo.empty()) {
        const uint32_t reg = todo.back();
        todo.pop_back();
        for (uint32_t b = 0; b < graph.blocks.size(); ++b)
            for (uint32_t i = graph.blocks[b].first; loop.has[b] && i < graph.blocks[b].end; ++i) {
                const RegisterUse& use = liveness.uses()[i];
                if (std::find(use.writes.begin(), use.writes.end(), reg) == use.writes.end())
                    continue;
                const Instruction& in = function.instructions[i];
                const bool loads = in.known && ptx::opcodeInfo(in.opcode).family == ptx::Family::Memory;
                if (loads)
                    isFlag[i] = isFlag[i] || std::none_of(use.reads.begin(), use.reads.end(),
                                                          [&](uint32_t r) { return changes[r]; });
                else
                    for (const uint32_t r : use.reads)
                        want(r);
            }
    }
}

/// Whether all that is ever done with the value of the load is to decide where lanes go, and what the same place is to
/// hold next: `*sense = !*sense`.
bool onlyDecides(const ptx::Function& function, const Liveness& liveness, const Places& places, uint32_t load) {
    std::vector<bool> seen(function.registers.size());
    std::vector<uint32_t> todo = liveness.uses()[load].writes;
    for (const uint32_t r : todo)
        seen[r] = true;
    bool decides = false;
    while (!todo.empty()) {
        const uint32_t reg = todo.back();
        todo.pop_back();
        for (uint32_t i = 0; i < function.instructions.size(); ++i) {
            const RegisterUse& use = liveness.uses()[i];
            if (std::find(use.reads.begin(), use.reads.end(), reg) == use.reads.end())
                continue;
            const Instruction& in = function.instructions[i];
            if (in.known && ptx::opcodeInfo(in.opcode).family == ptx::Family::Control) {
                decides = true;
                continue;
            }
            const bool storesBack = in.known && in.opcode == Opcode::st_ && in.has(Mod::volatile_) &&
                                    places.areSame(in, function.instructions[load]);
            if (storesBack)
                continue;
            const bool passesOn = in.known && ptx::opcodeInfo(in.opcode).family == ptx::Family::Lane && !in.guarded;
            if (!passesOn)
                return false;
            for (const uint32_t written : use.writes)
                if (!seen[written]) {
                    seen[written] = true;
                    todo.push_back(written);
                }
        }
    }
    return decides;
}

/// Registers that hold nothing but what clocks, constants and other such registers give.
std::vector<bool> registersOfClocks(const ptx::Function& function, const Liveness& liveness) {
    std::vector<bool> only(function.registers.size(), true);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < function.instructions.size(); ++i) {
            const Instruction& in = function.instructions[i];
            const RegisterUse& use = liveness.uses()[i];
            const bool computes =
                in.known && (ptx::opcodeInfo(in.opcode).family == ptx::Family::Lane || in.opcode == Opcode::mov_);
            bool passes =
                computes && std::all_of(use.reads.begin(), use.reads.end(), [&](uint32_t r) { return only[r]; });
            for (const Operand& operand : function.operandsOf(in))
                passes &= operand.kind != Operand::Kind::Special || operand.name.starts_with("%clock") ||
                          operand.name.starts_with("%globaltimer");
            for (const uint32_t r : use.writes)
                if (!passes && only[r]) {
                    only[r] = false;
                    changed = true;
                }
        }
    }
    return only;
}

/// The blocks between a branch and where its ways meet again; nothing where one of them leaves the loop, or does more
/// than to compute and to sleep.
std::optional<std::vector<uint32_t>> sleepsBehind(const ptx::Function& function, const FlowGraph& graph,
                                                  const std::vector<uint32_t>& part, uint32_t branch) {
    const FlowBlock& from = graph.blocks[branch];
    if (from.postDominator < 0 || part[static_cast<uint32_t>(from.postDominator)] != part[branch])
        return std::nullopt;
    std::vector<uint32_t> region, todo = from.successors;
    while (!todo.empty()) {
        const uint32_t b = todo.back();
        todo.pop_back();
        if (static_cast<int32_t>(b) == from.postDominator || std::find(region.begin(), region.end(), b) != region.end())
            continue;
        if (part[b] != part[branch] || b == branch)
            return std::nullopt;
        for (uint32_t i = graph.blocks[b].first; i < graph.blocks[b].end; ++i) {
            const Instruction& in = function.instructions[i];
            const bool isHarmless =
                in.known && (ptx::opcodeInfo(in.opcode).family == ptx::Family::Lane || in.opcode == Opcode::mov_ ||
                             in.opcode == Opcode::bra_ || in.opcode == Opcode::nanosleep_);
            if (!isHarmless)
                return std::nullopt;
        }
        region.push_back(b);
        todo.insert(todo.end(), graph.blocks[b].successors.begin(), graph.blocks[b].successors.end());
    }
    return region;
}

/// Blocks whose branch, by the clock or by counting, only says how long lanes sleep before they look again: back-offs
/// that grow. What decides there is no control, unless something that is one is computed on the ways behind it.
std::vector<bool> findBackoffs(const ptx::Function& function, const FlowGraph& graph, const Liveness& liveness,
                               const std::vector<uint32_t>& part, const std::vector<bool>& pauses, uint32_t parts) {
    const std::vector<bool> clocks = registersOfClocks(function, liveness);
    std::vector<bool> isBackoff(graph.blocks.size());
    std::vector<std::optional<std::vector<uint32_t>>> behind(graph.blocks.size());
    for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
        const FlowBlock& block = graph.blocks[b];
        if (part[b] == noPart || pauses[b] || block.first == block.end || block.successors.size() < 2)
            continue;
        const Instruction& last = function.instructions[block.end - 1];
        if (last.known && last.opcode == Opcode::bra_ && last.guarded && clocks[last.guard])
            behind[b] = sleepsBehind(function, graph, part, b);
        isBackoff[b] = behind[b].has_value();
    }
    for (bool changed = true; changed;) {
        changed = false;
        std::vector<bool> ignored(pauses), control(function.instructions.size()), registers(function.registers.size());
        for (uint32_t b = 0; b < graph.blocks.size(); ++b)
            ignored[b] = pauses[b] || isBackoff[b];
        for (uint32_t p = 0; p < parts; ++p)
            findControl(function, graph, liveness, part, ignored, p, control, registers);
        for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
            if (!isBackoff[b])
                continue;
            for (const uint32_t inside : *behind[b])
                for (uint32_t i = graph.blocks[inside].first; i < graph.blocks[inside].end; ++i)
                    if (control[i]) {
                        isBackoff[b] = false;
                        changed = true;
                    }
        }
    }
    return isBackoff;
}

} // namespace

FunctionLoops::FunctionLoops(const Program& program, uint16_t index) {
    const ptx::Function& function = *program.functions[index].source;
    const FlowGraph graph = flowGraph(function);
    const Contractions contracted = contractions(function, graph);
    const Liveness liveness(function, graph, contracted);
    const Slots slots = assignSlots(function, graph, contracted);
    m_loopOf = connectedParts(graph);
    m_control.resize(graph.blocks.size());
    m_isControl.resize(function.instructions.size());
    uint32_t parts = 0;
    for (const uint32_t p : m_loopOf)
        parts = p == noPart ? parts : std::max(parts, p + 1);
    const std::vector<NaturalLoop> loops = naturalLoops(graph);
    m_isFirst.resize(graph.blocks.size());
    for (uint32_t p = 0; p < parts; ++p)
        m_isFirst[static_cast<size_t>(std::find(m_loopOf.begin(), m_loopOf.end(), p) - m_loopOf.begin())] = true;
    m_isPause.resize(graph.blocks.size());
    for (const NaturalLoop& loop : loops) {
        const auto around = std::count(m_loopOf.begin(), m_loopOf.end(), m_loopOf[loop.head]);
        if (static_cast<size_t>(around) > loop.size && onlyPasses(function, graph, liveness, loop))
            for (uint32_t b = 0; b < graph.blocks.size(); ++b)
                m_isPause[b] = m_isPause[b] || loop.has[b];
    }
    std::vector<bool> ignored = findBackoffs(function, graph, liveness, m_loopOf, m_isPause, parts);
    for (uint32_t b = 0; b < graph.blocks.size(); ++b)
        ignored[b] = ignored[b] || m_isPause[b];
    for (uint32_t p = 0; p < parts; ++p) {
        std::vector<bool> registers(function.registers.size());
        findControl(function, graph, liveness, m_loopOf, ignored, p, m_isControl, registers);
        for (uint32_t b = 0; b < graph.blocks.size(); ++b)
            for (const uint32_t r : liveness.crossing())
                if (m_loopOf[b] == p && registers[r] && liveness.isIn(b, r))
                    m_control[b].push_back({slots.offset[r], slotSize(function.registers[r].type)});
    }
    m_isFlag.resize(function.instructions.size());
    for (const NaturalLoop& loop : loops)
        findPolls(function, graph, liveness, loop, m_isFlag);
    const Places places(function, liveness.uses());
    for (uint32_t i = 0; i < function.instructions.size(); ++i) {
        const Instruction& in = function.instructions[i];
        if (in.known && in.opcode == Opcode::ld_ && in.has(Mod::volatile_) && !m_isFlag[i])
            m_isFlag[i] = onlyDecides(function, liveness, places, i);
    }
    m_innermost.resize(graph.blocks.size(), noPart);
    for (uint32_t b = 0; b < graph.blocks.size(); ++b) {
        const NaturalLoop* innermost = nullptr;
        for (const NaturalLoop& loop : loops)
            if (loop.has[b] && (innermost == nullptr || loop.size < innermost->size))
                innermost = &loop;
        if (innermost == nullptr)
            continue;
        m_innermost[b] = static_cast<uint32_t>(m_exits.size());
        m_exits.push_back(ExitFinder(function, graph, liveness, slots, *innermost).readableAt(b));
    }
}

const std::vector<CountedExit>& FunctionLoops::exits(uint32_t block) const {
    static const std::vector<CountedExit> nothing;
    return m_innermost[block] == noPart ? nothing : m_exits[m_innermost[block]];
}

const FunctionLoops& Loops::of(const Program& program, uint16_t function) {
    const std::lock_guard lock(m_mutex);
    m_functions.resize(program.functions.size());
    if (m_functions[function] == nullptr)
        m_functions[function] = std::make_unique<FunctionLoops>(program, function);
    return *m_functions[function];
}

namespace {

/// Numbers of 32 or 64 bits, as the comparison takes them.
uint64_t valueOf(const SlotPlace& place, int64_t constant, const std::byte* window, uint32_t lane, unsigned bits) {
    uint64_t value = static_cast<uint64_t>(constant);
    if (place.bytes == slotBytes) {
        uint32_t word;
        std::memcpy(&word, window + place.offset + lane * 4, 4);
        value = word;
    } else if (place.bytes != 0) {
        std::memcpy(&value, window + place.offset + lane * 8, 8);
    }
    return bits == 32 ? static_cast<uint32_t>(value) : value;
}

/// The smallest k with start + k * step = end in numbers of so many bits; UINT64_MAX: none.
uint64_t stepsTo(uint64_t start, uint64_t end, uint64_t step, unsigned bits) {
    const uint64_t mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
    const uint64_t distance = (end - start) & mask;
    if (distance == 0)
        return 0;
    if (step == 0)
        return UINT64_MAX;
    const int shift = std::countr_zero(step);
    if (distance & ((1ull << shift) - 1))
        return UINT64_MAX;
    const uint64_t odd = step >> shift;
    uint64_t inverse = odd; // Newton: each round doubles the bits that are right
    for (int i = 0; i < 6; ++i)
        inverse *= 2 - odd * inverse;
    return (distance >> shift) * inverse & (mask >> shift);
}

/// The values that a narrow counter takes are those that leave the same remainder by the largest power of two in its
/// step: one of them ends the loop, or none does.
uint64_t roundsOfNarrow(const CountedExit& exit, const std::byte* window, uint32_t lane) {
    const int64_t values = int64_t(1) << exit.narrow, least = exit.narrowSigned ? -values / 2 : 0;
    const int64_t most = least + values - 1;
    const auto counter = static_cast<int64_t>(valueOf(exit.counter, 0, window, lane, 64)) & (values - 1);
    const uint64_t bits = valueOf(exit.bound, exit.limit, window, lane, exit.bits);
    int64_t bound = static_cast<int64_t>(bits);
    if (exit.bits == 32)
        bound = exit.isSigned ? static_cast<int32_t>(bits) : static_cast<int64_t>(static_cast<uint32_t>(bits));
    else if (!exit.isSigned && bound < 0)
        bound = INT64_MAX; // beyond all that it can take
    const uint64_t step = valueOf(exit.step, exit.stride, window, lane, 64) & static_cast<uint64_t>(values - 1);
    const int64_t apart = step == 0 ? values : int64_t(1) << std::countr_zero(step);
    const auto isTaken = [&](int64_t from, int64_t to) { // some value of these
        from = std::max(from, least);
        to = std::min(to, most);
        return from <= to && from + ((counter - from) & (apart - 1)) <= to;
    };
    bool ends = false;
    switch (exit.comparison) {
    case Mod::lt:
        ends = isTaken(bound, most);
        break;
    case Mod::le:
        ends = bound < most && isTaken(bound + 1, most);
        break;
    case Mod::gt:
        ends = isTaken(least, bound);
        break;
    case Mod::ge:
        ends = bound > least && isTaken(least, bound - 1);
        break;
    case Mod::ne:
        ends = isTaken(bound, bound);
        break;
    default:
        ends = (bound > least && isTaken(least, bound - 1)) || (bound < most && isTaken(bound + 1, most));
    }
    return ends ? static_cast<uint64_t>(values / apart) : UINT64_MAX;
}

uint64_t roundsOf(const CountedExit& exit, const std::byte* window, uint32_t lane) {
    if (exit.narrow != 0)
        return roundsOfNarrow(exit, window, lane);
    const unsigned bits = exit.bits;
    const uint64_t mask = bits == 64 ? ~0ull : (1ull << bits) - 1, sign = 1ull << (bits - 1);
    uint64_t counter = valueOf(exit.counter, 0, window, lane, bits);
    uint64_t bound = valueOf(exit.bound, exit.limit, window, lane, bits);
    uint64_t step = valueOf(exit.step, exit.stride, window, lane, bits);
    if (exit.subtracts)
        step = (0 - step) & mask;
    if (exit.comparison == Mod::ne)
        return stepsTo(counter, bound, step, bits);
    if (exit.comparison == Mod::eq)
        return counter != bound ? 0 : step == 0 ? UINT64_MAX : 1;
    if (exit.isSigned) { // as unsigned numbers of the same order
        counter ^= sign;
        bound ^= sign;
    }
    bool upTo = exit.comparison == Mod::lt || exit.comparison == Mod::le;
    const bool equalStays = exit.comparison == Mod::le || exit.comparison == Mod::ge;
    if (!upTo) { // a mirror: the order turns round, and so does the step
        counter = ~counter & mask;
        bound = ~bound & mask;
        step = (0 - step) & mask;
    }
    if (counter > bound || (counter == bound && !equalStays))
        return 0;
    if (step == 0 || (equalStays && bound == mask))
        return UINT64_MAX;
    if (step & sign) // away from the bound, until it begins again at the other end
        return counter / ((0 - step) & mask) + 1;
    return (bound - counter) / step + 1;
}

} // namespace

std::optional<uint64_t> roundsLeft(const std::vector<CountedExit>& exits, const std::byte* window, uint32_t mask) {
    if (exits.empty())
        return std::nullopt;
    uint64_t most = 0;
    for (; mask != 0; mask &= mask - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(mask));
        uint64_t least = UINT64_MAX;
        for (const CountedExit& exit : exits)
            least = std::min(least, roundsOf(exit, window, lane));
        most = std::max(most, least);
    }
    return most;
}

} // namespace warplens::sim::simt
