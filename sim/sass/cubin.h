// SPDX-License-Identifier: GPL-3.0-or-later
// What lies in a cubin: the machine code of kernels (SASS), and which lines it comes from.
//
// PTX is not quite what runs: ptxas merges neighbouring narrow accesses to shared memory into wide ones where it can
// prove the alignment. The machine code lies in a cubin, an ELF file that NVRTC makes without a GPU. Compiled with
// -lineinfo it carries .nv_debug_line_sass, which maps each machine instruction to the line of the PTX it came from, and
// .debug_line, which maps it to that of the source.
#pragma once

#include "sim/sass/instruction.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplens::sim::sass {

/// The bytes are no cubin, or not one that can be read.
struct CubinError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Function {
    std::string name;
    std::vector<Instruction> instructions;
    unsigned registers = 0;   ///< of a thread; 0: unknown
    unsigned parameterAt = 0; ///< of a kernel: where in constant bank 0 its parameters begin
};

/// Constants that lie in the cubin: bank 2 has the compiler's own, 3 those of the source, 4 addresses.
struct ConstantBank {
    unsigned bank = 0;
    std::string function; ///< whose it is; empty: of all
    std::vector<std::byte> bytes;
};

struct Cubin {
    std::vector<Function> functions;
    std::vector<ConstantBank> constants;
    unsigned architecture = 0;      ///< compute capability times ten
    bool hasLines = false;          ///< .nv_debug_line_sass was there
    std::vector<std::string> files; ///< of the source, as the compiler named them; [0] is none
};

/// Throws CubinError.
Cubin readCubin(std::span<const std::byte> bytes);

} // namespace warplens::sim::sass
