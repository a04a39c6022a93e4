// SPDX-License-Identifier: GPL-3.0-or-later
// Which machine instruction a word is: the rows of opcodes.def, made ready for use.
#pragma once

#include "sim/sass/word.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::sim::sass {

struct Instruction;
struct Operand;
using OperandFunction = void (*)(const Instruction&, std::vector<Operand>&);
using WidthFunction = unsigned (*)(const Instruction&);
using ModifierFunction = std::string (*)(const Instruction&);

enum class Op : uint16_t {
    Unknown,
#define SASS(identifier, opcode, mnemonic, unit, modifiers, operands) identifier,
#define SASS_FROM(architecture, identifier, opcode, mnemonic, unit, modifiers, operands) identifier,
#define SASS_UNTIL(architecture, identifier, opcode, mnemonic, unit, modifiers, operands) identifier,
#include "sim/sass/opcodes.def"
#undef SASS
#undef SASS_FROM
#undef SASS_UNTIL
};

/// What executes it, named as Nsight Compute names its pipelines.
enum class Unit : uint8_t {
    None,
    Fma,     ///< FP32 and integer multiplication
    Alu,     ///< other arithmetic of 32 bits, comparison, logic
    Half,    ///< FP16
    Double,  ///< FP64
    Xu,      ///< transcendental functions, conversions
    Tensor,  ///< matrices
    Uniform, ///< one value for the warp
    Lsu,     ///< loads, stores, atomics, shuffles
    Adu,     ///< constants by address, barriers of the block
    Cbu,     ///< branches and convergence
};
std::string_view unitName(Unit unit); ///< "fma"

/// A part of a mnemonic behind a dot.
struct ModifierPiece {
    enum class Kind : uint8_t { Flag, Clear, Names, Always, Function };
    Kind kind = Kind::Always;
    uint8_t at = 0, count = 0;
    std::string_view name; ///< of Flag, Clear, Always
    std::vector<std::string_view> names;
    ModifierFunction function = nullptr;
};

/// An operand as its row describes it.
struct OperandPiece {
    enum class Kind : uint8_t {
        Destination,
        A,
        B,
        C,
        Slot,     ///< bits 32-63
        Register, ///< of the bits from `at` on
        PredicateOut,
        PredicateIn,
        Number,
        Function,
    };
    Kind kind = Kind::Function;
    bool uniform = false; ///< a uniform predicate
    bool optional = false;
    bool mayNegate = false, mayAbsolute = false, mayInvert = false;
    uint8_t at = 0, count = 0; ///< bits
    uint8_t other = 0;         ///< of an optional predicate: that of the next one, which must be left out, too
    uint8_t half = 0;          ///< where the bits of a half's choice are; 0: nowhere
    uint8_t registers = 1;
    WidthFunction width = nullptr; ///< instead of `registers`
    OperandFunction function = nullptr;
};

struct OpcodeRow {
    Op op = Op::Unknown;
    std::string_view mnemonic;
    Unit unit = Unit::None;
    std::vector<ModifierPiece> modifiers;
    std::vector<OperandPiece> operands;
};

/// `architecture`: compute capability times ten.
Op opcodeOf(const Word& word, unsigned architecture);
const OpcodeRow& rowOf(Op op);
std::span<const OpcodeRow> opcodeRows();

// The functions that opcodes.def names; they throw std::logic_error where there is none of that name.
OperandFunction operandFunction(std::string_view name);
WidthFunction widthFunction(std::string_view name);
ModifierFunction modifierFunction(std::string_view name);

/// Bits 9-11: where the second and the third source come from.
inline unsigned formOf(const Word& word) {
    return static_cast<unsigned>(word.bits(9, 3));
}

} // namespace warplens::sim::sass
