// SPDX-License-Identifier: GPL-3.0-or-later
// Carries what the machine code does over to the program made from PTX: which memory instructions are issued as they
// stand, and which together as one wider one.
#pragma once

#include "sim/sass/cubin.h"
#include "sim/simt/program.h"

#include <string>
#include <vector>

namespace warplens::sim::sass {

/// A memory instruction of the PTX for which no counterpart was found in the machine code. It is counted as written.
struct Unmatched {
    uint32_t ptxLine;
    uint32_t location; ///< index into the module's locations
    std::string why;
};

/// Sets Issue, request width and request offset of the program's memory operations. The cubin has to come from the same
/// PTX, compiled with line information. Returns what could not be matched.
std::vector<Unmatched> applyIssue(simt::Program& program, const Cubin& cubin);

} // namespace warplens::sim::sass
