// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/issue/issue.h"

#include "sim/simt/cfg.h"
#include "sim/simt/liveness.h"
#include "sim/simt/warp.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace warplens::sim::sass {
namespace {

using simt::AccessKind;
using simt::AccessSpace;
using simt::Issue;
using simt::MemoryOp;

bool sameKind(const MemoryOp& memory, Kind kind) {
    const bool load = memory.kind == AccessKind::Load;
    switch (kind) {
    case Kind::SharedLoad:
        return load && memory.space == AccessSpace::Shared;
    case Kind::SharedStore:
        return !load && memory.space == AccessSpace::Shared;
    case Kind::GlobalLoad:
        return load && memory.space != AccessSpace::Shared;
    case Kind::GlobalStore:
        return !load && memory.space != AccessSpace::Shared;
    case Kind::GenericLoad:
        return load;
    case Kind::GenericStore:
        return !load;
    default:
        return false;
    }
}

/// One memory operation, with what merging depends on.
struct Access {
    uint32_t index; ///< into Program::memoryOps
    uint32_t block; ///< of the function's flow graph
    uint32_t base;  ///< which value the address starts from: equal numbers, equal addresses
    int64_t offset;
    uint8_t issued = 0; ///< width in the machine code, 0: no instruction there came from its line
    bool merged = false;
};

/// The instructions of the machine code that came from a line of the PTX.
using ByLine = std::unordered_map<uint32_t, std::vector<const Instruction*>>;

/// Of one function of the PTX.
class Matcher {
public:
    Matcher(simt::Program& program, uint16_t function, uint32_t firstBlock, const Cubin& cubin, const ByLine& byLine,
            std::vector<Unmatched>& unmatched)
        : m_program(program)
        , m_function(function)
        , m_source(*program.functions[function].source)
        , m_graph(simt::flowGraph(m_source))
        , m_firstBlock(firstBlock)
        , m_cubin(cubin)
        , m_byLine(byLine)
        , m_unmatched(unmatched) {}

    void run();

private:
    std::vector<Access> accesses() const;
    void mergeInto(std::vector<Access>& accesses, Access& leader);
    void findGuards(MemoryOp& memory) const;
    bool branchIsGone(uint32_t block) const;
    void lend();
    bool loadsOnePlace(const MemoryOp& memory) const;
    void findHoisted(MemoryOp& memory) const;
    bool standsBefore(const Instruction* load, uint32_t block) const;
    void report(const MemoryOp& memory, std::string why);
    const std::vector<const Instruction*>& machineCodeOf(const ptx::Instruction& instruction) const {
        static const std::vector<const Instruction*> none;
        if (const auto found = m_lent.find(instruction.line); found != m_lent.end())
            return found->second;
        const auto found = m_byLine.find(instruction.line);
        return found == m_byLine.end() ? none : found->second;
    }
    const ptx::Instruction& instructionOf(const MemoryOp& memory) const {
        return m_source.instructions[memory.instruction];
    }

