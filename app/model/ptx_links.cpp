// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/ptx_links.h"

#include "app/tongue/say.h"

#include <fmt/format.h>

namespace warplens::app {

using tongue::counted;
using tongue::said;

PtxLinks::PtxLinks(const Scene& scene) {
    const sim::simt::Program& p = scene.program();
    for (const sim::simt::FunctionCode& function : p.functions)
        for (const sim::ptx::Instruction& instruction : function.source->instructions) {
            if (instruction.line == 0)
                continue;
            if (instruction.line >= m_source.size())
                m_source.resize(instruction.line + 1);
            m_mnemonics.emplace(instruction.line, instruction.mnemonic());
            if (instruction.known)
                m_opcodes.emplace(instruction.line, instruction.opcode);
            const uint32_t line = p.locationOf(instruction).line;
            if (line == 0 || m_source[instruction.line] != 0)
                continue;
            m_source[instruction.line] = line;
            m_ptx[line].push_back(instruction.line);
        }
}

const std::vector<uint32_t>& PtxLinks::ptxLines(uint32_t sourceLine) const {
    static const std::vector<uint32_t> none;
    const auto found = m_ptx.find(sourceLine);
    return found == m_ptx.end() ? none : found->second;
}

std::string PtxLinks::mnemonic(uint32_t ptxLine) const {
    const auto found = m_mnemonics.find(ptxLine);
    return found == m_mnemonics.end() ? std::string() : found->second;
}

std::string PtxLinks::explanation(uint32_t ptxLine) const {
    const auto found = m_opcodes.find(ptxLine);
    if (found == m_opcodes.end())
        return {};
    const sim::ptx::OpcodeInfo& info = sim::ptx::opcodeInfo(found->second);
    return fmt::format("{} {}: {} (PTX ISA 9.0, {})", info.mnemonic, info.operands, tongue::translated(info.summary),
                       info.section);
}

uint32_t PtxLinks::ptxLineOf(const Scene& scene, uint32_t op) {
    const sim::simt::Program& p = scene.program();
    return p.instructionOf(p.ops[op]).line;
}

Focus focusOnPtxLine(const Scene& scene, const Moment& moment, const PtxLinks& links, uint32_t ptxLine) {
    Focus focus;
    const std::string mnemonic = links.mnemonic(ptxLine);
    if (mnemonic.empty())
        return focus;
    const uint32_t line = links.sourceLine(ptxLine);
    if (line != 0) {
        focus = focusOnLine(scene, moment, line);
        focus.line = line;
        const std::string cost = focus.text;
        focus.text = said("PTX line {0}, {1}, of line {2} of the source.", ptxLine, mnemonic, line);
        if (!cost.empty())
            focus.text += " " + cost;
    } else {
        focus.text = said("PTX line {0}, {1}: the compiler gave it no line of the source.", ptxLine, mnemonic);
    }
    if (const std::string explanation = links.explanation(ptxLine); !explanation.empty())
        focus.text += "\n" + explanation;
    return focus;
}

Focus focusOnSourceLine(const Scene& scene, const Moment& moment, const PtxLinks& links, uint32_t line) {
    Focus focus = focusOnLine(scene, moment, line);
    const size_t count = links.ptxLines(line).size();
    if (count == 0)
        return focus;
    if (focus.empty()) {
        focus.line = line;
        focus.text = counted("Line {1}: {0} PTX instruction(s), no request to memory in this block.", count, line);
    } else {
        focus.text += " " + counted("It is {0} PTX instruction(s).", count);
    }
    return focus;
}

} // namespace warplens::app
