// SPDX-License-Identifier: GPL-3.0-or-later
// Makes operations of the instructions of a function. What each becomes is the business of the function that its row in
// opcodes.def names (lowerings.h).
#include "sim/simt/lowerings.h"

#include <algorithm>
#include <array>

namespace warplens::sim::simt {
namespace lowerings {

constexpr std::array<Lowering, static_cast<size_t>(0)
#define PTX_OPCODE(mnemonic, operands, family, lowering, section, summary) +1
#include "sim/ptx/opcodes.def"
#undef PTX_OPCODE
                     >
    all{
#define PTX_OPCODE(mnemonic, operands, family, lowering, section, summary) lowering,
#include "sim/ptx/opcodes.def"
#undef PTX_OPCODE
    };

} // namespace lowerings

Lowering loweringOf(Opcode opcode) {
    return lowerings::all[static_cast<size_t>(opcode)];
}

namespace {

[[noreturn]] void refuseUnknown(const Instruction& in) {
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

void lowerKnown(FunctionLowering& f, const Instruction& in) {
    if (!in.known)
        refuseUnknown(in);
    const Lowering lowering = loweringOf(in.opcode);
    if (lowering != &lowerings::scalarVideo)
        for (const Operand& operand : f.function().operandsOf(in))
            if (operand.kind == Operand::Kind::Register && !operand.name.empty())
                refuse(in, "only video instructions take a part of a register");
    if (ptx::opcodeInfo(in.opcode).family != ptx::Family::Matrix)
        for (size_t i = 0; i < in.typeCount; ++i)
            if (ptx::isPartOfByte(in.type(i)))
                refuse(in, fmt::format("Warplens knows .{} in products of matrices only", ptx::typeName(in.type(i))));
    lowering(f, in);
}

/// What is refused is refused at its line of the CUDA source too, where the compiler told.
void lowerAtLine(FunctionLowering& f, const Instruction& in) {
    try {
        lowerKnown(f, in);
    } catch (const ptx::PtxError& error) {
        const Program& program = f.program();
        const ptx::Location& location = program.ownLocationOf(in);
        if (location.line == 0)
            throw;
        throw ptx::PtxError(error.line,
                            fmt::format("{}:{}: {}", program.fileName(location.file), location.line, error.message));
    }
}

/// What a program has of each kind, where a function begins.
struct Marks {
    explicit Marks(const Program& program)
        : op(program.ops.size())
        , memory(program.memoryOps.size())
        , matrix(program.matrixOps.size())
        , texture(program.textureOps.size())
        , branch(program.indexedBranches.size()) {}
    size_t op, memory, matrix, texture, branch;
};

void describeFrame(const FunctionLowering& f, FunctionCode& code) {
    const Frame& frame = f.frame();
    code.frameBytes = frame.bytes;
    if (!f.function().isEntry)
        for (const ptx::Variable& variable : f.function().params)
            code.paramOffsets.push_back(frame.offsets.at(&variable));
    for (const ptx::Variable& variable : f.function().returns)
        code.returnOffsets.push_back(frame.offsets.at(&variable));
}

void lowerBlock(FunctionLowering& f, uint16_t index, uint32_t number) {
    Program& program = f.program();
    const FlowBlock& block = f.graph().blocks[number];
    const auto& instructions = f.function().instructions;
    const uint32_t firstBlock = program.functions[index].firstBlock;
    BasicBlock& made = program.blocks.emplace_back();
    made.firstInstruction = block.first;
    made.endInstruction = block.end;
    made.function = index;
    made.enter = static_cast<uint32_t>(program.ops.size());
    made.postDominator = block.postDominator < 0 ? -1 : static_cast<int32_t>(firstBlock) + block.postDominator;
    Op& enter = program.ops.emplace_back();
    enter.run = runEnter;
    enter.extra = firstBlock + number;
    enter.function = index;
    enter.instruction = block.first < instructions.size()
                            ? block.first
                            : static_cast<uint32_t>(std::max<size_t>(1, instructions.size()) - 1);
    f.enterBlock(number);
    for (uint32_t i = block.first; i < block.end; ++i)
        lowerAtLine(f, instructions[i]);
}

/// Branches lead to operations, now that these have their places.
void settleBranches(const FunctionLowering& f, Program& program, const FunctionCode& code, const Marks& first) {
    const auto enterOf = [&](int32_t block) {
        return block < 0 ? -1
                         : static_cast<int64_t>(program.blocks[code.firstBlock + static_cast<uint32_t>(block)].enter);
    };
    for (const FunctionLowering::Fixup& fixup : f.fixups()) {
        program.ops[fixup.op].table = static_cast<uint64_t>(enterOf(fixup.target)); // the program makes it a pointer
        program.ops[fixup.op].imm = enterOf(fixup.meeting);
    }
    for (size_t i = first.branch; i < program.indexedBranches.size(); ++i) {
        IndexedBranch& branch = program.indexedBranches[i];
        for (uint32_t& target : branch.targets)
            target = static_cast<uint32_t>(enterOf(static_cast<int32_t>(target)));
        branch.reconverge = static_cast<int32_t>(enterOf(branch.reconverge));
    }
}

/// Now it is known where the constants lie.
void settleSlots(const SlotRoom& room, Program& program, const Marks& first) {
    const auto settle = [&](uint32_t& slot) { room.settle(slot); };
    for (size_t i = first.op; i < program.ops.size(); ++i) {
        Op& op = program.ops[i];
        for (uint32_t* slot : {&op.d, &op.a, &op.b, &op.c, &op.e})
            settle(*slot);
    }
    for (size_t i = first.memory; i < program.memoryOps.size(); ++i)
        for (uint32_t& slot : program.memoryOps[i].registers)
            settle(slot);
    for (size_t i = first.matrix; i < program.matrixOps.size(); ++i) {
        MatrixOp& matrix = program.matrixOps[i];
        for (Fragment* fragment : {&matrix.a, &matrix.b, &matrix.c, &matrix.d})
            for (uint32_t& slot : fragment->places)
                settle(slot);
        settle(matrix.stride);
    }
    for (size_t i = first.texture; i < program.textureOps.size(); ++i)
        program.textureOps[i].settle(settle);
}

} // namespace

void lowerFunction(ProgramLowerer& owner, uint16_t index) {
    FunctionLowering f(owner, index);
    Program& program = owner.program();
    FunctionCode& code = program.functions[index];
    const Marks first(program);
    describeFrame(f, code);
    code.entry = static_cast<uint32_t>(program.ops.size());
    code.firstBlock = static_cast<uint32_t>(program.blocks.size());
    for (uint32_t number = 0; number < f.graph().blocks.size(); ++number)
        lowerBlock(f, index, number);
    Op& end = program.ops.emplace_back(); // of the return block
    end.run = f.function().isEntry ? runExit : runReturn;
    end.function = index;
    end.instruction = program.ops[program.blocks.back().enter].instruction;
    settleBranches(f, program, code, first);
    f.room().close();
    settleSlots(f.room(), program, first);
}

} // namespace warplens::sim::simt
