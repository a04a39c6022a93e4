// SPDX-License-Identifier: GPL-3.0-or-later
// The verb `measure`: verifies and times several subjects on the same data.
#pragma once

#include "kernels/reference/reference_cache.h"
#include "kernels/worker/request.h"
#include "kernels/worker/toolbox.h"

#include <nlohmann/json.hpp>

namespace warplens::kernels {

/// Answers the request. Throws WorkerError, SpecError, nlohmann::json::exception, or SubjectFailure where the error of
/// one subject ends the whole request.
nlohmann::json measure(const nlohmann::json& request, const Toolbox& toolbox, ReferenceCache& references,
                       const Progress& progress);

} // namespace warplens::kernels
