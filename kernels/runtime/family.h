// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel and those that it launches itself run at the same time, and it cannot wait for them ("Memory Coherence and
// Consistency" under "CUDA Dynamic Parallelism" in the CUDA C++ Programming Guide): a child sees what was ordered before its
// launch, and meets what its parent's block does behind it. Here the child is run when the parent is over, so what the
// parent has done behind its launches is kept until then.
#pragma once

#include "kernels/runtime/footprint.h"
#include "sim/simt/block.h"
#include "sim/simt/child_work.h"
#include "sim/simt/observer.h"
#include "sim/simt/program.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace warplens::runtime {

/// What blocks of a kernel have touched behind their launches of others.
class ParentTouches {
public:
    struct Touch {
        uint64_t begin = 0, block = 0;
        uint32_t bytes = 0, op = 0, thread = 0;
        uint32_t launches = 0; ///< that its block had made before
        Footprint::Kind kind = Footprint::Reads;
    };
    struct Launched {
        std::vector<std::byte> params; ///< all that is known of whom
        uint64_t block = 0;
        uint32_t number = 0; ///< among those of its block, from 0 on
    };

    ParentTouches(const sim::simt::Program& program, sim::simt::Dim3 grid, sim::simt::Dim3 block)
        : m_program(program)
        , m_grid(grid)
        , m_block(block) {}
    const sim::simt::Program& program() const { return m_program; }
    sim::simt::Dim3 blockOf(const Touch& touch) const { return sim::simt::at(m_grid, touch.block); }
    sim::simt::Dim3 threadOf(const Touch& touch) const { return sim::simt::at(m_block, touch.thread); }

    void add(std::vector<Touch> touches, std::vector<Launched> launched);
    /// After the launch, before it is asked.
    void sort();
    std::vector<const Launched*> launchesOf(const sim::simt::ChildWork& child) const;
    size_t launches() const { return m_launched.size(); }
    /// A touch behind every launch that `as` may be of in its block, of these bytes; one of the two writes.
    const Touch* meeting(const std::vector<const Launched*>& as, Footprint::Kind kind, uint64_t begin,
                         uint32_t bytes) const;

private:
    const sim::simt::Program& m_program;
    const sim::simt::Dim3 m_grid, m_block;
    std::mutex m_mutex;
    std::vector<Touch> m_touches; ///< by begin
    uint32_t m_longest = 0;
    std::vector<Launched> m_launched;
};

/// A parent, or a parent's parent, and which of its launches this one is, or comes from.
struct Elder {
    std::shared_ptr<const ParentTouches> touches;
    std::vector<const ParentTouches::Launched*> as;
};

/// Watches as another does, and besides notes and compares what parents and children do.
class FamilyWatch final : public sim::simt::Watch {
public:
    /// `own`: nullptr where the kernel launches nothing.
    FamilyWatch(sim::simt::Watch& watch, std::shared_ptr<ParentTouches> own, const std::vector<Elder>& elders)
        : m_watch(watch)
        , m_own(std::move(own))
        , m_elders(elders) {}
    static bool launches(const sim::simt::Program& program);

    void prepare(const sim::simt::Program& program, const sim::simt::Launch& launch,
                 const sim::memory::DeviceMemory& memory) override {
        m_watch.prepare(program, launch, memory);
    }
    bool mayChange(const sim::memory::Allocation& array) const override { return m_watch.mayChange(array); }
    void begin(const sim::simt::RunState& run, bool whole, bool together) override {
        m_watch.begin(run, whole, together);
    }
    std::unique_ptr<sim::simt::AccessObserver> observe(sim::simt::Block& block) override;
    void end(bool failed) override { m_watch.end(failed); }
    bool isOrderFelt() const override { return m_watch.isOrderFelt(); }
    bool writesMayComeLate() const override { return m_watch.writesMayComeLate(); }
    void letWritesComeLate(uint32_t seed) override { m_watch.letWritesComeLate(seed); }

private:
    class Observer;
    sim::simt::Watch& m_watch;
    std::shared_ptr<ParentTouches> m_own;
    const std::vector<Elder>& m_elders;
};

} // namespace warplens::runtime
