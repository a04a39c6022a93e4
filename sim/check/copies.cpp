// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/copies.h"

#include "sim/simt/async_copy.h"

#include <algorithm>
#include <bit>

namespace warplens::sim::check {
namespace {

/// Moves those out of the list of which `isDone` holds.
template<class Done>
void take(std::vector<Copy>& from, std::vector<Copy>& to, Done isDone) {
    const auto done = std::stable_partition(from.begin(), from.end(), [&](const Copy& copy) { return !isDone(copy); });
    to.insert(to.end(), done, from.end());
    from.erase(done, from.end());
}

} // namespace

bool isCopySource(const simt::Op& op, const simt::MemoryOp& memory) {
    return (op.run == simt::runCopyAsync || op.run == simt::runCopyBulk) && memory.kind == simt::AccessKind::Load;
}

void Copies::begin(size_t warps) {
    m_flying.resize(warps);
    for (auto& list : m_flying)
        list.clear();
    m_group.assign(warps * 32, 0);
    m_low = UINT64_MAX;
    m_high = 0;
}

void Copies::add(uint32_t warp, const Copy& copy) {
    std::vector<Copy>& list = m_flying[warp];
    // A bulk copy comes in pieces.
    if (!list.empty() && list.back().end == copy.begin && list.back().op == copy.op &&
        list.back().thread == copy.thread && list.back().group == copy.group && list.back().mbarrier == copy.mbarrier)
        list.back().end = copy.end;
    else
        list.push_back(copy);
    m_low = std::min(m_low, copy.begin);
    m_high = std::max(m_high, copy.end);
}

const Copy* Copies::at(uint64_t begin, uint64_t end) const {
    const Copy* found = nullptr;
    if (begin >= m_high || end <= m_low)
        return found;
    for (const auto& list : m_flying)
        for (const Copy& copy : list)
            if (begin < copy.end && copy.begin < end)
                found = &copy;
    return found;
}

void Copies::commit(uint32_t warp, uint32_t lanes) {
    for (; lanes != 0; lanes &= lanes - 1)
        ++m_group[warp * 32 + static_cast<uint32_t>(std::countr_zero(lanes))];
}

std::vector<Copy> Copies::await(uint32_t warp, uint32_t lanes, int64_t left) {
    std::vector<Copy> done;
    take(m_flying[warp], done, [&](const Copy& copy) {
        return copy.mbarrier == noMbarrier && (lanes >> copy.thread % 32 & 1) != 0 &&
               (left < 0 || int64_t(copy.group) + left < int64_t(m_group[copy.thread]));
    });
    return done;
}

std::vector<Copy> Copies::awaitMbarrier(uint64_t mbarrier) {
    std::vector<Copy> done;
    for (auto& list : m_flying)
        take(list, done, [&](const Copy& copy) { return copy.mbarrier == mbarrier; });
    return done;
}

uint64_t toldMbarrier(const simt::Program& program, const simt::Machine& m, const simt::Op& op, uint32_t lane) {
    if (op.run != simt::runCopyBulk || op.flags == 0)
        return Copies::noMbarrier;
    const simt::MemoryOp& told = program.memoryOps[op.extra + 2];
    return told.address64 ? reinterpret_cast<const uint64_t*>(m.registers + op.d)[lane]
                          : reinterpret_cast<const uint32_t*>(m.registers + op.d)[lane];
}

} // namespace warplens::sim::check
