// SPDX-License-Identifier: GPL-3.0-or-later
// By whose rules the requests of a program are counted.
#pragma once

#include "sim/memory/architecture.h"
#include "sim/simt/program.h"

namespace warplens::sim::simt {

void useRules(Program& program, const memory::Architecture& architecture);

} // namespace warplens::sim::simt
