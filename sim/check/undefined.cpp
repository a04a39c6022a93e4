// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/undefined.h"

#include "sim/check/unset_registers.h"
#include "sim/simt/system_call.h"
#include "sim/simt/warp.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <utility>

namespace warplens::sim::check {

using ptx::Family;
using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using simt::AccessKind;
using simt::Machine;
using simt::Op;

namespace {

// Of registers that nobody has set.
constexpr uint64_t blocksFollowed = 4;
constexpr uint32_t longEnough = 1 << 14; ///< basic blocks of a warp

uint32_t predicate(const Machine& m, const FunctionText& text, uint32_t reg, bool negated) {
    uint32_t bits;
    std::memcpy(&bits, m.registers + text.slots.offset[reg], sizeof bits);
    return negated ? ~bits : bits;
}

/// Lanes in which one operand of a logical operation decides alone: false of "and", true of "or". `has` says where an operand
/// means something and has that value.
template<class Has>
uint32_t decidedBy(const Instruction& in, std::span<const Operand> operands, const Has& has) {
    const bool compares = in.opcode == Opcode::setp_, both = in.opcode == Opcode::and_ || in.has(ptx::Mod::and_);
    if (!compares && ((in.opcode != Opcode::and_ && in.opcode != Opcode::or_) || in.type() != ptx::Type::pred))
        return 0;
    if (compares && !both && !in.has(ptx::Mod::or_))
        return 0;
    uint32_t decided = 0;
    for (size_t i = compares ? operands.size() - 1 : 1; i < operands.size(); ++i)
        if (operands[i].kind == Operand::Kind::Register)
            decided |= has(operands[i], !both);
    return decided;
}

} // namespace

void UndefinedValues::begin() {
    m_warps.resize(m_block.warps().size());
    for (WarpMarks& marks : m_warps) {
        marks.registers.clear();
        marks.local.clear();
        marks.storing = nullptr;
        marks.entered = 0;
    }
    m_origins.clear();
    m_unwritten.clear();
    m_astrayAt = nullptr;
    markUnset();
}

/// All blocks begin alike, and following costs: a few of them are enough.
void UndefinedValues::markUnset() {
    if (m_block.number() >= blocksFollowed)
        return;
    if (!m_unset)
        m_unset = unsetRegisters(*m_block.state().program.functions.front().source, m_texts.of(0));
    for (const uint32_t reg : *m_unset) {
        for (simt::Warp& warp : m_block.warps()) {
            m_warps[warp.index].registers[reg] = {warp.lanes, static_cast<uint32_t>(m_origins.size())};
            warp.followed = true;
        }
        m_origins.emplace_back().isUnset = true;
    }
}

/// What was computed of a register that nobody has set means nothing, too; from here on it is told where it is used.
void UndefinedValues::computeUnset(const Op* op, Mark& read) {
    const uint32_t unset = std::exchange(read.origin, m_origins[read.origin].computed);
    if (read.origin != 0)
        return;
    Origin origin;
    origin.finding =
        m_block.findingAt(simt::FindingKind::Uninitialized, op, static_cast<uint32_t>(std::countr_zero(read.lanes)), 0);
    origin.what = "a variable is computed with that has not been set";
    origin.hint = "set it before the loop";
    read.origin = m_origins[unset].computed = static_cast<uint32_t>(m_origins.size());
    m_origins.push_back(std::move(origin));
}

uint64_t UndefinedValues::keyOf(const Machine& m, uint32_t reg) const {
    const auto window = static_cast<uint64_t>(m.registers - m.warp->registers.get());
    return window << 32 | reg;
}

void UndefinedValues::readMissingLanes(const Machine& m, const Op* op, uint32_t lanes, const uint8_t (&from)[32]) {
    const simt::Program& program = m_block.state().program;
    const ptx::Function& function = *program.functions[op->function].source;
    const Instruction& in = program.instructionOf(*op);
    const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
    Origin origin;
    origin.finding = m_block.findingAt(simt::FindingKind::InactiveLane, op, lane, 0);
    const uint32_t source = from[lane];
    origin.what = fmt::format("lane {} reads the register of lane {}, which {}", lane, source,
                              m.warp->exited >> source & 1     ? "has ended"
                              : !(m.warp->lanes >> source & 1) ? "does not exist"
                                                               : "does not take part");
    origin.hint = "give the shuffle a width or a mask that leaves these lanes out, or let every lane that is read "
                  "take part";
    m_origins.push_back(std::move(origin));
    const auto number = static_cast<uint32_t>(m_origins.size() - 1);
    WarpMarks& marks = m_warps[m.warp->index];
    const Operand& target = function.operandsOf(in)[0];
    if (target.kind != Operand::Kind::Register)
        return;
    Mark& mark = marks.registers[keyOf(m, target.id)];
    mark = {mark.lanes | lanes, number};
    m.warp->followed = true;
}

bool UndefinedValues::readUnwritten(const Machine& m, const simt::AccessEvent& event, uint32_t lanes, unsigned part,
                                    const std::function<simt::Finding()>& finding, Tell tell) {
    const auto [known, isNew] = m_unwritten.try_emplace(event.op, static_cast<uint32_t>(m_origins.size()));
    if (isNew)
        m_origins.push_back({finding(), {}, {}, std::move(tell)});
    Origin& origin = m_origins[known->second];
    if (origin.told)
        return false;
    origin.finding.times += !isNew && origin.tell ? 1 : 0;
    const simt::Program& program = m_block.state().program;
    const ptx::Function& function = *program.functions[event.op->function].source;
    const Operand* target = &function.operandsOf(program.instructionOf(*event.op))[0];
    if (target->kind == Operand::Kind::Vector)
        target = &function.elementsOf(*target)[part];
    if (target->kind != Operand::Kind::Register)
        return true;
    m_warps[m.warp->index].registers[keyOf(m, target->id)].join({lanes, known->second});
    m.warp->followed = true;
    return true;
}

void UndefinedValues::shuffled(const Machine& m, const Op* op, uint32_t lanes, const uint8_t (&from)[32]) {
    const simt::Program& program = m_block.state().program;
    const ptx::Function& function = *program.functions[op->function].source;
    const auto operands = function.operandsOf(program.instructionOf(*op));
    const size_t source = program.instructionOf(*op).hasSecondPredicate ? 2 : 1;
    WarpMarks& marks = m_warps[m.warp->index];
    Mark read;
    if (source < operands.size() && operands[source].kind == Operand::Kind::Register)
        if (const auto found = marks.registers.find(keyOf(m, operands[source].id)); found != marks.registers.end())
            read = found->second;
    if (operands[0].kind != Operand::Kind::Register)
        return;
    uint32_t bad = 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        bad |= (read.lanes >> from[lane] & 1) << lane;
    }
    Mark& mark = marks.registers[keyOf(m, operands[0].id)];
    mark.lanes = (mark.lanes & ~lanes) | bad;
    if (bad != 0)
        mark.origin = read.origin;
}

