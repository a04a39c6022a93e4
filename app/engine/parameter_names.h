// SPDX-License-Identifier: GPL-3.0-or-later
// What the parameters of a kernel are called: as its source names them, and where that is not there, as PTX does.
#pragma once

#include "kernels/launches/event.h"
#include "kernels/launches/kept_launch.h"
#include "sim/ptx/module.h"

#include <string>
#include <string_view>
#include <vector>

namespace warplens::engine {

/// Without what nvcc puts before the name of each: "_Z3addPf_param_0" is "param_0".
std::string shortParameterName(std::string_view ptxName);

/// Findings and differences of a program's launch: "argument 0" becomes what the source calls it, where it is there.
void nameArguments(launches::LaunchReport& report);

/// "tile<32, 1>(float*, int)" and "mine::tile" are "tile<32, 1>" and "tile": as a launch of its file names it.
std::string plainKernelName(const std::string& name);

/// Of a source's kernel that takes as many parameters as PTX does; of another, or where the file is not there any more,
/// PTX's names.
std::vector<std::string> parameterNames(const std::string& source, const std::string& kernel,
                                        const std::vector<sim::ptx::Variable>& parameters);

} // namespace warplens::engine
