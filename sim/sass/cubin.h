// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine code of a kernel (SASS) tells about its memory instructions.
//
// PTX is not quite what runs: ptxas merges neighbouring narrow accesses to shared memory into wide ones where it can
// prove the alignment. The machine code lies in a cubin, an ELF file that NVRTC makes without a GPU. Compiled with
// -lineinfo it carries .nv_debug_line_sass, which maps each machine instruction to the line of the PTX it came from.
//
// Facts used, checked against cuobjdump --dump-sass for sm_90 (CUDA 13.0): an instruction has 16 bytes, little
// endian; bits 0-11 are the opcode, bits 12-14 the guard predicate (7: always), bit 15 negates it, bits 73-75 the width
// of a memory access.
#pragma once

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

enum class Kind : uint8_t {
    Other,
    SharedLoad,
    SharedStore,
    GlobalLoad,
    GlobalStore,
    GenericLoad,
    GenericStore,
    LocalLoad,
    LocalStore,
    SharedAtomic,
    SharedCount, ///< ATOMS.POPC.INC: adds the number of lanes that name an address
    GlobalAtomic,
    Copy,   ///< LDGSTS: from global to shared memory
    Branch, ///< BRA, EXIT
};

struct Instruction {
    uint32_t offset = 0; ///< in its function
    uint16_t opcode = 0;
    Kind kind = Kind::Other;
    uint8_t bytes = 0; ///< of a memory access, for each lane
    bool guarded = false;
    bool never = false;   ///< under @!PT: executed, and without effect
    uint32_t ptxLine = 0; ///< 0: unknown
};

struct Function {
    std::string name;
    std::vector<Instruction> instructions;
    unsigned registers = 0; ///< of a thread; 0: unknown
};

struct Cubin {
    std::vector<Function> functions;
    bool hasLines = false; ///< .nv_debug_line_sass was there
};

/// Throws CubinError.
Cubin readCubin(std::span<const std::byte> bytes);

} // namespace warplens::sim::sass
