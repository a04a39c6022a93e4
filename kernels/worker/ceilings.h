// SPDX-License-Identifier: GPL-3.0-or-later
// The verb `ceilings`: what the device can do at most, for the roofline.
#pragma once

#include <nlohmann/json.hpp>

namespace warplens::kernels {

/// Answers the request; throws WorkerError.
nlohmann::json ceilings(const nlohmann::json& request);

} // namespace warplens::kernels
