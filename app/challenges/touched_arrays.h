// SPDX-License-Identifier: GPL-3.0-or-later
// Which memory instruction of a launch reaches which of its arrays: counts are kept by instruction, and goals name arrays.
#pragma once

#include "app/engine/simulation.h"
#include "sim/simt/observer.h"

#include <atomic>
#include <memory>
#include <vector>

namespace warplens::challenges {

/// Watches every request of a launch.
class TouchedArrays : public sim::simt::Watch {
public:
    /// Of the arguments, at most 64. The simulation has to outlive its runs.
    explicit TouchedArrays(const engine::Simulation& simulation);

    /// Whether one of the instruction's requests had a lane in the array of that argument.
    bool touches(const sim::simt::MemoryOp& memory, size_t argument) const;

    void prepare(const sim::simt::Program&, const sim::simt::Launch&, const sim::memory::DeviceMemory&) override {}
    bool mayChange(const sim::memory::Allocation&) const override { return true; }
    void begin(const sim::simt::RunState&, bool, bool) override {}
    std::unique_ptr<sim::simt::AccessObserver> observe(sim::simt::Block&) override;
    void end(bool) override {}
    bool isOrderFelt() const override { return false; }

    /// Any thread may call it.
    void note(const sim::simt::AccessEvent& event);

private:
    const engine::Simulation& m_simulation;
    std::vector<std::atomic<uint64_t>> m_touched; ///< by memory operation, a bit for each argument
};

} // namespace warplens::challenges
