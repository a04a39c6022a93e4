// SPDX-License-Identifier: GPL-3.0-or-later
// How what lies at an address is called: by its variable or array, and the element as the access counts them.
#pragma once

#include "sim/simt/machine.h"

#include <string>
#include <string_view>

namespace warplens::sim::simt {

struct Program;
struct RunState;

/// A variable as the source calls it: "As" of "_ZZ5tiledE2As".
std::string variableName(std::string_view name);
/// "byte 12 of As": what lies at an address of shared memory.
std::string sharedPlace(const Program& program, uint64_t address);
/// "As[3]", for an access whose elements have so many bytes; where they do not fit, the byte.
std::string elementPlace(const RunState& run, AccessSpace space, uint64_t address, unsigned elementBytes);

} // namespace warplens::sim::simt
