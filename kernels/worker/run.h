// SPDX-License-Identifier: GPL-3.0-or-later
// The verb `run`: one launch of one kernel, whose arguments can be written to files afterwards.
#pragma once

#include "kernels/worker/toolbox.h"

#include <nlohmann/json.hpp>

namespace warplens::kernels {

/// Answers the request; throws WorkerError, SpecError or nlohmann::json::exception.
nlohmann::json run(const nlohmann::json& request, const Toolbox& toolbox);

} // namespace warplens::kernels
