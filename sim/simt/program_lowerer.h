// SPDX-License-Identifier: GPL-3.0-or-later
// From PTX to operations: the functions that a kernel reaches, and where its variables lie. Not for others: they call
// lower(), which program.h declares.
#pragma once

#include "sim/simt/program.h"

#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warplens::sim::simt {

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

/// Makes operations of one function of the program.
void lowerFunction(ProgramLowerer& owner, uint16_t index);

} // namespace warplens::sim::simt
