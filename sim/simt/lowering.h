// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: what the lowerings of single instructions (lowerings.h) share while a function is made ready.
#pragma once

#include "sim/simt/cfg.h"
#include "sim/simt/contract.h"
#include "sim/simt/lanes/lane_key.h"
#include "sim/simt/memory_access.h"
#include "sim/simt/program_lowerer.h"
#include "sim/simt/slot_room.h"
#include "sim/simt/slots.h"
#include "sim/simt/warp.h"

#include <fmt/format.h>

#include <concepts>
#include <map>
#include <optional>

namespace warplens::sim::simt {

using ptx::Instruction;
using ptx::Mod;
using ptx::Opcode;
using ptx::Operand;
using ptx::Space;
using ptx::Type;

[[noreturn]] inline void refuse(const Instruction& instruction, const std::string& why) {
    throw ptx::PtxError(instruction.line, fmt::format("'{}': {}", instruction.text, why));
}

/// The modifiers of an instruction. Each has to be taken by the code that gives it its meaning: what is left over in
/// the end is not known, and is never passed over in silence.
class Mods {
public:
    explicit Mods(const Instruction& instruction)
        : m_instruction(instruction) {}
    /// Whether one of them is there; all are taken.
    bool take(Mod mod, std::same_as<Mod> auto... others) {
        bool found = false;
        for (size_t i = 0; i < m_instruction.modCount; ++i)
            if (m_instruction.mods[i] == mod) {
                m_taken |= 1u << i;
                found = true;
            }
        ((found |= take(others)), ...);
        return found;
    }
    template<class... More>
    void ignore(Mod mod, More... more) {
        take(mod);
        (take(more), ...);
    }
    void finish() const {
        for (size_t i = 0; i < m_instruction.modCount; ++i)
            if (!(m_taken >> i & 1))
                refuse(m_instruction,
                       m_instruction.mods[i] == Mod::Unknown
                           ? "one of its modifiers is not known to Warplens"
                           : fmt::format("Warplens does not know .{} here", ptx::modText(m_instruction.mods[i])));
    }

private:
    const Instruction& m_instruction;
    uint32_t m_taken = 0;
};

struct Address {
    uint32_t slot = 0;
    bool wide = false;
    int64_t offset = 0;
};

/// Local memory of a lane while the function runs: what calls pass and return, and its own local variables.
struct Frame {
    std::map<const ptx::Variable*, uint32_t> offsets;
    uint32_t bytes = 0;
};

/// A function that is being made ready: where operands of its instructions lie, and how operations are written down.
class FunctionLowering {
public:
    FunctionLowering(ProgramLowerer& owner, uint16_t index);

    Program& program() { return m_program; }
    const ProgramLowerer& owner() const { return m_owner; }
    const ptx::Function& function() const { return m_function; }
    const FlowGraph& graph() const { return m_graph; }
    const Contractions& contracted() const { return m_contracted; }
    const Frame& frame() const { return m_frame; }
    SlotRoom& room() { return m_room; }

    // Slots
    Type registerType(const Operand& operand) const { return m_function.registers[operand.id].type; }
    uint32_t registerSlot(const Instruction& in, const Operand& operand, bool predicate = false) const;
    /// That of a register whose type is not looked at.
    uint32_t slotOf(uint32_t registerId) const { return m_slots.offset[registerId]; }
    uint32_t source(const Instruction& in, const Operand& operand, Type type);
    uint32_t destination(const Instruction& in, const Operand& operand, Type type);
    std::optional<uint64_t> symbolAddress(const Instruction& in, const Operand& operand, Space& space) const;
    Address address(const Instruction& in, const Operand& operand, Space* found = nullptr);
    std::span<const Operand> operands(const Instruction& in, size_t minimum, size_t maximum) const;
    /// The registers of a vector; of anything else, itself.
    std::span<const Operand> elements(const Operand& operand) const;
    /// Of a product that is computed with its sum: a factor that was kept, by the instruction that multiplies.
    void keepFactor(uint32_t product, bool second, uint32_t slot) { m_kept[{product, second}] = slot; }
    std::optional<uint32_t> keptFactor(uint32_t product, bool second) const;

    // Operations
    void enterBlock(uint32_t block) { m_block = block; }
    uint32_t block() const { return m_block; } ///< of the instruction that is lowered
    Op& emit(const Instruction& in, Handler handler);
    Op& emitLane(const Instruction& in, const LaneKey& key, uint32_t d, uint32_t a, uint32_t b = 0, uint32_t c = 0);
    /// An operation that accesses memory at the place.
    Op& emitAccess(const Instruction& in, Handler handler, MemoryOp memory, const Address& place);
    /// Another access of the last operation.
    void addAccess(MemoryOp memory);
    /// Where the last operation, a branch, leads to, and where its lanes meet again.
    void setTarget(uint32_t block, int32_t meeting);
    /// A guarded instruction that stops its lanes: those that it leaves out go round it and meet the others behind.
    void skipUnlessGuard(const Instruction& in);

    struct Fixup {
        uint32_t op;
        int32_t target;  ///< block of this function, -1: none
        int32_t meeting; ///< likewise
    };
    const std::vector<Fixup>& fixups() const { return m_fixups; }

private:
    /// Of a register whose type has the size that is wanted.
    uint32_t fittingSlot(const Instruction& in, const Operand& operand, Type type) const;
    uint32_t specialRegister(const Instruction& in, std::string_view name, bool wide);

    const ProgramLowerer& m_owner;
    Program& m_program;
    const ptx::Function& m_function;
    uint16_t m_index;
    FlowGraph m_graph;
    Contractions m_contracted;
    Slots m_slots;
    SlotRoom m_room;
    Frame m_frame;
    std::map<std::pair<uint32_t, bool>, uint32_t> m_kept; ///< slot of a product's first or second factor
    uint32_t m_block = 0;
    std::vector<Fixup> m_fixups;
};

/// Qualifiers that change neither what an instruction computes nor what it costs.
void ignoreOrder(Mods& mods);
void ignoreCaches(Mods& mods);
AccessSpace takeSpace(Mods& mods);

} // namespace warplens::sim::simt
