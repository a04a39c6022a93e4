// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/overflow.h"

#include "sim/simt/liveness.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <optional>
#include <utility>

namespace warplens::sim::simt {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

/// What a register of 32 bits would hold if numbers had no end.
struct Exact {
    int64_t value = 0;
    uint32_t madeBy = 0; ///< the instruction at which it first left 32 bits; `nowhere`: it never did
};
constexpr uint32_t nowhere = UINT32_MAX;

class IndexMath {
public:
    IndexMath(const Machine& m, const ptx::Function& function, uint32_t lane)
        : m_machine(m)
        , m_function(function)
        , m_thread(at(m.block->state().launch.block, uint64_t(m.warp->index) * 32 + lane)) {}

    /// Of the address register: each number of 32 bits that is made longer on the way to it.
    std::optional<Exact> overflowIn(uint32_t reg, bool& isSigned, int depth = 0) const {
        const Instruction* in = depth < deepest ? writerOf(reg) : nullptr;
        if (in == nullptr)
            return std::nullopt;
        const auto operands = m_function.operandsOf(*in);
        const bool longer = ((in->opcode == Opcode::mul_ || in->opcode == Opcode::mad_) && in->has(ptx::Mod::wide)) ||
                            (in->opcode == Opcode::cvt_ && ptx::typeBytes(in->type(0)) == 8);
        if (longer) {
            const Type from = in->type(in->opcode == Opcode::cvt_ ? 1 : 0);
            isSigned = ptx::typeKind(from) == ptx::TypeKind::Signed;
            for (size_t i = 1; i < operands.size() && i < 3 && ptx::typeBytes(from) == 4; ++i)
                if (const auto exact = valueOf(operands[i], isSigned); exact && exact->madeBy != nowhere)
                    return exact;
        }
        const bool passes = in->opcode == Opcode::add_ || in->opcode == Opcode::sub_ || in->opcode == Opcode::mov_ ||
                            in->opcode == Opcode::shl_ || in->opcode == Opcode::cvta_ || in->opcode == Opcode::mad_;
        for (size_t i = 1; passes && i < operands.size(); ++i)
            if (operands[i].kind == Operand::Kind::Register &&
                ptx::typeBytes(m_function.registers[operands[i].id].type) == 8)
                if (const auto found = overflowIn(operands[i].id, isSigned, depth + 1))
                    return found;
        return std::nullopt;
    }

    const Instruction& instruction(uint32_t number) const { return m_function.instructions[number]; }

private:
    static constexpr int deepest = 64;

    /// The only instruction that writes the register, whatever happens; nullptr: there is not just one.
    const Instruction* writerOf(uint32_t reg) const {
        const Instruction* found = nullptr;
        for (const Instruction& in : m_function.instructions)
            for (const uint32_t written : registerUse(m_function, in).writes)
                if (written == reg) {
                    if (found != nullptr || in.guarded || !in.known)
                        return nullptr;
                    found = &in;
                }
        return found;
    }

    static int64_t word(uint32_t bits, bool isSigned) { return isSigned ? static_cast<int32_t>(bits) : int64_t(bits); }
    static bool fits(int64_t value, bool isSigned) {
        return isSigned ? value >= INT32_MIN && value <= INT32_MAX : value >= 0 && value <= UINT32_MAX;
    }

    std::optional<Exact> valueOf(const Operand& operand, bool isSigned, int depth = 0) const {
        if (operand.kind == Operand::Kind::Integer)
            return Exact{word(static_cast<uint32_t>(operand.bits), isSigned), nowhere};
        if (operand.kind == Operand::Kind::Special)
            return special(operand.name);
        if (operand.kind != Operand::Kind::Register || depth >= deepest)
            return std::nullopt;
        const Instruction* in = writerOf(operand.id);
        if (in == nullptr || ptx::typeBytes(in->type(0)) != 4)
            return std::nullopt;
        const auto operands = m_function.operandsOf(*in);
        if (in->opcode == Opcode::ld_ && operands.size() == 2)
            return argument(operands[1], isSigned);
        std::optional<Exact> terms[3];
        for (size_t i = 1; i < operands.size() && i <= 3; ++i) {
            terms[i - 1] = valueOf(operands[i], isSigned, depth + 1);
            if (!terms[i - 1] || terms[i - 1]->madeBy != nowhere)
                return terms[i - 1];
        }
        return computed(*in, operands.size() - 1, terms, isSigned);
    }

