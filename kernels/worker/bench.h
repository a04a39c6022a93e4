// SPDX-License-Identifier: GPL-3.0-or-later
// The verb `bench`: micro-benchmarks, launched in the order of the request. Which there are, and what comes of their times, is the
// client's (kernels/measure/benchmarks.h).
#pragma once

#include "kernels/worker/request.h"
#include "kernels/worker/toolbox.h"

#include <nlohmann/json.hpp>

namespace warplens::kernels {

/// Answers the request; throws WorkerError.
nlohmann::json bench(const nlohmann::json& request, const Toolbox& toolbox, const Progress& progress);

} // namespace warplens::kernels
