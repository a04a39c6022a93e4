// SPDX-License-Identifier: GPL-3.0-or-later
// Watches the local memory of a block's threads: whether somebody has written what is read, and used.
#pragma once

#include "sim/check/block_findings.h"
#include "sim/check/undefined.h"

#include <array>
#include <vector>

namespace warplens::sim::check {

class LocalChecker {
public:
    LocalChecker(size_t warps, BlockFindings& findings, UndefinedValues& undefined)
        : m_findings(findings)
        , m_undefined(undefined)
        , m_written(warps) {}

    void begin();
    void access(const simt::Machine& m, const simt::AccessEvent& event);
    void frameWritten(const simt::Machine& m, uint32_t lane, uint32_t to, uint32_t bytes);

private:
    /// Which bytes have been written, as far as these.
    std::vector<uint8_t>& writtenTo(const simt::Machine& m, uint32_t lane, uint64_t end);

    BlockFindings& m_findings;
    UndefinedValues& m_undefined;
    std::vector<std::array<std::vector<uint8_t>, 32>> m_written; ///< by warp and lane
};

} // namespace warplens::sim::check
