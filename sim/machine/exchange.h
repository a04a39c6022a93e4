// SPDX-License-Identifier: GPL-3.0-or-later
// Machine instructions in which the lanes of a warp see one another's values.
#pragma once

#include "sim/machine/flow.h"
#include "sim/machine/warp_state.h"

namespace warplens::sim::machine {

/// Executes it for the lanes of `mask`; `active`: those and the ones that the guard leaves out. False: it is none of them.
bool exchange(WarpState& state, const Step& step, uint32_t active, uint32_t mask);

} // namespace warplens::sim::machine
