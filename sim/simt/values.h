// SPDX-License-Identifier: GPL-3.0-or-later
// Which arithmetic of a kernel decides nothing that is counted: its results reach no address, no branch and no guard of a
// memory instruction, they are only stored. Of a product of matrices that is nearly all of it.
#pragma once

#include "sim/ptx/module.h"

#include <optional>
#include <vector>

namespace warplens::sim::simt {

struct Program;

/// By instruction: those that a run which only counts can do without. None where something that was loaded reaches an address
/// or a branch: then what is stored may matter, too.
std::vector<bool> onlyValues(const ptx::Function& function);

/// Whether what global or shared memory holds may reach an address or a branch: nothing is left out then. So it is taken to be of
/// a function that calls others.
bool memoryDecides(const ptx::Function& function);

/// Of a function of which memory decides the way: the arrays and variables whose contents do so, and what is stored there. The
/// summit's last block is told by a counter, whatever the matrices hold.
struct DecidingMemory {
    std::vector<bool> parameters;   ///< by number: what it points to
    std::vector<bool> instructions; ///< those that reach such a place, or may do so
    std::vector<bool> certain;      ///< ... and lead nowhere else
    std::vector<bool> values;       ///< as onlyValues has them
};
/// Nothing where it cannot be told, as of a function that calls others. Right if no two parameters lead to the same array.
std::optional<DecidingMemory> decidingMemory(const ptx::Function& function);

/// Has the program pass over them, so that its requests stay what they were and what it stores is wrong; nor do loads and
/// stores move anything. A kernel that calls functions is left as it is. Tells how many instructions are left out.
/// `apart`: no two parameters lead to the same array, so that it is done where memory decides as well, but for the places that do.
size_t leaveOutValues(Program& program, bool apart = false);

} // namespace warplens::sim::simt
