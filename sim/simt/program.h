// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel and the functions it may call, ready to run: operations in a row, basic blocks with the places where
// divergent lanes meet again, registers with their slots. Made once, shared by all blocks and threads.
#pragma once

#include "sim/memory/device_memory.h"
#include "sim/ptx/module.h"
#include "sim/simt/machine.h"
#include "sim/simt/matrix.h"
#include "sim/simt/texture.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warplens::sim::simt {

enum class Special : uint8_t {
    TidX,
    TidY,
    TidZ,
    NtidX,
    NtidY,
    NtidZ,
    CtaidX,
    CtaidY,
    CtaidZ,
    NctaidX,
    NctaidY,
    NctaidZ,
    LaneId,
    WarpId,
    NwarpId,
    SmId,
    NsmId,
    GridId,
    LanemaskEq,
    LanemaskLe,
    LanemaskLt,
    LanemaskGe,
    LanemaskGt,
    DynamicSmemSize,
    TotalSmemSize,
    EnvReg1,
    EnvReg2,
    ClusterCtaRank,
    ClusterNctaRank,
    ClusterCtaidX,
    ClusterCtaidY,
    ClusterCtaidZ,
    ClusterNctaidX,
    ClusterNctaidY,
    ClusterNctaidZ,
    ClusteridX,
    ClusteridY,
    ClusteridZ,
    NclusteridX,
    NclusteridY,
    NclusteridZ,
    Frame,
    Zero,
};

/// A slot that has to be filled when a window is opened.
struct SpecialSlot {
    Special what;
    uint32_t slot;
    bool wide; ///< 64 bits
};
struct ParamSlot {
    uint32_t offset; ///< in the kernel's parameters
    uint8_t bytes;
    bool signedValue;
    uint32_t slot;
    bool wide;
};

/// Bytes of one lane that go from the caller's .param variables to the callee's, or back.
struct ParamCopy {
    uint32_t from, to, bytes; ///< offsets in the two frames
};

struct BasicBlock {
    uint32_t firstInstruction = 0, endInstruction = 0; ///< PTX instructions of the function
    uint32_t enter = 0;                                ///< index of its Enter in ops
    int32_t postDominator = -1;                        ///< index of a block of the program, -1: the function's end
    uint16_t function = 0;
};

struct FunctionCode {
    const ptx::Function* source = nullptr;
    uint32_t entry = 0;      ///< index into ops
    uint32_t firstBlock = 0; ///< index into blocks
    uint32_t windowBytes = 0;
    uint32_t imageAt = 0;         ///< where in the window ...
    std::vector<std::byte> image; ///< ... the constants lie
    std::vector<SpecialSlot> specials;
    std::vector<ParamSlot> params; ///< of a kernel
    uint32_t frameBytes = 0;       ///< local memory of a lane: .local variables and .param variables
    std::vector<uint32_t> paramOffsets, returnOffsets; ///< in the frame, of a function that is called
};

struct CallSite {
    int32_t function = -1;                    ///< -1: indirect
    uint32_t targetSlot = 0;                  ///< of an indirect call: 64-bit function handles
    std::vector<uint32_t> arguments, results; ///< offsets of .param variables in the caller's frame
    std::vector<uint32_t> argumentBytes, resultBytes;
};

struct IndexedBranch {
    std::vector<uint32_t> targets; ///< indices into ops
    int32_t reconverge = -1;
};

/// A variable with an address: shared variables as bytes from the start of the block's shared memory, global and
/// constant ones as device addresses once the program is loaded.
struct SharedVariable {
    std::string name;
    uint64_t offset = 0, bytes = 0;
    bool dynamic = false;
};

