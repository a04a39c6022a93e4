// SPDX-License-Identifier: GPL-3.0-or-later
// Which line of the PTX comes from which line of the source, both ways, and what each of them costs. No Qt.
#pragma once

#include "app/model/focus.h"
#include "app/model/scene.h"
#include "sim/ptx/opcode.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplens::app {

class PtxLinks {
public:
    PtxLinks() = default;
    explicit PtxLinks(const Scene& scene);

    /// Of a line of the PTX, from 1; 0: it is no instruction, or the compiler gave no line.
    uint32_t sourceLine(uint32_t ptxLine) const { return ptxLine < m_source.size() ? m_source[ptxLine] : 0; }
    /// The lines of the PTX that come from a line of the source, ascending.
    const std::vector<uint32_t>& ptxLines(uint32_t sourceLine) const;
    /// The instruction on a line of the PTX as far as it is needed to name it: "ld.global.f32"; empty: none.
    std::string mnemonic(uint32_t ptxLine) const;
    /// What the instruction on that line does, and where the PTX ISA describes it: in the language that is spoken; empty:
    /// it is none that is known.
    std::string explanation(uint32_t ptxLine) const;
    /// The line of the PTX with the instruction of an event.
    static uint32_t ptxLineOf(const Scene& scene, uint32_t op);

private:
    std::vector<uint32_t> m_source; ///< by line of the PTX
    std::map<uint32_t, std::vector<uint32_t>> m_ptx;
    std::map<uint32_t, std::string> m_mnemonics;
    std::map<uint32_t, sim::ptx::Opcode> m_opcodes;
};

/// A line of the PTX, in one sentence. Empty where it is no instruction.
Focus focusOnPtxLine(const Scene& scene, const Moment& moment, const PtxLinks& links, uint32_t ptxLine);
/// A line of the source; one that does not touch memory is told by its instructions.
Focus focusOnSourceLine(const Scene& scene, const Moment& moment, const PtxLinks& links, uint32_t line);

} // namespace warplens::app
