// SPDX-License-Identifier: GPL-3.0-or-later
// Which lanes of a store change what is there: looked at before it is made, asked for when it was.
#pragma once

#include "sim/simt/block.h"

namespace warplens::sim::check {

class ChangedLanes {
public:
    explicit ChangedLanes(simt::Block& block)
        : m_block(block) {}

    void look(const simt::Machine& m, const simt::AccessEvent& event);
    void forget() { m_storing = nullptr; }
    /// Of an operation that was not looked at, all.
    uint32_t of(const simt::Op* op) const { return m_storing == op ? m_changed : ~0u; }

private:
    bool lookAtRow(const simt::Machine& m, const simt::AccessEvent& event);

    simt::Block& m_block;
    const simt::Op* m_storing = nullptr;
    uint32_t m_changed = ~0u;
};

} // namespace warplens::sim::check
