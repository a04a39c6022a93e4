// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/challenges/touched_arrays.h"

#include <algorithm>

namespace warplens::challenges {
namespace {

struct Observer : sim::simt::AccessObserver {
    explicit Observer(TouchedArrays& arrays)
        : m_arrays(arrays) {}
    void access(const sim::simt::Machine&, const sim::simt::AccessEvent& event) override { m_arrays.note(event); }

    TouchedArrays& m_arrays;
};

} // namespace

TouchedArrays::TouchedArrays(const engine::Simulation& simulation)
    : m_simulation(simulation)
    , m_touched(simulation.program().memoryOps.size()) {}

std::unique_ptr<sim::simt::AccessObserver> TouchedArrays::observe(sim::simt::Block&) {
    return std::make_unique<Observer>(*this);
}

void TouchedArrays::note(const sim::simt::AccessEvent& event) {
    if (event.space != sim::simt::AccessSpace::Global)
        return;
    uint64_t bits = 0;
    const auto& arrays = m_simulation.arrays();
    for (uint32_t lane = 0; lane < 32; ++lane) {
        if (!(event.mask >> lane & 1))
            continue;
        const uint64_t address = event.addressOf(lane);
        for (size_t i = 0; i < std::min<size_t>(arrays.size(), 64); ++i)
            if (arrays[i].base != 0 && address >= arrays[i].base && address < arrays[i].base + arrays[i].bytes)
                bits |= uint64_t{1} << i;
    }
    std::atomic<uint64_t>& touched = m_touched[event.memory->index];
    if ((touched.load(std::memory_order_relaxed) | bits) != touched.load(std::memory_order_relaxed))
        touched.fetch_or(bits, std::memory_order_relaxed);
}

bool TouchedArrays::touches(const sim::simt::MemoryOp& memory, size_t argument) const {
    return argument < 64 && (m_touched[memory.index].load(std::memory_order_relaxed) >> argument & 1) != 0;
}

} // namespace warplens::challenges