void UndefinedValues::follow(const Machine& m, const Op* op) {
    WarpMarks& marks = m_warps[m.warp->index];
    if (op->run == simt::runEnter) {
        enterBlock(m, op, marks);
        return;
    }
    // An instruction may have become several operations: the first one stands for all.
    if ((op - 1)->run != simt::runEnter && (op - 1)->instruction == op->instruction)
        return;
    if (op->run == simt::runExit && op->guard == 0)
        return;
    execute(m, op, marks);
}

/// What nobody reads any more is forgotten, so that the warp need not be followed for ever.
void UndefinedValues::enterBlock(const Machine& m, const Op* op, WarpMarks& marks) {
    const simt::Program& program = m_block.state().program;
    const FunctionText& text = m_texts.of(op->function);
    const uint32_t block = program.numberInFunction(program.blockOf(op));
    const uint64_t window = keyOf(m, 0) >> 32;
    if (++marks.entered == longEnough)
        std::erase_if(marks.registers, [&](const auto& entry) { return m_origins[entry.second.origin].isUnset; });
    std::erase_if(marks.registers, [&](const auto& entry) {
        if (entry.second.lanes == 0)
            return true;
        // Of lanes that wait elsewhere nothing is known here.
        return entry.first >> 32 == window && (entry.second.lanes & ~m.active) == 0 &&
               !text.liveness->isIn(block, static_cast<uint32_t>(entry.first));
    });
    if (marks.registers.empty() && marks.local.empty())
        m.warp->followed = false;
}

UndefinedValues::Mark UndefinedValues::markOf(const Machine& m, const WarpMarks& marks, uint32_t reg,
                                              uint32_t lanes) const {
    const auto found = marks.registers.find(keyOf(m, reg));
    return found == marks.registers.end() ? Mark{} : Mark{found->second.lanes & lanes, found->second.origin};
}

void undefined::Mark::join(const Mark& other) {
    if (other.lanes == 0)
        return;
    origin = lanes == 0 ? other.origin : origin;
    lanes |= other.lanes;
}

/// All that the instruction reads, without its guard.
UndefinedValues::Mark UndefinedValues::readBy(const Machine& m, const Step& step, const WarpMarks& marks,
                                              uint32_t lanes) const {
    Mark all;
    for (const uint32_t reg : step.use->reads) {
        // A guarded instruction is said to read what it writes: lanes that it leaves out keep their value.
        const bool kept = step.in->guarded &&
                          std::find(step.use->writes.begin(), step.use->writes.end(), reg) != step.use->writes.end();
        if (!kept && !(step.in->guarded && reg == step.in->guard))
            all.join(markOf(m, marks, reg, lanes));
    }
    return all;
}

