// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch gives its threads: special registers, and what stands in the banks of constants.
#pragma once

#include "sim/machine/flow.h"
#include "sim/simt/launch.h"

namespace warplens::sim::machine {

/// A warp of a launch.
struct WarpPlace {
    const simt::Launch& launch;
    simt::Dim3 block;
    uint32_t warp = 0;
};

/// False: the register's value is not known.
bool specialRegister(const WarpPlace& place, unsigned number, unsigned lane, uint32_t& value);

/// The word at that place of the operand's bank. False: it is not known.
bool constantWord(const Flow& flow, const simt::Launch& launch, const sass::Operand& operand, uint64_t at,
                  uint32_t& value);

} // namespace warplens::sim::machine
