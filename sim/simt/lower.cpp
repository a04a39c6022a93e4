// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the PTX of a kernel and of the functions it may call into operations. Each family of opcodes.def has its
// function in one of the files lower_*.cpp.
#include "sim/simt/lowering.h"
#include "sim/simt/placement.h"

#include <algorithm>
#include <unordered_set>

namespace warplens::sim::simt {

/// What is refused is refused at its line of the CUDA source too, where the compiler told.
void FunctionLowerer::lowerAtLine(const Instruction& in, uint32_t block) {
    try {
        lower(in, block);
    } catch (const ptx::PtxError& error) {
        const ptx::Location& location = m_program.ownLocationOf(in);
        if (location.line == 0)
            throw;
        throw ptx::PtxError(error.line,
                            fmt::format("{}:{}: {}", m_program.fileName(location.file), location.line, error.message));
    }
}

void FunctionLowerer::lower(const Instruction& in, uint32_t block) {
    if (!in.known) {
        const std::string_view name = in.mnemonic();
        const auto begins = [&](std::string_view part) { return name.starts_with(part); };
        if (begins("multimem"))
            refuse(in, "Warplens runs kernels on one GPU only");
        if (begins("tensormap"))
            refuse(in, "Warplens does not know the bulk copies of tensors");
        if (begins("tex") || begins("tld4") || begins("txq") || begins("suld") || begins("sust") || begins("sured") ||
            begins("suq") || begins("istypep"))
            refuse(in, "of textures and surfaces Warplens knows tex, tld4, suld and sust");
        if (begins("wgmma") || begins("tcgen05"))
            refuse(in, "Warplens multiplies matrices with mma and wmma only");
        refuse(in, "Warplens does not know this instruction");
    }
    if (!isScalarVideo(in.opcode))
        for (const Operand& operand : m_function.operandsOf(in))
            if (operand.kind == Operand::Kind::Register && !operand.name.empty())
                refuse(in, "only video instructions take a part of a register");
    if (ptx::opcodeInfo(in.opcode).family != ptx::Family::Matrix)
        for (size_t i = 0; i < in.typeCount; ++i)
            if (ptx::isPartOfByte(in.type(i)))
                refuse(in, fmt::format("Warplens knows .{} in products of matrices only", ptx::typeName(in.type(i))));
    switch (ptx::opcodeInfo(in.opcode).family) {
    case ptx::Family::Lane:
        return lowerLane(in);
    case ptx::Family::Memory:
        return lowerMemory(in);
    case ptx::Family::Warp:
        return lowerWarp(in);
    case ptx::Family::Sync:
        return lowerSync(in, block);
    case ptx::Family::Control:
        return lowerControl(in, block);
    case ptx::Family::Async:
        return in.opcode == Opcode::cp_ ? lowerCopyAsync(in) : lowerMbarrier(in);
    case ptx::Family::Matrix:
        return lowerMatrix(in);
    case ptx::Family::Texture:
        return lowerTexture(in);
    }
}

void FunctionLowerer::run() {
    m_windowEnd = m_slots.bytes;
    FunctionCode& code = m_program.functions[m_index];
    // The frame: what calls pass and return, and the function's own local variables.
    const auto place = [&](const ptx::Variable& variable) {
        m_frameBytes = (m_frameBytes + variable.align - 1) / variable.align * variable.align;
        m_frame[&variable] = m_frameBytes;
        m_frameBytes += static_cast<uint32_t>(std::min<uint64_t>(variable.bytes, 1u << 24));
    };
    if (!m_function.isEntry)
        for (const ptx::Variable& variable : m_function.params)
            place(variable);
    for (const ptx::Variable& variable : m_function.returns)
        place(variable);
    for (const ptx::Variable& variable : m_function.variables)
        if (variable.space == Space::Local || variable.space == Space::Param)
            place(variable);
    m_frameBytes = (m_frameBytes + 15) / 16 * 16;
    code.frameBytes = m_frameBytes;
    if (!m_function.isEntry)
        for (const ptx::Variable& variable : m_function.params)
            code.paramOffsets.push_back(m_frame.at(&variable));
    for (const ptx::Variable& variable : m_function.returns)
        code.returnOffsets.push_back(m_frame.at(&variable));

    m_firstBlock = static_cast<uint32_t>(m_program.blocks.size());
    const auto firstOp = static_cast<uint32_t>(m_program.ops.size());
    const auto firstMemory = static_cast<uint32_t>(m_program.memoryOps.size());
    const size_t firstMatrix = m_program.matrixOps.size(), firstTexture = m_program.textureOps.size();
    const auto firstBranch = static_cast<uint32_t>(m_program.indexedBranches.size());
    code.entry = firstOp;
    code.firstBlock = m_firstBlock;
    const auto blocks = static_cast<uint32_t>(m_graph.blocks.size());
    for (uint32_t b = 0; b < blocks; ++b) {
        const FlowBlock& block = m_graph.blocks[b];
        BasicBlock& made = m_program.blocks.emplace_back();
        made.firstInstruction = block.first;
        made.endInstruction = block.end;
        made.function = m_index;
        made.enter = static_cast<uint32_t>(m_program.ops.size());
        made.postDominator = block.postDominator < 0 ? -1 : static_cast<int32_t>(m_firstBlock) + block.postDominator;
        Op& enter = m_program.ops.emplace_back();
        enter.run = runEnter;
        enter.extra = m_firstBlock + b;
        enter.function = m_index;
        enter.instruction = block.first < m_function.instructions.size()
                                ? block.first
                                : static_cast<uint32_t>(std::max<size_t>(1, m_function.instructions.size()) - 1);
        for (uint32_t i = block.first; i < block.end; ++i)
            lowerAtLine(m_function.instructions[i], b);
    }
    Op& end = m_program.ops.emplace_back(); // of the return block
    end.run = m_function.isEntry ? runExit : runReturn;
    end.function = m_index;
    end.instruction = m_program.ops[m_program.blocks.back().enter].instruction;

    const auto enterOf = [&](int32_t block) {
        return block < 0 ? -1
                         : static_cast<int64_t>(m_program.blocks[m_firstBlock + static_cast<uint32_t>(block)].enter);
    };
    for (const Fixup& fixup : m_fixups) {
        m_program.ops[fixup.op].table =
            static_cast<uint64_t>(enterOf(fixup.target)); // run() of the program makes it a pointer
        m_program.ops[fixup.op].imm = enterOf(fixup.meeting);
    }
    for (size_t i = firstBranch; i < m_program.indexedBranches.size(); ++i) {
        IndexedBranch& branch = m_program.indexedBranches[i];
        for (uint32_t& target : branch.targets)
            target = static_cast<uint32_t>(enterOf(static_cast<int32_t>(target)));
        branch.reconverge = static_cast<int32_t>(enterOf(branch.reconverge));
    }

    // Now it is known where the constants lie.
    code.imageAt = extra(0);
    m_windowEnd = code.imageAt + static_cast<uint32_t>(m_image.size());
    code.image = std::move(m_image);
    code.windowBytes = (m_windowEnd + 63) / 64 * 64;
    const auto settle = [&](uint32_t& slot) {
        if (slot & constantMark)
            slot = code.imageAt + (slot & ~constantMark);
    };
    for (size_t i = firstOp; i < m_program.ops.size(); ++i) {
        Op& op = m_program.ops[i];
        for (uint32_t* slot : {&op.d, &op.a, &op.b, &op.c, &op.e})
            settle(*slot);
    }
    for (size_t i = firstMemory; i < m_program.memoryOps.size(); ++i)
        for (uint32_t& slot : m_program.memoryOps[i].registers)
            settle(slot);
    settleMatrices(firstMatrix, settle);
    for (size_t i = firstTexture; i < m_program.textureOps.size(); ++i)
        m_program.textureOps[i].settle(settle);
}

// ---- the program ------------------------------------------------------------------------------------------------

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
        return std::any_of(code.source->operands.begin(), code.source->operands.end(), [](const Operand& operand) {
            return operand.name == "malloc" || operand.name == "__cuda_syscall_aligned_malloc" ||
                   operand.name == "free";
        });
    };
    if (std::any_of(m_program.functions.begin(), m_program.functions.end(), allocates))
        m_program.heap = m_placement.heap;
    const ptx::Function& entry = *m_program.functions.front().source;
    m_program.kernel = entry.name;
    for (const ptx::Variable& parameter : entry.params) {
        m_program.paramBytes = (m_program.paramBytes + parameter.align - 1) / parameter.align * parameter.align;
        m_program.paramBytes += parameter.bytes;
    }
    for (size_t i = 0; i < m_program.functions.size(); ++i)
        FunctionLowerer(*this, static_cast<uint16_t>(i)).run();
    for (Op& op : m_program.ops)
        if (op.run == runBranch || op.run == runJump)
            op.target = m_program.ops.data() + op.table;
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