/// The choice between two values means nothing where the one that was chosen does.
UndefinedValues::Mark UndefinedValues::chosenBy(const Machine& m, const Step& step, const WarpMarks& marks,
                                                uint32_t lanes) const {
    const auto operands = step.function->operandsOf(*step.in);
    if (operands.size() < 4 || operands[3].kind != Operand::Kind::Register)
        return readBy(m, step, marks, lanes);
    Mark all = markOf(m, marks, operands[3].id, lanes);
    const uint32_t first = predicate(m, *step.text, operands[3].id, operands[3].negated);
    for (const size_t i : {1, 2})
        if (operands[i].kind == Operand::Kind::Register)
            all.join(markOf(m, marks, operands[i].id, lanes & (i == 1 ? first : ~first)));
    return all;
}

UndefinedValues::Mark UndefinedValues::addressOf(const Machine& m, const Step& step, const WarpMarks& marks,
                                                 uint32_t lanes) const {
    Mark all;
    for (const Operand& operand : step.function->operandsOf(*step.in))
        if (operand.kind == Operand::Kind::Address && operand.hasRegister)
            all.join(markOf(m, marks, operand.id, lanes));
    return all;
}

void UndefinedValues::write(const Machine& m, const Step& step, WarpMarks& marks, uint32_t lanes, const Mark& value) {
    for (const uint32_t reg : step.use->writes) {
        const uint64_t key = keyOf(m, reg);
        const auto found = marks.registers.find(key);
        if (found == marks.registers.end()) {
            if (value.lanes != 0)
                marks.registers[key] = value;
            continue;
        }
        Mark& mark = found->second;
        mark.lanes = (mark.lanes & ~lanes) | value.lanes;
        if (value.lanes != 0)
            mark.origin = value.origin;
    }
}

void UndefinedValues::execute(const Machine& m, const Op* op, WarpMarks& marks) {
    const simt::Program& program = m_block.state().program;
    Step step;
    step.function = program.functions[op->function].source;
    step.in = &program.instructionOf(*op);
    step.text = &m_texts.of(op->function);
    step.use = &step.text->liveness->uses()[op->instruction];
    if (!step.in->known)
        return;
    Mark guard;
    uint32_t lanes = m.active;
    if (step.in->guarded) {
        guard = markOf(m, marks, step.in->guard, m.active);
        lanes &= predicate(m, *step.text, step.in->guard, step.in->guardNegated);
    }
    Mark read = step.in->opcode == Opcode::selp_ ? chosenBy(m, step, marks, lanes) : readBy(m, step, marks, lanes);
    switch (ptx::opcodeInfo(step.in->opcode).family) {
    case Family::Control:
        read.join(guard);
        use(op, read, "lets it decide where a thread goes", marks);
        if (op->run == simt::runSystemCall && op->flags == simt::systemPrint)
            usePrinted(m, op, marks);
        return;
    case Family::Sync:
        read.join(guard);
        use(op, read, "lets it decide how threads wait", marks);
        return;
    case Family::Memory:
        m_astray = addressOf(m, step, marks, lanes).lanes;
        m_astrayAt = op;
        use(op, addressOf(m, step, marks, lanes), "takes it for an address", marks);
        accessMemory(m, op, step, marks, lanes, guard);
        return;
    case Family::Async:
        use(op, read, "copies with it", marks);
        break;
    case Family::Texture:
        use(op, read, "gives it to a texture or surface", marks);
        break;
    case Family::Warp:
        if (step.in->opcode == Opcode::shfl_)
            return; // shuffled() knows who reads whom
        if (read.lanes != 0)
            read.lanes = m.active; // all lanes see it
        break;
    case Family::Matrix:
        if (read.lanes != 0)
            read.lanes = m.active;
        break;
    case Family::Lane:
        read.lanes &= ~decidedBy(*step.in, step.function->operandsOf(*step.in), [&](const Operand& of, bool value) {
            return predicate(m, *step.text, of.id, of.negated == value) & ~markOf(m, marks, of.id, ~0u).lanes;
        });
        break;
    }
    if (read.lanes != 0 && m_origins[read.origin].isUnset && computes(*step.in))
        computeUnset(op, read);
    read.join(guard); // whether the lane has computed at all means nothing, and so does what it has
    write(m, step, marks, lanes, read);
}

