// SPDX-License-Identifier: GPL-3.0-or-later
// What a thread knows of what others did: a vector clock over blocks, warps and lanes, of which only those are written
// down of whom something is known. Values are shared and never change.
//
// Time in a block goes by intervals, from one barrier of the whole block to the next, and within an interval each warp
// has a clock that ticks when it is ordered with others.
#pragma once

#include "sim/check/record.h"

#include <memory>
#include <vector>

namespace warplens::sim::check {

class Known;
using KnownPtr = std::shared_ptr<const Known>; ///< nullptr: nothing

class Known {
public:
    struct Clock {
        uint32_t who; ///< a warp, or a thread of the block
        uint32_t clock;
    };
    struct Clocks {
        std::vector<Clock> warps; ///< all lanes of the warp, up to and with the clock; ascending
        std::vector<Clock> lanes; ///< single threads
    };
    struct OfBlock {
        uint32_t block = 0;
        uint32_t intervals = 0;               ///< so many from the first on are known whole
        std::shared_ptr<const Clocks> clocks; ///< of what comes after; never nullptr
        OfBlock(uint32_t number, uint32_t known, Clocks later)
            : block(number)
            , intervals(known)
            , clocks(std::make_shared<const Clocks>(std::move(later))) {}
        bool covers(const AccessRecord& record, uint32_t lane) const;
        /// All of its lanes.
        bool coversWhole(const AccessRecord& record) const;
        void join(const OfBlock& other);
        bool includes(const OfBlock& other) const;
    };

    Known() = default;
    explicit Known(OfBlock own) { m_blocks.push_back(std::move(own)); }
    bool covers(const AccessRecord& record, uint32_t lane) const;
    bool coversWhole(const AccessRecord& record) const;
    const OfBlock* of(uint32_t block) const;
    const std::vector<OfBlock>& blocks() const { return m_blocks; }
    void join(const Known& other);
    /// Whether it knows all that the other one does.
    bool includes(const Known& other) const;
    /// Without the block itself, of which its barrier says more.
    static KnownPtr without(const KnownPtr& known, uint32_t block);

private:
    std::vector<OfBlock> m_blocks; ///< ascending
};

/// Of which block something was asked last: mostly that is asked again.
class LastAsked {
public:
    void forget() { m_block = UINT32_MAX; }
    /// Whether all of the record is known, by what is asked until it is forgotten.
    bool knowsWhole(const Known& known, const AccessRecord& record) {
        if (record.block != m_block) {
            const Known::OfBlock* there = known.of(record.block);
            if (there == nullptr)
                return false;
            m_block = record.block;
            m_intervals = there->intervals;
        }
        return record.interval < m_intervals || known.coversWhole(record);
    }

private:
    uint32_t m_block = UINT32_MAX, m_intervals = 0;
};

/// What both know together.
KnownPtr joined(const KnownPtr& a, const KnownPtr& b);

} // namespace warplens::sim::check
