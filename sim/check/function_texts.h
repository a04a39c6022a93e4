// SPDX-License-Identifier: GPL-3.0-or-later
// What the text of a program's functions tells about their registers; found out where somebody asks.
#pragma once

#include "sim/simt/liveness.h"
#include "sim/simt/program.h"
#include "sim/simt/slots.h"

#include <map>
#include <memory>

namespace warplens::sim::check {

struct FunctionText {
    simt::FlowGraph graph;
    std::unique_ptr<simt::Liveness> liveness;
    simt::Slots slots;
};

class FunctionTexts {
public:
    explicit FunctionTexts(const simt::Program& program)
        : m_program(program) {}
    const FunctionText& of(uint16_t function);

private:
    const simt::Program& m_program;
    std::map<uint16_t, FunctionText> m_texts;
};

} // namespace warplens::sim::check
