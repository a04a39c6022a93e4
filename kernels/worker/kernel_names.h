// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels a library launches: its call is recorded into a CUDA graph instead of being run, and the graph's nodes
// are asked for their names.
#pragma once

#include "kernels/worker/callee.h"

#include <string>
#include <vector>

namespace warplens::kernels {

/// The names of the kernels that one call of a library launches, in order. Empty where they cannot be told. The callee
/// must have been called in this stream before, so that it has nothing left to set up.
std::vector<std::string> launchedKernelNames(Callee& library, const std::vector<void*>& arguments, cudaStream_t stream);

} // namespace warplens::kernels