    simt::Program& m_program;
    uint16_t m_function;
    const ptx::Function& m_source;
    simt::FlowGraph m_graph;
    uint32_t m_firstBlock; ///< of the function, in the program
    const Cubin& m_cubin;
    const ByLine& m_byLine;
    ByLine m_lent; ///< instead of m_byLine's
    std::vector<Unmatched>& m_unmatched;
};

void Matcher::report(const MemoryOp& memory, std::string why) {
    const ptx::Instruction& instruction = instructionOf(memory);
    m_unmatched.push_back({instruction.line, instruction.location, std::move(why)});
}

// A register that is written once in the whole function has one value wherever that place comes before; any other has
// a new one after each time it is written, and in each block.
std::vector<Access> Matcher::accesses() const {
    std::vector<uint32_t> writes(m_source.registers.size());
    for (const ptx::Instruction& instruction : m_source.instructions)
        for (const uint32_t written : simt::registerUse(m_source, instruction).writes)
            ++writes[written];
    std::map<uint32_t, const MemoryOp*> memoryAt; // by instruction
    for (const MemoryOp& memory : m_program.memoryOps)
        if (memory.function == m_function && memory.kind != AccessKind::Atomic && !memory.asWritten &&
            !memory.constant &&
            (memory.space == AccessSpace::Shared || memory.space == AccessSpace::Global ||
             memory.space == AccessSpace::Generic))
            memoryAt.emplace(memory.instruction, &memory);

    std::vector<Access> found;
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> bases; // register, block and version
    for (uint32_t b = 0; b < m_graph.blocks.size(); ++b) {
        std::unordered_map<uint32_t, uint32_t> version;
        for (uint32_t i = m_graph.blocks[b].first; i < m_graph.blocks[b].end; ++i) {
            const ptx::Instruction& instruction = m_source.instructions[i];
            if (const auto at = memoryAt.find(i); at != memoryAt.end()) {
                const MemoryOp& memory = *at->second;
                std::tuple<uint32_t, uint32_t, uint32_t> value{UINT32_MAX, 0, 0}; // an address without a register
                for (const ptx::Operand& operand : m_source.operandsOf(instruction))
                    if (operand.kind == ptx::Operand::Kind::Address && operand.hasRegister)
                        value = writes[operand.id] <= 1 ? std::tuple(operand.id, UINT32_MAX, 0u)
                                                        : std::tuple(operand.id, b, version[operand.id]);
                const uint32_t base = bases.try_emplace(value, static_cast<uint32_t>(bases.size())).first->second;
                Access access{memory.index, b, base, m_program.ops[memory.op].imm};
                for (const Instruction* machine : machineCodeOf(instruction))
                    if (sameKind(memory, machine->kind) && !machine->guard().never())
                        access.issued = std::max(access.issued, machine->bytes);
                found.push_back(access);
            }
            for (const uint32_t written : simt::registerUse(m_source, instruction).writes)
                ++version[written];
        }
    }
    return found;
}

void Matcher::run() {
    lend();
    std::vector<Access> all = accesses();
    for (Access& access : all)
        if (access.issued > m_program.memoryOps[access.index].requestBytes)
            mergeInto(all, access);
    for (const Access& access : all) {
        const MemoryOp& memory = m_program.memoryOps[access.index];
        if (access.issued == 0 && !access.merged)
            report(memory, "the compiled code has no instruction for it: it is counted as written");
        else if (access.issued != 0 && access.issued < memory.requestBytes)
            report(memory, fmt::format("the compiled code does it in pieces of {} bytes: it is counted as written",
                                       access.issued));
    }
    for (MemoryOp& memory : m_program.memoryOps)
        if (memory.function == m_function) {
            findGuards(memory);
            findHoisted(memory);
        }
}

/// The block ends with a branch that some lanes take, and the machine code has predicates in its place.
bool Matcher::branchIsGone(uint32_t block) const {
    const ptx::Instruction& last = m_source.instructions[m_graph.blocks[block].end - 1];
    if (!last.known || last.opcode != ptx::Opcode::bra_ || !last.guarded)
        return false;
    const auto& machine = machineCodeOf(last);
    return std::none_of(machine.begin(), machine.end(),
                        [](const Instruction* instruction) { return instruction->kind == Kind::Branch; });
}

// Where all its machine instructions have predicates, it is executed as often as the place from which the branches
// round it are gone.
void Matcher::findGuards(MemoryOp& memory) const {
    bool any = false, guarded = true;
    for (const Instruction* machine : machineCodeOf(instructionOf(memory))) {
        if (memory.space == AccessSpace::Generic)
            memory.knownShared |= machine->kind == Kind::SharedLoad || machine->kind == Kind::SharedStore;
        if (memory.kind == AccessKind::Atomic)
            memory.lanesShare |= machine->kind == Kind::SharedCount;
        if (machine->guard().never() && machine->kind == Kind::SharedLoad && (memory.copies || !memory.asWritten))
            ++memory.emptyLoads;
        else if (sameKind(memory, machine->kind)) {
            any = true;
            guarded &= !machine->guard().always();
        }
    }
    if (!any || !guarded || memory.asWritten || memory.issue == Issue::Merged)
        return;
    uint32_t block = m_graph.blockOf[memory.instruction];
    for (int32_t above = m_graph.blocks[block].dominator; above >= 0 && !m_graph.isLoopHead(block);
         above = m_graph.blocks[block].dominator) {
        if (!m_graph.postDominates(block, static_cast<uint32_t>(above)) && !branchIsGone(static_cast<uint32_t>(above)))
            break;
        block = static_cast<uint32_t>(above);
    }
    memory.executedWith = static_cast<int32_t>(m_firstBlock + block);
}

/// A load of shared memory from a place that does not depend on the thread.
bool Matcher::loadsOnePlace(const MemoryOp& memory) const {
    const auto operands = m_source.operandsOf(instructionOf(memory));
    return memory.kind == AccessKind::Load && memory.space == AccessSpace::Shared && !memory.ordered &&
           !memory.asWritten && std::none_of(operands.begin(), operands.end(), [](const ptx::Operand& operand) {
               return operand.kind == ptx::Operand::Kind::Address && operand.hasRegister;
           });
}

// Of two such loads, one behind the other, the compiler gives both the line of the first where it computes their address
// once. Then the first has one instruction too many, and the other has none.
void Matcher::lend() {
    const MemoryOp* lender = nullptr;
    for (const MemoryOp& memory : m_program.memoryOps) {
        if (memory.function != m_function || !loadsOnePlace(memory))
            continue;
        const ptx::Instruction& instruction = instructionOf(memory);
        const auto& own = machineCodeOf(instruction);
        const auto isLoad = [&](const Instruction* each) {
            return each->kind == Kind::SharedLoad && each->bytes == memory.requestBytes && !each->guard().never();
        };
        if (own.size() > 1 && std::all_of(own.begin(), own.end(), isLoad)) {
            lender = &memory;
        } else if (own.empty() && lender != nullptr && lender->requestBytes == memory.requestBytes) {
            std::vector<const Instruction*> rest = machineCodeOf(instructionOf(*lender));
            m_lent[instruction.line] = {rest.back()};
            rest.pop_back();
            if (rest.size() == 1)
                m_lent[instructionOf(*std::exchange(lender, nullptr)).line] = rest;
            else
                m_lent[instructionOf(*lender).line] = rest;
        }
    }
}

// What all threads find at one place of shared memory can be loaded by those, too, that will not need it: the compiler
// puts such loads before the branch round them, to have them sooner, or leaves them alone without a predicate where it has
// predicates in place of the branch.
void Matcher::findHoisted(MemoryOp& memory) const {
    if (memory.issue == Issue::Merged || !loadsOnePlace(memory))
        return;
    const Instruction* load = nullptr;
    for (const Instruction* machine : machineCodeOf(instructionOf(memory)))
        if (sameKind(memory, machine->kind) && !machine->guard().never()) {
            if (load != nullptr || !machine->guard().always())
                return;
            load = machine;
        }
    if (load == nullptr)
        return;
    uint32_t block = m_graph.blockOf[memory.instruction];
    for (int32_t above = m_graph.blocks[block].dominator; above >= 0 && !m_graph.isLoopHead(block);
         above = m_graph.blocks[block].dominator) {
        const auto branching = static_cast<uint32_t>(above);
        if (!m_graph.postDominates(block, branching) && !branchIsGone(branching) && !standsBefore(load, branching))
            break;
        block = branching;
    }
    if (block == m_graph.blockOf[memory.instruction])
        return;
    memory.executedWith = static_cast<int32_t>(m_firstBlock + block);
    memory.hoisted = true;
}

/// In machine code the next branch behind it is that which the block ends with. A line that was inlined has instructions in
/// several functions of the machine code.
bool Matcher::standsBefore(const Instruction* load, uint32_t block) const {
    const auto& branches = machineCodeOf(m_source.instructions[m_graph.blocks[block].end - 1]);
    for (const Function& function : m_cubin.functions) {
        const auto& all = function.instructions;
        const auto at = std::find_if(all.begin(), all.end(), [&](const Instruction& each) { return &each == load; });
        const auto next =
            std::find_if(at, all.end(), [](const Instruction& each) { return each.kind == Kind::Branch; });
        if (next != all.end())
            return std::find(branches.begin(), branches.end(), &*next) != branches.end();
    }
    return false;
}

// The leader is issued with more bytes than it asks for itself: together with neighbours that have no instruction of
// their own. Mostly it is the first of them. Some of the bytes may be nobody's: the compiler loads more than it needs
// where that is allowed. Then the most neighbours decide, and alignment between equals.
void Matcher::mergeInto(std::vector<Access>& accesses, Access& leader) {
    MemoryOp& memory = m_program.memoryOps[leader.index];
    const unsigned element = memory.requestBytes;
    const unsigned members = leader.issued / element;
    const auto memberAt = [&](int64_t offset) -> Access* {
        for (Access& other : accesses) {
            const MemoryOp& m = m_program.memoryOps[other.index];
            if (&other != &leader && other.base == leader.base && other.offset == offset && !other.merged &&
                other.issued == 0 && m_graph.dominates(leader.block, other.block) && m.kind == memory.kind &&
                m.space == memory.space && m.requestBytes == element)
                return &other;
        }
        return nullptr;
    };
    std::vector<Access*> best;
    int64_t bestFirst = 0;
    for (unsigned position = 0; position < members; ++position) {
        const int64_t first = leader.offset - int64_t(position) * element;
        std::vector<Access*> others;
        for (unsigned i = 0; i < members; ++i)
            if (i != position)
                if (Access* other = memberAt(first + int64_t(i) * element))
                    others.push_back(other);
        const bool aligned = first % leader.issued == 0 && bestFirst % leader.issued != 0;
        if (others.size() > best.size() || (!others.empty() && others.size() == best.size() && aligned)) {
            best = std::move(others);
            bestFirst = first;
        }
    }
    const bool load = memory.kind == AccessKind::Load;
    if (best.size() + 1 == members || (load && !best.empty())) {
        memory.issue = Issue::Leader;
        memory.requestBytes = leader.issued;
        memory.requestOffset = static_cast<int32_t>(bestFirst - leader.offset);
        for (Access* other : best) {
            other->merged = true;
            m_program.memoryOps[other->index].issue = Issue::Merged;
        }
        return;
    }
    report(memory, fmt::format("the compiled code does it as part of an access of {} bytes whose other parts were not "
                               "found: it is counted as written",
                               leader.issued));
}

} // namespace

std::vector<Unmatched> applyIssue(simt::Program& program, const Cubin& cubin) {
    if (!cubin.hasLines)
        return {};
    ByLine byLine;
    for (const Function& function : cubin.functions)
        for (const Instruction& instruction : function.instructions)
            if (instruction.kind != Kind::Other && instruction.ptxLine != 0)
                byLine[instruction.ptxLine].push_back(&instruction);
    std::vector<Unmatched> unmatched;
    for (uint32_t b = 0; b < program.blocks.size(); ++b) // the blocks of a function stand together
        if (b == 0 || program.blocks[b].function != program.blocks[b - 1].function)
            Matcher(program, program.blocks[b].function, b, cubin, byLine, unmatched).run();
    return unmatched;
}

} // namespace warplens::sim::sass