void UndefinedValues::accessMemory(const Machine& m, const Op* op, const Step& step, WarpMarks& marks, uint32_t lanes,
                                   const Mark& guard) {
    if (step.in->opcode == Opcode::ld_ || step.in->opcode == Opcode::ldu_) {
        write(m, step, marks, lanes, guard);
        return;
    }
    Mark value;
    const auto operands = step.function->operandsOf(*step.in);
    const auto add = [&](const Operand& operand) {
        if (operand.kind == Operand::Kind::Register)
            value.join(markOf(m, marks, operand.id, lanes));
    };
    for (size_t i = step.in->opcode == Opcode::atom_ ? 2 : 1; i < operands.size(); ++i)
        if (operands[i].kind == Operand::Kind::Vector)
            for (const Operand& element : step.function->elementsOf(operands[i]))
                add(element);
        else
            add(operands[i]);
    if (step.in->has(ptx::Mod::local) || step.in->has(ptx::Mod::param)) {
        marks.store = value; // the thread's own memory: nobody else sees it
        marks.storing = op;
        return;
    }
    value.join(guard);
    use(op, value, step.in->opcode == Opcode::st_ ? "stores it" : "combines it with memory", marks);
    write(m, step, marks, lanes, {});
}

void UndefinedValues::use(const Op* op, const Mark& mark, const char* how, WarpMarks& marks) {
    if (mark.lanes == 0 || m_origins[mark.origin].isUnset) // the compiler's own
        return;
    Origin& origin = m_origins[mark.origin];
    if (!origin.told) {
        origin.told = true;
        if (origin.what.empty()) {
            origin.tell ? origin.tell(origin.finding) : m_block.state().findings.add(origin.finding);
            return forget(mark.origin, marks);
        }
        const simt::Program& program = m_block.state().program;
        const ptx::Location& place = program.placeOf(*op);
        simt::Finding finding = origin.finding;
        finding.message = fmt::format("{}: the value is undefined, and line {} {}", origin.what, place.line, how);
        finding.hint = origin.hint;
        simt::FindingAccess here, there;
        here.verb = "reads";
        here.block = there.block = finding.block;
        here.thread = finding.thread;
        here.place = finding.place();
        here.ptxLine = finding.ptxLine;
        there.verb = how;
        there.thread = at(m_block.state().launch.block, uint64_t(m_block.machine().warp->index) * 32 +
                                                            static_cast<uint32_t>(std::countr_zero(mark.lanes)));
        there.place = {std::string(program.fileName(place.file)), place.line};
        there.ptxLine = program.instructionOf(*op).line;
        finding.accesses = {here, there};
        m_block.state().findings.add(std::move(finding));
    }
    forget(mark.origin, marks);
}

/// What is printed was put into the thread's own memory before.
void UndefinedValues::usePrinted(const Machine& m, const Op* op, WarpMarks& marks) {
    const auto isPrinted = [&](const auto& entry) { return (m.active >> entry.first.first & 1) != 0; };
    for (auto found = std::find_if(marks.local.begin(), marks.local.end(), isPrinted); found != marks.local.end();
         found = std::find_if(marks.local.begin(), marks.local.end(), isPrinted))
        use(op, {1u << found->first.first, found->second}, "prints it", marks); // which forgets it
}

void UndefinedValues::forget(uint32_t origin, WarpMarks& marks) {
    std::erase_if(marks.registers, [&](const auto& entry) { return entry.second.origin == origin; });
    std::erase_if(marks.local, [&](const auto& entry) { return entry.second == origin; });
}

void UndefinedValues::localAccess(const Machine& m, const simt::AccessEvent& event, uint32_t lane, uint64_t address) {
    WarpMarks& marks = m_warps[m.warp->index];
    const unsigned bytes = unsigned(event.memory->elementBytes) * event.memory->count;
    if (event.memory->kind == AccessKind::Store) {
        const bool bad = marks.storing == event.op && (marks.store.lanes >> lane & 1) != 0;
        for (unsigned i = 0; i < bytes; ++i)
            if (bad)
                marks.local[{lane, address + i}] = marks.store.origin;
            else
                marks.local.erase({lane, address + i});
        return;
    }
    const auto found = marks.local.lower_bound({lane, address});
    if (found == marks.local.end() || found->first.first != lane || found->first.second >= address + bytes)
        return;
    const Mark mark{1u << lane, found->second};
    for (const uint32_t reg : m_texts.of(event.op->function).liveness->uses()[event.op->instruction].writes)
        marks.registers[keyOf(m, reg)].join(mark);
}

void UndefinedValues::frameWritten(const Machine& m, uint32_t lane, uint32_t from, uint32_t to, uint32_t bytes) {
    WarpMarks& marks = m_warps[m.warp->index];
    for (uint32_t i = 0; i < bytes; ++i) {
        const auto found =
            from == simt::AccessObserver::nowhere ? marks.local.end() : marks.local.find({lane, from + i});
        if (found == marks.local.end())
            marks.local.erase({lane, to + i});
        else
            marks.local[{lane, to + i}] = found->second;
    }
}

} // namespace warplens::sim::check
