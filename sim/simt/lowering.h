// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: what the families of instructions share while a kernel is made ready (lower.cpp, and
// lower_*.cpp for the larger families). Not for others: they call lower(), which program.h declares.
#pragma once

#include "sim/simt/cfg.h"
#include "sim/simt/contract.h"
#include "sim/simt/lanes/lane_key.h"
#include "sim/simt/memory_access.h"
#include "sim/simt/program.h"
#include "sim/simt/slots.h"
#include "sim/simt/warp.h"

#include <fmt/format.h>

#include <functional>
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
    bool take(Mod mod) {
        bool found = false;
        for (size_t i = 0; i < m_instruction.modCount; ++i)
            if (m_instruction.mods[i] == mod) {
                m_taken |= 1u << i;
                found = true;
            }
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

class FunctionLowerer;

/// What the functions of a program share while it is made.
class ProgramLowerer {
public:
    ProgramLowerer(Program& program, const Placement& placement)
        : m_program(program)
        , m_placement(placement) {}
    void run(std::string_view kernel);

    Program& program() { return m_program; }
    const ptx::Module& module() const { return *m_program.module; }
    int32_t functionIndex(std::string_view name) const;
    /// What a pointer to the function holds: the same in all kernels of the module. Nothing where there is no such one.
    std::optional<uint64_t> functionHandle(std::string_view name) const;
    std::optional<uint64_t> sharedAddress(const ptx::Variable* variable) const;
    std::optional<uint64_t> moduleAddress(std::string_view name) const;
    const ptx::Variable* moduleVariable(std::string_view name) const;
    /// What the system keeps for itself of the block's shared memory, which cooperative groups use (PTX
    /// ISA 9.0, 10.33).
    static constexpr uint64_t reservedSharedBytes = 1024;
    static constexpr uint64_t reservedShared() { return 0; }

private:
    void collectFunctions(std::string_view kernel);
    void addFunctions(std::vector<const ptx::Function*> todo);
    void placeReservedShared();
    void placeShared();

    Program& m_program;
    const Placement& m_placement;
    std::map<std::string_view, int32_t> m_functions;
    std::map<const ptx::Variable*, uint64_t> m_shared;
    std::unordered_map<std::string_view, const ptx::Variable*> m_variables; ///< of the module, by name
};

class FunctionLowerer {
public:
    FunctionLowerer(ProgramLowerer& owner, uint16_t index)
        : m_owner(owner)
        , m_program(owner.program())
        , m_function(*m_program.functions[index].source)
        , m_index(index)
        , m_graph(flowGraph(m_function))
        , m_contracted(contractions(m_function, m_graph))
        , m_slots(assignSlots(m_function, m_graph, m_contracted)) {}
    void run();

private:
    // Slots
    uint32_t extra(uint32_t bytes);
    uint32_t constant(uint64_t bits, bool wide);
    uint32_t special(Special what, bool wide);
    uint32_t temporary(bool wide) {
        return wide ? (m_temporary64 ? m_temporary64 : m_temporary64 = extra(wideSlotBytes))
                    : (m_temporary32 ? m_temporary32 : m_temporary32 = extra(slotBytes));
    }
    uint32_t registerSlot(const Instruction& in, const Operand& operand, bool predicate = false) const;
    /// Of a register whose type has the size that is wanted.
    uint32_t fittingSlot(const Instruction& in, const Operand& operand, Type type) const;
    uint32_t source(const Instruction& in, const Operand& operand, Type type);
    uint32_t destination(const Instruction& in, const Operand& operand, Type type);
    Type registerType(const Operand& operand) const { return m_function.registers[operand.id].type; }
    uint32_t specialRegister(const Instruction& in, std::string_view name, bool wide);
    std::optional<uint64_t> symbolAddress(const Instruction& in, const Operand& operand, Space& space) const;
    Address address(const Instruction& in, const Operand& operand, Space* found = nullptr);

    // Operations
    Op& emit(const Instruction& in, Handler handler);
    void emitLane(const Instruction& in, const LaneKey& key, uint32_t d, uint32_t a, uint32_t b = 0, uint32_t c = 0);
    void setTarget(uint32_t block, int32_t meeting);
    void skipUnlessGuard(const Instruction& in, uint32_t block);

    void lowerAtLine(const Instruction& in, uint32_t block);
    void lower(const Instruction& in, uint32_t block);
    void lowerLane(const Instruction& in);
    bool lowerContracted(const Instruction& in);
    uint32_t negated(const Instruction& in, Type type, uint32_t slot, uint32_t into);
    void lowerMove(const Instruction& in);
    void lowerWidestMove(const Instruction& in);
    void lowerAddressConversion(const Instruction& in);
    void lowerClusterAddress(const Instruction& in);
    void lowerVideo(const Instruction& in);
    void lowerCopyBulk(const Instruction& in, Mods& mods);
    void requireSingleBlocks(const Instruction& in) const;
    void lowerPredicateLogic(const Instruction& in);
    void lowerMemory(const Instruction& in);
    void lowerAtomic(const Instruction& in);
    void lowerLoadOfParam(const Instruction& in, const Operand& target, Type type, const Operand& from, unsigned part);
    void lowerWarp(const Instruction& in);
    void lowerSync(const Instruction& in, uint32_t block);
    void lowerControl(const Instruction& in, uint32_t block);
    void lowerCall(const Instruction& in);
    void lowerCopyAsync(const Instruction& in);
    void lowerMbarrier(const Instruction& in);
    void emitMbarrier(const Instruction& in, uint16_t mode, const Operand& place, AccessSpace space);
    void lowerTexture(const Instruction& in);
    void lowerMatrix(const Instruction& in);
    void lowerMultiply(const Instruction& in, Mods& mods, bool isWmma);
    void lowerFragmentAccess(const Instruction& in, Mods& mods, bool store);
    Fragment fragment(const Instruction& in, const Operand& operand, Fragment::Role role, Type type, bool written);
    static void requireRegisters(const Instruction& in, const Fragment& f, unsigned rows, unsigned columns,
                                 unsigned copies);
    void emitMatrixAccess(const Instruction& in, Handler handler, const MatrixOp& matrix, const Operand& place,
                          AccessKind kind, AccessSpace space, unsigned bytes);
    void settleMatrices(size_t first, const std::function<void(uint32_t&)>& settle);

    std::span<const Operand> operands(const Instruction& in, size_t minimum, size_t maximum) const;

    struct Fixup {
        uint32_t op;
        int32_t target;  ///< block of this function, -1: none
        int32_t meeting; ///< likewise
    };

    ProgramLowerer& m_owner;
    Program& m_program;
    const ptx::Function& m_function;
    uint16_t m_index;
    FlowGraph m_graph;
    Contractions m_contracted;
    Slots m_slots;
    uint32_t m_firstBlock = 0;
    std::vector<Fixup> m_fixups;
    std::map<std::pair<uint64_t, bool>, uint32_t> m_constants; ///< to the position in the image
    std::vector<std::byte> m_image;
    std::map<std::pair<Special, bool>, uint32_t> m_specials;
    uint32_t m_windowEnd = 0;
    uint32_t m_temporary32 = 0, m_temporary64 = 0;
    uint32_t m_carry = 0;
    std::map<std::pair<uint32_t, bool>, uint32_t>
        m_kept;                                       ///< slot of a product's first or second factor, by instruction
    std::map<const ptx::Variable*, uint32_t> m_frame; ///< offset of local and param variables
    uint32_t m_frameBytes = 0;
};

/// Constants lie behind everything else, in one piece that is copied when a window is opened. Where that begins is
/// known only in the end: until then their offsets carry this mark.
constexpr uint32_t constantMark = 0x8000'0000u;

bool isScalarVideo(ptx::Opcode opcode);

/// Qualifiers that change neither what an instruction computes nor what it costs.
void ignoreOrder(Mods& mods);
void ignoreCaches(Mods& mods);
AccessSpace takeSpace(Mods& mods);
ValueKind valueKind(Type type);

} // namespace warplens::sim::simt
