// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of requests that several verbs have in common. Members that are missing or of the wrong type throw
// nlohmann::json's exceptions, which the worker answers as "bad-request".
#pragma once

#include "kernels/worker/kernel.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <vector>

namespace warplens::kernels {

/// grid, block and shared_bytes. Throws WorkerError where a number is not positive or does not fit.
LaunchShape parseShape(const nlohmann::json& request);

/// The longest time that one launch may take, in seconds.
double parseLaunchTimeout(const nlohmann::json& request);

/// Sends one progress event. `soFar`: the timings up to now, as protocol.h has them; null where there are none.
using Progress =
    std::function<void(const char* phase, std::size_t subject, double fraction, const nlohmann::json& soFar)>;

} // namespace warplens::kernels
