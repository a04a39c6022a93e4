// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/program_lowerer.h"

#include "sim/simt/memory_access.h"
#include "sim/simt/placement.h"
#include "sim/simt/system_call.h"
#include "sim/simt/warp.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace warplens::sim::simt {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Space;

int32_t ProgramLowerer::functionIndex(std::string_view name) const {
    const auto found = m_functions.find(name);
    return found == m_functions.end() ? -1 : found->second;
}

std::optional<uint64_t> ProgramLowerer::functionHandle(std::string_view name) const {
    return handleOf(module(), name);
}

const ptx::Variable* ProgramLowerer::moduleVariable(std::string_view name) const {
    const auto found = m_variables.find(name);
    return found == m_variables.end() ? nullptr : found->second;
}

std::optional<uint64_t> ProgramLowerer::sharedAddress(const ptx::Variable* variable) const {
    const auto found = m_shared.find(variable);
    return found == m_shared.end() ? std::nullopt : std::optional(found->second);
}

std::optional<uint64_t> ProgramLowerer::moduleAddress(std::string_view name) const {
    const auto found = m_placement.variables.find(name);
    return found == m_placement.variables.end() ? std::nullopt : std::optional(found->second);
}

// These, and every function whose name they mention, directly or through others.
void ProgramLowerer::addFunctions(std::vector<const ptx::Function*> todo) {
    std::vector<std::string_view> names;
    std::unordered_set<std::string_view> seen;
    const auto add = [&](const ptx::Function* function) {
        m_functions[function->name] = static_cast<int32_t>(m_program.functions.size());
        m_program.functions.emplace_back().source = function;
    };
    for (const ptx::Function* function : todo)
        add(function);
    while (!todo.empty()) {
        const ptx::Function* function = todo.back();
        todo.pop_back();
        for (const Operand& operand : function->operands)
            if (operand.variable < 0 && !operand.name.empty())
                names.push_back(operand.name);
        while (!names.empty()) {
            const std::string_view name = names.back();
            names.pop_back();
            if (m_functions.contains(name) || !seen.insert(name).second)
                continue;
            // A table of functions (a class's virtual ones) is mentioned like any other variable.
            if (const ptx::Variable* variable = moduleVariable(name))
                for (const ptx::Variable::Relocation& relocation : variable->relocations)
                    names.push_back(relocation.symbol);
            const ptx::Function* callee = module().find(name);
            if (callee == nullptr || !callee->hasBody || callee->isEntry)
                continue;
            add(callee);
            todo.push_back(callee);
        }
        if (m_program.functions.size() > 60000)
            throw ptx::PtxError(function->line, "the kernel reaches more than 60000 functions");
    }
}

void ProgramLowerer::collectFunctions(std::string_view kernel) {
    const ptx::Function* entry = module().find(kernel);
    if (entry == nullptr || !entry->hasBody || !entry->isEntry) {
        std::string names;
        for (const std::string_view name : module().entryNames())
            names += (names.empty() ? "" : ", ") + std::string(name);
        throw ptx::PtxError(entry ? entry->line : 1,
                            names.empty() ? "the module has no kernel (an extern \"C\" __global__ function)"
                                          : fmt::format("there is no kernel '{}'; the module has {}", kernel, names));
    }
    addFunctions({entry});
    // A pointer to a function may come from anywhere: another kernel, or the host, which has read it from a variable.
    const auto callsPointers = [](const FunctionCode& code) {
        return std::any_of(
            code.source->instructions.begin(), code.source->instructions.end(), [&](const Instruction& in) {
                if (!in.known || in.opcode != Opcode::call_)
                    return false;
                const auto list = code.source->operandsOf(in);
                return std::any_of(list.begin(), list.end(),
                                   [](const Operand& operand) { return operand.kind == Operand::Kind::Register; });
            });
    };
    if (std::any_of(m_program.functions.begin(), m_program.functions.end(), callsPointers)) {
        std::vector<const ptx::Function*> others;
        for (const ptx::Function* function : functionsWithPointers(module()))
            if (!m_functions.contains(function->name))
                others.push_back(function);
        addFunctions(std::move(others));
    }
    m_program.functionOfHandle.assign(module().functions.size(), -1);
    for (size_t i = 0; i < module().functions.size(); ++i)
        if (module().functions[i]->hasBody)
            m_program.functionOfHandle[i] = functionIndex(module().functions[i]->name);
}

