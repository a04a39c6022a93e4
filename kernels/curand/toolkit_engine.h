// SPDX-License-Identifier: GPL-3.0-or-later
// What the toolkit's own libcurand computes without a GPU: generators for the host, and tables.
#pragma once

#include "kernels/curand/engine.h"

#include <curand.h>

#include <memory>

namespace warplens::curand {

/// The toolkit's function of that name; nullptr: it is not there.
void* toolkitFunction(const char* name);

/// A generator for the host; nullptr: there is no toolkit, or it has none of that kind.
std::unique_ptr<Engine> makeOfToolkit(curandRngType type);

} // namespace warplens::curand
