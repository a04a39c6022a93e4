// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/local_checker.h"

#include "sim/check/block_watch.h"
#include "sim/simt/system_call.h"
#include "sim/simt/warp.h"

#include <algorithm>

namespace warplens::sim::check {

using simt::AccessKind;

void LocalChecker::begin() {
    for (auto& warp : m_written)
        for (auto& lane : warp)
            lane.clear();
}

std::vector<uint8_t>& LocalChecker::writtenTo(const simt::Machine& m, uint32_t lane, uint64_t end) {
    std::vector<uint8_t>& written = m_written[m.warp->index][lane];
    if (written.size() < end)
        written.resize(std::max<size_t>(end, m.warp->localBytes));
    return written;
}

void LocalChecker::access(const simt::Machine& m, const simt::AccessEvent& event) {
    const simt::MemoryOp& memory = *event.memory;
    forLanes(event.mask, [&](uint32_t lane) {
        const uint64_t address = event.addressOf(lane);
        std::vector<uint8_t>& written = writtenTo(m, lane, address + unsigned(memory.elementBytes) * memory.count);
        for (unsigned part = 0; part < memory.count; ++part) {
            const auto begin = written.begin() + static_cast<std::ptrdiff_t>(address + part * memory.elementBytes);
            const auto end = begin + memory.elementBytes;
            if (const bool isBare = memory.kind == AccessKind::Load && std::find(begin, end, uint8_t(1)) == end;
                isBare && event.op->run == simt::runSystemCall)
                m_findings.bareRead(event, 1u << lane, address); // it is used, too
            else if (isBare)
                m_undefined.readUnwritten(m, event, 1u << lane, part, [&] {
                    return m_findings.bareReadFinding(event, lane, address + part * memory.elementBytes);
                });
            if (memory.kind != AccessKind::Load)
                std::fill(begin, end, uint8_t(1));
        }
    });
}

void LocalChecker::frameWritten(const simt::Machine& m, uint32_t lane, uint32_t to, uint32_t bytes) {
    std::fill_n(writtenTo(m, lane, to + bytes).begin() + to, bytes, uint8_t(1));
}

} // namespace warplens::sim::check