void ProgramLowerer::placeShared() {
    placeReservedShared();
    uint64_t end = m_program.reservedSharedBytes;
    std::vector<const ptx::Variable*> dynamic;
    const auto place = [&](const ptx::Variable& variable) {
        if (variable.space != Space::Shared)
            return;
        if (variable.bytes == 0 || variable.isExtern) {
            dynamic.push_back(&variable);
            return;
        }
        end = (end + variable.align - 1) / variable.align * variable.align;
        m_shared[&variable] = end;
        m_program.sharedVariables.push_back({std::string(variable.name), end, variable.bytes, false});
        end += variable.bytes;
    };
    for (const FunctionCode& code : m_program.functions)
        for (const ptx::Variable& variable : code.source->variables)
            place(variable);
    // Of the module's shared variables only those that are mentioned take room.
    for (const ptx::Variable& variable : module().variables) {
        bool mentioned = false;
        for (const FunctionCode& code : m_program.functions)
            for (const Operand& operand : code.source->operands)
                mentioned |= operand.variable < 0 && !operand.name.empty() && operand.name == variable.name;
        if (mentioned)
            place(variable);
    }
    for (const ptx::Variable* variable : dynamic)
        end = (end + variable->align - 1) / variable->align * variable->align;
    for (const ptx::Variable* variable : dynamic) {
        m_shared[variable] = end;
        m_program.sharedVariables.push_back({std::string(variable->name), end, 0, true});
    }
    m_program.staticSharedBytes = end;
}

void ProgramLowerer::placeReservedShared() {
    for (const FunctionCode& code : m_program.functions)
        for (const Operand& operand : code.source->operands)
            if (operand.kind == Operand::Kind::Special && operand.name.starts_with("%reserved_smem_offset")) {
                m_program.sharedVariables.push_back({"reserved by the system", 0, reservedSharedBytes, false});
                m_program.reservedSharedBytes = reservedSharedBytes;
                return;
            }
}

void ProgramLowerer::run(std::string_view kernel) {
    for (const ptx::Variable& variable : module().variables)
        if (const auto [known, isNew] = m_variables.try_emplace(variable.name, &variable);
            !isNew && known->second->isExtern)
            known->second = &variable;
    collectFunctions(kernel);
    placeShared();
    const auto allocates = [](const FunctionCode& code) {
        return std::any_of(code.source->operands.begin(), code.source->operands.end(),
                           [](const Operand& operand) { return operand.variable < 0 && usesHeap(operand.name); });
    };
    if (std::any_of(m_program.functions.begin(), m_program.functions.end(), allocates))
        m_program.heap = m_placement.heap;
    const ptx::Function& entry = *m_program.functions.front().source;
    m_program.kernel = entry.name;
    m_program.paramBytes = parameterBytes(entry);
    for (size_t i = 0; i < m_program.functions.size(); ++i)
        lowerFunction(*this, static_cast<uint16_t>(i));
    for (Op& op : m_program.ops)
        if (op.run == runBranch || op.run == runJump)
            op.target = m_program.ops.data() + op.table;
}

uint64_t parameterBytes(const ptx::Function& kernel) {
    uint64_t bytes = 0;
    for (const ptx::Variable& parameter : kernel.params)
        bytes = (bytes + parameter.align - 1) / parameter.align * parameter.align + parameter.bytes;
    return bytes;
}

bool blocksTalk(const Program& program) {
    const auto talks = [](const MemoryOp& memory) {
        if (memory.space == AccessSpace::Shared || memory.space == AccessSpace::Local)
            return false;
        const bool rounds = memory.value == ValueKind::Float || memory.value == ValueKind::Half ||
                            memory.value == ValueKind::Half2 || memory.value == ValueKind::Bfloat ||
                            memory.value == ValueKind::Bfloat2;
        if (memory.kind == AccessKind::Atomic)
            return !memory.noReturn || (rounds && memory.atomic == AtomicOp::Add);
        return memory.ordered;
    };
    return program.heap != 0 || std::any_of(program.memoryOps.begin(), program.memoryOps.end(), talks);
}

Program lower(std::shared_ptr<const ptx::Module> module, std::string_view kernel, const Placement& placement) {
    Program program;
    program.module = std::move(module);
    ProgramLowerer(program, placement).run(kernel);
    return program;
}

Program lower(std::shared_ptr<const ptx::Module> module, std::string_view kernel, memory::DeviceMemory& memory) {
    const Placement placement = place(*module, [&](const ptx::Variable* variable, uint64_t bytes) {
        return variable != nullptr ? memory.allocate(bytes, variable->name, variable->space == Space::Const)
                                   : memory.allocate(bytes, "the heap of malloc", false, {}, false);
    });
    return lower(std::move(module), kernel, placement);
}

} // namespace warplens::sim::simt
