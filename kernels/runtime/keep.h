// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps launches in a folder, where whoever started the program has asked for it (kernels/launches/kept_launch.h).
#pragma once

#include "kernels/launches/event.h"
#include "kernels/runtime/device.h"
#include "sim/simt/block.h"

#include <string>

namespace warplens::runtime {

/// The file that most of the kernel's instructions are from; empty where the code does not tell.
std::string sourceOf(const sim::simt::Program& program);

/// Writes a launch that is about to run where it is to be kept, and says in the report where it lies. What cannot be
/// kept is told, once for each reason, and runs all the same.
void keepIfWanted(Device& device, const LoadedKernel& kernel, const sim::simt::Launch& launch,
                  const sim::memory::DeviceMemory& memory, launches::LaunchReport& report);

} // namespace warplens::runtime
