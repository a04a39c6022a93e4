// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/placement.h"

#include "sim/simt/program.h"
#include "sim/simt/system_call.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

namespace warplens::sim::simt {

std::optional<uint64_t> handleOf(const ptx::Module& module, std::string_view name) {
    const ptx::Function* function = module.find(name);
    if (function == nullptr || !function->hasBody)
        return std::nullopt;
    const auto place = std::find_if(module.functions.begin(), module.functions.end(),
                                    [&](const auto& each) { return each.get() == function; });
    return functionHandles | static_cast<uint64_t>(place - module.functions.begin() + 1);
}

std::vector<const ptx::Function*> functionsWithPointers(const ptx::Module& module) {
    std::unordered_set<std::string_view> names;
    for (const ptx::Variable& variable : module.variables)
        for (const ptx::Variable::Relocation& relocation : variable.relocations)
            names.insert(relocation.symbol);
    for (const auto& function : module.functions)
        for (const ptx::Instruction& instruction : function->instructions)
            if (instruction.known && instruction.opcode != ptx::Opcode::call_)
                for (const ptx::Operand& operand : function->operandsOf(instruction))
                    if (operand.kind == ptx::Operand::Kind::Symbol && operand.variable < 0)
                        names.insert(operand.name);
    std::vector<const ptx::Function*> found;
    for (const std::string_view name : names)
        if (const ptx::Function* function = module.find(name);
            function != nullptr && function->hasBody && !function->isEntry)
            found.push_back(function);
    std::sort(found.begin(), found.end(), [](const auto* a, const auto* b) { return a->line < b->line; });
    return found;
}

Placement place(const ptx::Module& module, const MakeRoom& makeRoom) {
    std::unordered_set<std::string_view> defined;
    for (const ptx::Variable& variable : module.variables)
        if (!variable.isExtern)
            defined.insert(variable.name);
    Placement placement;
    std::vector<std::pair<const ptx::Variable*, memory::Allocation>> placed;
    for (const ptx::Variable& variable : module.variables) {
        if ((variable.space != ptx::Space::Global && variable.space != ptx::Space::Const) ||
            (variable.isExtern && defined.contains(variable.name)) || placement.variables.contains(variable.name))
            continue;
        const memory::Allocation made = makeRoom(&variable, variable.bytes);
        if (!variable.initial.empty())
            std::memcpy(made.host, variable.initial.data(), std::min<size_t>(variable.initial.size(), variable.bytes));
        placement.variables[variable.name] = made.base;
        placed.emplace_back(&variable, made);
    }
    for (const auto& [variable, made] : placed)
        for (const ptx::Variable::Relocation& relocation : variable->relocations) {
            auto value = static_cast<uint64_t>(relocation.addend);
            if (const auto global = placement.variables.find(relocation.symbol); global != placement.variables.end())
                value += global->second;
            else if (const auto handle = handleOf(module, relocation.symbol))
                value += *handle;
            else
                continue;
            if (relocation.at + relocation.bytes <= variable->bytes)
                std::memcpy(made.host + relocation.at, &value, std::min<size_t>(relocation.bytes, 8));
        }
    for (const auto& function : module.functions)
        if (!function->hasBody && placement.heap == 0 && usesHeap(function->name))
            placement.heap = makeRoom(nullptr, Heap::usualBytes).base;
    return placement;
}

} // namespace warplens::sim::simt
