// SPDX-License-Identifier: GPL-3.0-or-later
// Which line of a program's host code a place in its machine code belongs to, as binutils' addr2line tells it.
#pragma once

#include "kernels/launches/mistake.h"
#include "sim/simt/findings.h"

#include <optional>
#include <vector>

namespace warplens::engine {

/// The innermost one that lies in a source of the user's. Nothing: the program was compiled without -g, or there is no
/// addr2line.
std::optional<sim::simt::SourcePlace> hostPlace(const std::vector<launches::HostMistake::Frame>& frames);

} // namespace warplens::engine
