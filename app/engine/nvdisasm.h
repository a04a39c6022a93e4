// SPDX-License-Identifier: GPL-3.0-or-later
// Where NVIDIA's disassembler is installed, it says whether ours reads machine code as it does: opcode by opcode.
#pragma once

#include "sim/sass/cubin.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warplens::engine {

/// $WARPLENS_NVDISASM, beside nvcc, or on $PATH; nothing where there is none.
std::optional<std::filesystem::path> findNvdisasm();

struct OpcodeDifference {
    std::string kernel;
    uint32_t offset = 0;
    std::string ours, theirs; ///< with modifiers: "LDG.E.128.CONSTANT"
};

struct OpcodeComparison {
    std::string version; ///< of nvdisasm: "11.8"
    size_t kernels = 0, instructions = 0;
    size_t unknown = 0; ///< of them, that nvdisasm passes over: it is older than they are
    std::vector<OpcodeDifference> different;
};

/// All of one architecture, of which nvdisasm is given nothing but the words: it need not know how a newer toolkit wraps them.
/// Throws EngineError where it does not run, or reads nothing.
OpcodeComparison compareOpcodes(std::span<const sim::sass::Function* const> functions, unsigned architecture,
                                const std::filesystem::path& nvdisasm);

/// Of the kernels of one cubin.
OpcodeComparison compareOpcodes(const std::string& cubin, const std::filesystem::path& nvdisasm);

/// "every opcode of 152 instructions is as nvdisasm 11.8 has it, but 3 that it does not know", or how many are not, and the first.
std::string comparisonText(const OpcodeComparison& comparison);

} // namespace warplens::engine
