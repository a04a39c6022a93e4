// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/known.h"

#include <algorithm>

namespace warplens::sim::check {
namespace {

uint32_t clockOf(const std::vector<Known::Clock>& list, uint32_t who) {
    const auto found =
        std::lower_bound(list.begin(), list.end(), who, [](const Known::Clock& c, uint32_t w) { return c.who < w; });
    return found != list.end() && found->who == who ? found->clock : 0;
}

void joinClocks(std::vector<Known::Clock>& to, const std::vector<Known::Clock>& from) {
    if (from.empty())
        return;
    std::vector<Known::Clock> all;
    all.reserve(to.size() + from.size());
    auto a = to.begin();
    auto b = from.begin();
    while (a != to.end() || b != from.end())
        if (b == from.end() || (a != to.end() && a->who < b->who)) {
            all.push_back(*a++);
        } else if (a == to.end() || b->who < a->who) {
            all.push_back(*b++);
        } else {
            all.push_back({a->who, std::max(a->clock, b->clock)});
            ++a, ++b;
        }
    to = std::move(all);
}

/// Both ascend.
bool includeClocks(const std::vector<Known::Clock>& all, const std::vector<Known::Clock>& some) {
    if (some.size() > all.size())
        return false;
    auto at = all.begin();
    return std::all_of(some.begin(), some.end(), [&](const Known::Clock& each) {
        while (at != all.end() && at->who < each.who)
            ++at;
        return at != all.end() && at->who == each.who && at->clock >= each.clock;
    });
}

} // namespace

bool Known::OfBlock::covers(const AccessRecord& record, uint32_t lane) const {
    return coversWhole(record) || clockOf(clocks->lanes, record.warp * 32u + lane) >= record.clock;
}

bool Known::OfBlock::coversWhole(const AccessRecord& record) const {
    return record.interval < intervals || clockOf(clocks->warps, record.warp) >= record.clock;
}

// Clocks are of the interval that is not known whole, or of earlier ones: where one knows more intervals, it knows all that
// the other's clocks tell.
void Known::OfBlock::join(const OfBlock& other) {
    if (other.intervals > intervals) {
        *this = other;
    } else if (other.intervals == intervals && clocks != other.clocks) {
        Clocks both = *clocks;
        joinClocks(both.warps, other.clocks->warps);
        joinClocks(both.lanes, other.clocks->lanes);
        clocks = std::make_shared<const Clocks>(std::move(both));
    }
}

bool Known::OfBlock::includes(const OfBlock& other) const {
    return intervals > other.intervals ||
           (intervals == other.intervals &&
            (clocks == other.clocks ||
             (includeClocks(clocks->warps, other.clocks->warps) && includeClocks(clocks->lanes, other.clocks->lanes))));
}

bool Known::includes(const Known& other) const {
    if (other.m_blocks.size() > m_blocks.size())
        return false;
    auto at = m_blocks.begin();
    return std::all_of(other.m_blocks.begin(), other.m_blocks.end(), [&](const OfBlock& each) {
        while (at != m_blocks.end() && at->block < each.block)
            ++at;
        return at != m_blocks.end() && at->block == each.block && at->includes(each);
    });
}

const Known::OfBlock* Known::of(uint32_t block) const {
    const auto found = std::lower_bound(m_blocks.begin(), m_blocks.end(), block,
                                        [](const OfBlock& o, uint32_t b) { return o.block < b; });
    return found != m_blocks.end() && found->block == block ? &*found : nullptr;
}

bool Known::covers(const AccessRecord& record, uint32_t lane) const {
    const OfBlock* found = of(record.block);
    return found != nullptr && found->covers(record, lane);
}

bool Known::coversWhole(const AccessRecord& record) const {
    const OfBlock* found = of(record.block);
    return found != nullptr && found->coversWhole(record);
}

void Known::join(const Known& other) {
    std::vector<OfBlock> all;
    all.reserve(m_blocks.size() + other.m_blocks.size());
    auto a = m_blocks.begin();
    auto b = other.m_blocks.begin();
    while (a != m_blocks.end() || b != other.m_blocks.end())
        if (b == other.m_blocks.end() || (a != m_blocks.end() && a->block < b->block)) {
            all.push_back(std::move(*a++));
        } else if (a == m_blocks.end() || b->block < a->block) {
            all.push_back(*b++);
        } else {
            a->join(*b++);
            all.push_back(std::move(*a++));
        }
    m_blocks = std::move(all);
}

KnownPtr Known::without(const KnownPtr& known, uint32_t block) {
    if (known == nullptr || known->of(block) == nullptr)
        return known;
    if (known->m_blocks.size() == 1)
        return nullptr;
    auto rest = std::make_shared<Known>(*known);
    std::erase_if(rest->m_blocks, [&](const OfBlock& o) { return o.block == block; });
    return rest;
}

KnownPtr joined(const KnownPtr& a, const KnownPtr& b) {
    if (a == nullptr || a == b)
        return b;
    if (b == nullptr)
        return a;
    // Who asks again and again, as in a loop that waits, mostly hears nothing new.
    if (a->includes(*b))
        return a;
    if (b->includes(*a))
        return b;
    auto both = std::make_shared<Known>(*a);
    both->join(*b);
    return both;
}

} // namespace warplens::sim::check
