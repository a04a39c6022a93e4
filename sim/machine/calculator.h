// SPDX-License-Identifier: GPL-3.0-or-later
// Executes arithmetic for a warp on its registers, as far as these are known.
#pragma once

#include "sim/machine/evaluate.h"
#include "sim/machine/launch_values.h"
#include "sim/machine/warp_state.h"

namespace warplens::sim::machine {

class Calculator {
public:
    Calculator(const Flow& flow, const WarpPlace& place)
        : m_flow(flow)
        , m_place(place) {}

    /// For the lanes of `mask`; `active`: those and the ones that the guard leaves out.
    void compute(const Step& step, uint32_t active, uint32_t mask);

    WarpState& state() { return m_state; }

private:
    void computeLanes(const Step& step, uint32_t mask);
    bool computeTogether(const Step& step, uint32_t mask);
    bool numbersOf(const Step& step, const sass::Operand& operand, LaneValues& values) const;
    void computeUniform(const Step& step);
    void movePredicates(const Step& step, uint32_t mask);
    void special(const Step& step, uint32_t mask);
    void loadConstant(const Step& step, uint32_t mask);
    bool number(const Step& step, const sass::Operand& operand, unsigned lane, uint64_t& value) const;
    bool gather(const Step& step, unsigned lane, Sources& sources) const;
    bool sameInAllLanes(const Step& step) const;
    void give(const Step& step, uint32_t mask, unsigned lane, const Result& result);

    const Flow& m_flow;
    const WarpPlace& m_place;
    WarpState m_state;
};

} // namespace warplens::sim::machine
