// SPDX-License-Identifier: GPL-3.0-or-later
// A machine instruction, decoded: its operands, the text that nvdisasm has for it, and what it tells the scheduler.
//
// Terms
//   guard       the predicate under which lanes execute it
//   stall       cycles until the warp's next instruction may be issued: how results of a fixed latency are waited for
//   barrier     one of six counters of the warp (nvdisasm: scoreboard), raised by an instruction of variable latency until its
//               result is there (write barrier) or its sources have been read (read barrier); others wait for them
//   reuse       a source is kept in the operand cache of its place, for the next instruction
#pragma once

#include "sim/sass/opcode.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warplens::sim::sass {

struct Operand {
    enum class Kind : uint8_t {
        Register,
        Predicate,
        Integer,     ///< `value`
        Real,        ///< `real`
        Constant,    ///< of bank `bank`, at `value`, plus a register where `number` is one
        Address,     ///< see below
        Special,     ///< a special register
        Target,      ///< where a branch goes to: an offset in the function
        Convergence, ///< a convergence barrier
        Scoreboards, ///< `number` and how many may be left: `value`; `mask`: others that must be clear
        Word,        ///< anything else, as text
    };
    /// Reads as zero, and what is written is lost; of predicates: always true.
    static constexpr uint16_t zero = 255, always = 7;

    Kind kind = Kind::Register;
    bool uniform = false; ///< one for the warp
    bool written = false; ///< not read
    bool shown = true;    ///< false: text leaves it out
    bool negated = false; ///< of a predicate: `!`
    bool absolute = false;
    bool inverted = false; ///< all bits
    bool reused = false;
    bool isHexadecimal = true; ///< an Integer as text
    uint8_t registers = 1;     ///< one after the other
    uint8_t half = 0; ///< of two FP16 numbers: 0 as they are, 1 taken as FP32, 2 both the lower one, 3 both the upper
    uint16_t number = zero; ///< of a register; of Address: the base, `registers` of them
    int64_t value = 0;
    double real = 0;

    // Address: base * scale + uniform register + value
    bool hasUniform = false;    ///< `uniformNumber` counts
    bool hasDescriptor = false; ///< it is that of a descriptor, two registers
    uint16_t uniformNumber = zero;
    uint8_t uniformRegisters = 1;
    uint8_t scale = 1;
    uint8_t bank = 0;
    uint8_t mask = 0;
    std::string_view word; ///< of Word; behind a register: ".ROW"
};

struct Guard {
    uint8_t predicate = Operand::always;
    bool negated = false, uniform = false;
    bool always() const { return predicate == Operand::always && !negated; }
    bool never() const { return predicate == Operand::always && negated; }
};

struct Control {
    static constexpr uint8_t none = 7;

    uint8_t stall = 0;
    bool yield = false; ///< the scheduler had better go on with another warp
    uint8_t writeBarrier = none, readBarrier = none;
    uint8_t waitMask = 0; ///< barriers that must be clear
    uint8_t reuse = 0;    ///< by source: bit 0 the first
};

/// Memory instructions, by what they do.
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

/// A line of a source file, by the cubin's table of files.
struct SourceLine {
    uint16_t file = 0; ///< index into Cubin::files
    uint32_t line = 0; ///< 0: unknown
    bool operator==(const SourceLine&) const = default;
};

struct Instruction {
    Word word;
    uint32_t offset = 0; ///< in its function
    Op op = Op::Unknown;
    uint8_t architecture = 0; ///< compute capability times ten
    Kind kind = Kind::Other;
    uint8_t bytes = 0;    ///< of a memory access, for each lane
    uint32_t ptxLine = 0; ///< 0: unknown
    SourceLine source;

    const OpcodeRow& row() const { return rowOf(op); }
    Guard guard() const;
    Control control() const;
};

/// Decodes a word that lies at `offset` of its function.
Instruction decode(const Word& word, uint32_t offset, unsigned architecture);

std::vector<Operand> operandsOf(const Instruction& instruction);

/// "FFMA.FTZ", with all modifiers; of what is not known "?", and the bits of its opcode.
std::string opcodeText(const Instruction& instruction);
/// As cuobjdump prints it: "@!P0 LDG.E R4, desc[UR6][R2.64]".
std::string text(const Instruction& instruction);
/// "SR_TID.X"
std::string specialRegisterName(unsigned number);

} // namespace warplens::sim::sass
