// SPDX-License-Identifier: GPL-3.0-or-later
// Which pointers an address is made from, by following registers through the text of each function. What is computed
// from a pointer still points to its array; what was loaded from memory may point anywhere.
#pragma once

#include "sim/simt/program.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace warplens::sim::check {

/// Where the address of an instruction comes from.
struct Sources {
    std::vector<uint32_t> params;            ///< offsets of the kernel's parameters
    std::vector<std::string_view> variables; ///< of the module, in global memory
    std::vector<uint32_t> shared;            ///< indices into Program::sharedVariables
    std::vector<uint32_t> loads;             ///< memory operations that have brought it, where pointers are lent
    bool unknown = false;                    ///< from elsewhere, too
};

/// Whether the program makes pointers to shared memory that may go anywhere.
bool takesSharedAddress(const simt::Program& program);
/// Whether it makes pointers to local variables, or puts those to shared memory where other blocks may find them.
bool lendsPointers(const simt::Program& program);
/// A value of memory that may be a pointer, as far as its type tells.
bool mayBePointer(const simt::Program& program, const simt::MemoryOp& memory);

class SourceFinder {
public:
    explicit SourceFinder(const simt::Program& program);
    Sources of(const simt::MemoryOp& memory) const;

private:
    /// A set of pointers: a bit for each one that the program names.
    struct Set {
        std::vector<uint64_t> bits;
        bool unknown = false;
        bool join(const Set& other);
        void add(size_t pointer);
    };
    struct Pointer {
        enum class Kind : uint8_t { Param, Variable, Shared, Loaded } kind;
        uint32_t where;        ///< offset, or index; of the memory operation
        std::string_view name; ///< of a variable
    };
    void follow(uint16_t function);
    bool followOnce(const ptx::Function& function, const ptx::Instruction& in, std::vector<Set>& registers);
    bool followLoad(const ptx::Function& function, const ptx::Instruction& in, std::vector<Set>& registers);
    Set setOf(const ptx::Function& function, const ptx::Operand& operand, const std::vector<Set>& registers);
    Set named(std::string_view name);
    size_t numberOf(const Pointer& pointer);

    const simt::Program& m_program;
    std::vector<Pointer> m_pointers;
    std::vector<Set> m_addresses;                        ///< by memory operation
    std::map<const ptx::Instruction*, uint32_t> m_loads; ///< memory operations, where somebody asks for them
};

} // namespace warplens::sim::check
