// SPDX-License-Identifier: GPL-3.0-or-later
// A PTX module as it was written: variables, functions, instructions with their operands, and the
// source lines that `.loc` gives them. Nothing is resolved here but registers; sim/simt turns a kernel
// of a module into something that runs.
//
// Terms
//   line      a line of the PTX text, from 1
//   location  a line of the CUDA source, from `.loc`; 0 where the compiler gave none
//   symbol    the name of a variable, a function, a parameter or a label
#pragma once

#include "sim/ptx/opcode.h"
#include "sim/ptx/type.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warplens::sim::ptx {

/// A mistake in a PTX text, or something in it that Warplens does not know.
struct PtxError : std::runtime_error {
    PtxError(uint32_t ptxLine, const std::string& text)
        : std::runtime_error("PTX line " + std::to_string(ptxLine) + ": " + text)
        , line(ptxLine)
        , message(text) {}
    uint32_t line;
    std::string message; ///< without the line
};

enum class Space : uint8_t { Register, Global, Shared, Const, Local, Param };

struct Operand {
    enum class Kind : uint8_t {
        Register, ///< id: index into Function::registers; negated for !p; name: a part, "b0" or "h1", mostly empty
        Integer,  ///< bits: the value, sign-extended to 64 bits
        Float32,  ///< bits: an IEEE single
        Float64,  ///< bits: an IEEE double
        Symbol,   ///< name + offset
        Address,  ///< [register + offset] where hasRegister, [name + offset] where name is not empty, else [offset]
        Special,  ///< name: %tid.x and the like
        Vector,   ///< {a, b}: elements id .. id + count in Function::operands
        List,     ///< (a, b) of a call: like Vector
        Sink,     ///< _
    };
    Kind kind = Kind::Sink;
    bool negated = false; ///< !p; of an address: it has coordinates
    bool hasRegister = false;
    uint8_t count = 0; ///< of an address: how many coordinates
    uint32_t id = 0;
    uint32_t coordinates = 0; ///< of an address: elements coordinates .. coordinates + count in Function::operands
    int32_t variable = -1;    ///< of Symbol and Address: index into Function::variables where `name` is one of those
    union {
        uint64_t bits = 0;
        int64_t offset;
    };
    std::string_view name;
};

struct Location {
    uint32_t file = 0; ///< number of the `.file` directive
    uint32_t line = 0; ///< 0: unknown
    uint32_t column = 0;
    uint32_t inlinedAt = 0; ///< index into Module::locations of the call that was inlined; 0: none
};

struct Instruction {
    static constexpr size_t maxTypes = 5, maxMods = 10;

    Opcode opcode{};
    bool known = false; ///< false: the mnemonic is not in opcodes.def
    bool guarded = false;
    bool guardNegated = false;
    uint8_t typeCount = 0;
    uint8_t modCount = 0;
    uint8_t operandCount = 0;
    bool hasSecondPredicate = false; ///< d|p: the operand after the first is the second destination
    std::array<Type, maxTypes> types{};
    std::array<Mod, maxMods> mods{};
    uint32_t guard = 0;        ///< index into Function::registers
    uint32_t firstOperand = 0; ///< index into Function::operands
    uint32_t line = 0;
    uint32_t location = 0; ///< index into Module::locations
    std::string_view text; ///< the statement without its guard, as written

    Type type(size_t i = 0) const { return i < typeCount ? types[i] : Type::None; }
    bool has(Mod mod) const {
        for (size_t i = 0; i < modCount; ++i)
            if (mods[i] == mod)
                return true;
        return false;
    }
    /// bar.sync and the like, of all threads of the block.
    bool isBlockBarrier() const {
        return known && (opcode == Opcode::bar_ || opcode == Opcode::barrier_) && !has(Mod::warp);
    }
    std::string_view mnemonic() const { return text.substr(0, text.find_first_of(" \t\n;")); }
};

/// A variable with storage: of the module, of a function, or a parameter.
struct Variable {
    struct Relocation {
        uint64_t at; ///< byte in the variable where an address goes
        std::string_view symbol;
        int64_t addend;
        uint8_t bytes;
    };
    std::string_view name;
    Space space = Space::Global;
    Type type = Type::None;
    uint32_t align = 1;
    uint64_t bytes = 0; ///< 0 for `extern .shared x[]`
    bool isExtern = false;
    bool isManaged = false;         ///< the host can touch it, too
    std::vector<std::byte> initial; ///< empty: zeros
    std::vector<Relocation> relocations;
    uint32_t line = 0;
};

struct Register {
    std::string_view name; ///< for %r<40> the prefix; the number is `number`
    Type type = Type::None;
    uint32_t number = UINT32_MAX; ///< UINT32_MAX: declared by its whole name
};

struct Function {
    std::string_view name;
    bool isEntry = false;
    bool hasBody = false;
    uint32_t line = 0;
    std::vector<Variable> params;
    std::vector<Variable> returns;
    std::vector<Variable> variables; ///< shared, local and param variables declared inside
    std::vector<Register> registers;
    std::vector<Operand> operands;
    std::vector<Instruction> instructions;
    /// To the index of the instruction that follows. A label within inner braces goes by a name of its own, "L@3": others may
    /// be called alike.
    std::unordered_map<std::string_view, uint32_t> labels;
    std::unordered_map<std::string_view, std::vector<std::string_view>> branchTargets;
    std::deque<std::string> innerLabels;       ///< those names
    std::array<uint32_t, 3> requiredThreads{}; ///< .reqntid, 0 for none
    std::array<uint32_t, 3> maximumThreads{};  ///< .maxntid, 0 for none
    std::array<uint32_t, 3> clusterBlocks{};   ///< .reqnctapercluster, 0 for none

    std::span<const Operand> operandsOf(const Instruction& instruction) const {
        return std::span(operands).subspan(instruction.firstOperand, instruction.operandCount);
    }
    std::span<const Operand> elementsOf(const Operand& vector) const {
        return std::span(operands).subspan(vector.id, vector.count);
    }
    std::span<const Operand> coordinatesOf(const Operand& address) const {
        return std::span(operands).subspan(address.coordinates, address.count);
    }
    std::string registerName(uint32_t id) const {
        const Register& r = registers[id];
        return r.number == UINT32_MAX ? std::string(r.name) : std::string(r.name) + std::to_string(r.number);
    }
};

struct Module {
    std::shared_ptr<const std::string> text; ///< what string_views in the module point into
    std::string_view version;
    std::string_view target;
    unsigned addressBits = 64;
    std::unordered_map<uint32_t, std::string_view> files;
    std::vector<Location> locations{Location{}}; ///< [0] is "unknown"
    std::vector<Variable> variables;
    std::vector<std::unique_ptr<Function>> functions;

    /// The function with a body of that name, or nullptr.
    const Function* find(std::string_view name) const;
    std::vector<std::string_view> entryNames() const;
};

/// Reads a PTX text, or several of them behind one another that are linked: what one declares another may define.
/// Throws PtxError for what cannot be PTX; an instruction that is only unknown is kept, and refused where a kernel that
/// contains it is to run.
Module parse(std::string text);

} // namespace warplens::sim::ptx
