// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/sums.h"

#include <cmath>
#include <cstring>

namespace warplens::sim::check {

/// Sums of whole numbers that are small enough are exact in any order.
bool Sums::rounds(const simt::AccessEvent& event, uint32_t lane) const {
    const uint64_t address = event.addressOf(lane), bytes = event.memory->elementBytes;
    const std::byte* place = nullptr;
    if (event.space == simt::AccessSpace::Shared)
        place = m_watch.block.machine().shared + address;
    else if (const memory::Ready ready = m_watch.block.state().memory.ready(address, bytes); ready.array != nullptr)
        place = ready.array->host + (address - ready.array->base);
    if (place == nullptr || event.memory->count != 1)
        return true;
    const auto isWhole = [](double sum, double most) { return sum == std::trunc(sum) && std::abs(sum) <= most; };
    if (bytes == sizeof(float)) {
        float sum;
        std::memcpy(&sum, place, sizeof sum);
        return !isWhole(double(sum), 0x1p24);
    }
    if (bytes == sizeof(double)) {
        double sum;
        std::memcpy(&sum, place, sizeof sum);
        return !isWhole(sum, 0x1p53);
    }
    return true;
}

void Sums::tell(const simt::AccessEvent& event, uint32_t lane, const char* message, const char* hint) {
    m_told.insert(event.memory->index);
    simt::Finding finding =
        m_watch.block.findingAt(simt::FindingKind::NotReproducible, event.op, lane, event.addressOf(lane));
    finding.severity = simt::Finding::Severity::Note;
    finding.nobodys = true;
    finding.block = finding.thread = {0, 0, 0};
    finding.blockNumber = finding.address = 0;
    finding.message = message;
    finding.hint = hint;
    m_watch.launch.noteSum(event.memory->index, std::move(finding));
}

} // namespace warplens::sim::check