struct Program {
    std::shared_ptr<const ptx::Module> module;
    std::string kernel;
    std::vector<FunctionCode> functions;   ///< [0] is the kernel
    std::vector<int32_t> functionOfHandle; ///< by index into the module's functions; -1: the kernel cannot reach it
    std::vector<Op> ops;
    std::vector<BasicBlock> blocks;
    std::vector<MemoryOp> memoryOps;
    std::vector<CallSite> calls;
    std::vector<IndexedBranch> indexedBranches;
    std::vector<MatrixOp> matrixOps;
    uint32_t morePatterns = 0; ///< of memory operations that make several requests
    std::vector<TextureOp> textureOps;
    std::vector<SharedVariable> sharedVariables;
    uint64_t staticSharedBytes = 0;
    uint64_t reservedSharedBytes = 0; ///< of these, at the beginning, the system's own: they are never uninitialized
    uint64_t paramBytes = 0;
    uint64_t heap = 0; ///< address of the memory that malloc hands out; 0: the kernel does not call it

    /// The basic block that the operation belongs to.
    const BasicBlock& blockOf(const Op* op) const {
        const auto index = static_cast<uint32_t>(op - ops.data());
        const auto after = std::upper_bound(blocks.begin(), blocks.end(), index,
                                            [](uint32_t i, const BasicBlock& block) { return i < block.enter; });
        return *(after - 1);
    }
    /// Counted from the first block of its function.
    uint32_t numberInFunction(const BasicBlock& block) const {
        return static_cast<uint32_t>(&block - blocks.data()) - functions[block.function].firstBlock;
    }
    const ptx::Instruction& instructionOf(const Op& op) const {
        return functions[op.function].source->instructions[op.instruction];
    }
    const ptx::Location& locationOf(const ptx::Instruction& instruction) const {
        return module->locations[instruction.location];
    }
    /// Where the operation comes from in the CUDA source; where the compiler did not say, the place of what stands before
    /// it.
    const ptx::Location& placeOf(const Op& op) const {
        const auto& instructions = functions[op.function].source->instructions;
        uint32_t i = op.instruction;
        while (i > 0 && ownLocationOf(instructions[i]).line == 0)
            --i;
        return ownLocationOf(instructions[i]);
    }
    /// Of code that was inlined from a header, the line of the file that called it, directly or through others.
    const ptx::Location& ownLocationOf(const ptx::Instruction& instruction) const {
        const ptx::Location* outermost = &locationOf(instruction);
        for (int depth = 0; outermost->inlinedAt != 0 && depth < 256; ++depth)
            outermost = &module->locations[outermost->inlinedAt];
        const ptx::Location* place = &locationOf(instruction);
        while (place != outermost && place->file != outermost->file && place->inlinedAt != 0)
            place = &module->locations[place->inlinedAt];
        return *place;
    }
    std::string_view fileName(uint32_t file) const {
        const auto found = module->files.find(file);
        return found == module->files.end() ? std::string_view() : found->second;
    }
};

/// That the kernel's parameters take, each at its alignment.
uint64_t parameterBytes(const ptx::Function& kernel);

/// Whether what a block does may depend on what others have done before: it asks with an atomic operation, a volatile or
/// ordered access, adds numbers whose sum depends on the order, or takes memory from the heap.
bool blocksTalk(const Program& program);

/// Where the variables of a module lie in a device's memory. Made once for each device: its kernels share them.
struct Placement {
    std::unordered_map<std::string_view, uint64_t> variables; ///< addresses of global and constant ones, by name
    uint64_t heap = 0;                                        ///< from which kernels allocate; 0: none does
};

/// Makes room for a variable of the module, or for the heap (nullptr).
using MakeRoom = std::function<memory::Allocation(const ptx::Variable* variable, uint64_t bytes)>;

/// Gives every variable its place and its initial value. What only declares a variable that the module also defines
/// is no variable of its own.
Placement place(const ptx::Module& module, const MakeRoom& makeRoom);

/// Prepares a kernel whose module's variables are placed. Throws ptx::PtxError where it needs something that is not
/// known, naming the instruction and its line.
Program lower(std::shared_ptr<const ptx::Module> module, std::string_view kernel, const Placement& placement);

/// The same for a kernel by itself: the variables are placed in `memory`, which the launch then uses.
Program lower(std::shared_ptr<const ptx::Module> module, std::string_view kernel, memory::DeviceMemory& memory);

} // namespace warplens::sim::simt
