// SPDX-License-Identifier: GPL-3.0-or-later
// Which registers a PTX function needs where: a register is alive while some way onwards reads it before it is written
// again.
#pragma once

#include "sim/ptx/module.h"
#include "sim/simt/cfg.h"
#include "sim/simt/contract.h"

#include <vector>

namespace warplens::sim::simt {

/// Which registers an instruction reads and writes. A guarded instruction also reads what it writes: lanes that it
/// leaves out keep their value.
struct RegisterUse {
    std::vector<uint32_t> reads, writes;
};
RegisterUse registerUse(const ptx::Function& function, const ptx::Instruction& instruction);

/// The operand that says where an instruction accesses memory; nullptr: it has none.
const ptx::Operand* placeOf(const ptx::Function& function, const ptx::Instruction& instruction);

/// Whether two instructions access the same place, as far as it is written so: by the same register, or by one that is the
/// other and a constant. Registers that a compiler makes addresses in are written once.
class Places {
public:
    Places(const ptx::Function& function, const std::vector<RegisterUse>& uses);
    bool areSame(const ptx::Instruction& a, const ptx::Instruction& b) const;

private:
    struct Base {
        uint32_t reg;
        int64_t offset;
    };
    const ptx::Function& m_function;
    std::vector<Base> m_bases; ///< by register
};

class Liveness {
public:
    Liveness(const ptx::Function& function, const FlowGraph& graph, const Contractions& contracted);

    /// Alive at the beginning of the block, and at its end.
    bool isIn(uint32_t block, uint32_t reg) const { return has(m_in, block, reg); }
    bool isOut(uint32_t block, uint32_t reg) const { return has(m_out, block, reg); }
    /// Registers that live in more than one block, or around a loop. The others are nowhere alive between blocks.
    const std::vector<uint32_t>& crossing() const { return m_crossing; }
    const std::vector<RegisterUse>& uses() const { return m_uses; } ///< by instruction

private:
    using Rows = std::vector<uint64_t>; ///< for each block a bit for each crossing register

    void findCrossing(const FlowGraph& graph, size_t registers);
    void flow(const FlowGraph& graph);
    bool has(const Rows& rows, uint32_t block, uint32_t reg) const {
        const uint32_t column = m_column[reg];
        return column != none && (rows[block * m_words + column / 64] >> (column % 64) & 1) != 0;
    }
    void add(Rows& rows, uint32_t block, uint32_t column) const {
        rows[block * m_words + column / 64] |= 1ull << (column % 64);
    }

    static constexpr uint32_t none = UINT32_MAX;
    std::vector<RegisterUse> m_uses;
    std::vector<uint32_t> m_crossing, m_column;
    size_t m_words = 0;
    Rows m_in, m_out;
};

} // namespace warplens::sim::simt
