// SPDX-License-Identifier: GPL-3.0-or-later
// The verb `hello`: what this worker is and what it found on its machine.
#pragma once

#include "kernels/worker/toolbox.h"

#include <nlohmann/json.hpp>

namespace warplens::kernels {

nlohmann::json hello(const Toolbox& toolbox);

} // namespace warplens::kernels
