// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a function's window that lies behind its registers: constants, special registers, parameters of the kernel
// and places for what instructions need between them. Made while a kernel is lowered.
#pragma once

#include "sim/simt/program.h"

#include <map>
#include <utility>

namespace warplens::sim::simt {

class SlotRoom {
public:
    /// `begin`: bytes of the window that are taken already.
    SlotRoom(FunctionCode& code, uint32_t begin)
        : m_code(code)
        , m_end(begin) {}

    uint32_t extra(uint32_t bytes);
    uint32_t constant(uint64_t bits, bool wide);
    uint32_t special(Special what, bool wide);
    /// A parameter of the kernel is the same for all lanes: a slot that is filled at the beginning.
    uint32_t parameter(ParamSlot parameter);
    /// For one instruction: the next one may write there.
    uint32_t temporary(bool wide);
    /// The carry of .cc, and where predicates go that nobody wants.
    uint32_t carry();

    /// Nothing more is asked for: the constants have their place now, and the code knows how large the window is.
    void close();
    /// The place of a slot that was asked for, once the room is closed.
    void settle(uint32_t& slot) const;

private:
    FunctionCode& m_code;
    uint32_t m_end;
    std::map<std::pair<uint64_t, bool>, uint32_t> m_constants; ///< to the position in the image
    std::map<std::pair<Special, bool>, uint32_t> m_specials;
    uint32_t m_temporary32 = 0, m_temporary64 = 0;
    uint32_t m_carry = 0;
};

} // namespace warplens::sim::simt