    std::optional<Exact> computed(const Instruction& in, size_t count, const std::optional<Exact> (&terms)[3],
                                  bool isSigned) const {
        const bool low = in.has(ptx::Mod::lo);
        int64_t value = 0;
        if (in.opcode == Opcode::mov_ && count == 1)
            value = terms[0]->value;
        else if (in.opcode == Opcode::add_ && count == 2)
            value = terms[0]->value + terms[1]->value;
        else if (in.opcode == Opcode::sub_ && count == 2)
            value = terms[0]->value - terms[1]->value;
        else if (in.opcode == Opcode::shl_ && count == 2 && terms[1]->value >= 0 && terms[1]->value < 31)
            value = terms[0]->value * (int64_t(1) << terms[1]->value);
        else if (!low || (in.opcode != Opcode::mul_ && in.opcode != Opcode::mad_) || count < 2 ||
                 __builtin_mul_overflow(terms[0]->value, terms[1]->value, &value) ||
                 (count == 3 && __builtin_add_overflow(value, terms[2]->value, &value)))
            return std::nullopt;
        return Exact{value,
                     fits(value, isSigned) ? nowhere : static_cast<uint32_t>(&in - m_function.instructions.data())};
    }

    std::optional<Exact> special(std::string_view name) const {
        const Launch& launch = m_machine.block->state().launch;
        const std::pair<std::string_view, Dim3> known[] = {{"%tid.", m_thread},
                                                           {"%ntid.", launch.block},
                                                           {"%ctaid.", m_machine.block->index()},
                                                           {"%nctaid.", launch.grid}};
        for (const auto& [prefix, dim] : known)
            if (name.starts_with(prefix) && name.size() == prefix.size() + 1)
                return Exact{int64_t(name.back() == 'x' ? dim.x : name.back() == 'y' ? dim.y : dim.z), nowhere};
        return std::nullopt;
    }

    std::optional<Exact> argument(const Operand& place, bool isSigned) const {
        const auto& bytes = m_machine.block->state().launch.params;
        uint64_t at = 0;
        for (const ptx::Variable& parameter : m_function.params) {
            at = (at + parameter.align - 1) / parameter.align * parameter.align;
            if (!place.hasRegister && place.name == parameter.name) {
                at += static_cast<uint64_t>(place.offset);
                uint32_t bits;
                if (at + sizeof bits > bytes.size())
                    return std::nullopt;
                std::memcpy(&bits, bytes.data() + at, sizeof bits);
                return Exact{word(bits, isSigned), nowhere};
            }
            at += parameter.bytes;
        }
        return std::nullopt;
    }

    const Machine& m_machine;
    const ptx::Function& m_function;
    Dim3 m_thread;
};

} // namespace

std::string overflowText(const Machine& m, const Op* op, const MemoryOp& memory, uint32_t lane) {
    if (!m.block->state().findings.isFirstAt(op, m.block->number()))
        return {};
    const Program& program = m.block->state().program;
    const ptx::Function& function = *program.functions[memory.function].source;
    const Operand* place = memory.function == 0 ? placeOf(function, program.instructionOf(*op)) : nullptr;
    if (place == nullptr || !place->hasRegister)
        return {};
    const IndexMath math(m, function, lane);
    bool isSigned = true;
    const auto found = math.overflowIn(place->id, isSigned);
    if (!found)
        return {};
    const auto wrapped = static_cast<uint32_t>(found->value);
    const int64_t now = isSigned ? static_cast<int32_t>(wrapped) : int64_t(wrapped);
    return fmt::format("; its index does not fit 32 bits: in line {} {} has become {}",
                       program.ownLocationOf(math.instruction(found->madeBy)).line, found->value, now);
}

} // namespace warplens::sim::simt
