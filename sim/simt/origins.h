// SPDX-License-Identifier: GPL-3.0-or-later
// To which parameters' arrays, and to which variables, the memory instructions of a function lead: their addresses are made of these, of
// indices and of numbers. Two places are apart if they have no such origin in common and nobody has passed one array as two parameters.
#pragma once

#include "sim/ptx/module.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace warplens::sim::simt {

class Origins {
public:
    /// A set of origins: one bit for each.
    using Set = uint64_t;
    static constexpr Set unknown = Set{1} << 63; ///< it may lead anywhere

    explicit Origins(const ptx::Function& function);

    /// Of the place that an instruction reaches, by its operand; `unknown` where there is none.
    Set of(const ptx::Operand* place) const;
    /// What a parameter points to.
    Set ofParameter(size_t number) const { return bit(number); }

private:
    static constexpr size_t most = 63; ///< origins; whatever more there are are unknown

    static Set bit(size_t number) { return number < most ? Set{1} << number : unknown; }
    void addName(std::string_view name);
    Set ofName(std::string_view name) const;
    Set written(const ptx::Instruction& in) const;
    Set read(const ptx::Instruction& in) const;
    Set readOperand(const ptx::Operand& operand) const;

    const ptx::Function& m_function;
    std::map<std::string_view, Set> m_names;
    std::vector<Set> m_registers;
};

} // namespace warplens::sim::simt
