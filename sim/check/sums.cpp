// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/sums.h"

namespace warplens::sim::check {

void Sums::tell(const simt::AccessEvent& event, uint32_t lane) {
    m_told.insert(event.memory->index);
    simt::Finding finding =
        m_watch.block.findingAt(simt::FindingKind::NotReproducible, event.op, lane, event.addressOf(lane));
    finding.severity = simt::Finding::Severity::Note;
    finding.nobodys = true;
    finding.block = finding.thread = {0, 0, 0};
    finding.blockNumber = finding.address = 0;
    finding.message = "warps add floating-point numbers to one sum here in the order in which they come, and its last "
                      "bits depend on that order";
    finding.hint = "add within each block in a fixed order, and the blocks' sums in a second kernel, where the same "
                   "bits matter";
    m_watch.launch.noteSum(event.memory->index, std::move(finding));
}

} // namespace warplens::sim::check
