// SPDX-License-Identifier: GPL-3.0-or-later
// Which launch a row of a kept table is of, as JSON: the stage, its parameters and the size.
#pragma once

#include "kernels/catalogue/size.h"
#include "kernels/catalogue/stage.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace warplens::engine {

/// Adds "stage", "parameters" and "size" to the row.
void writeLaunchName(nlohmann::ordered_json& row, const std::string& stage, const kernels::ParameterValues& parameters,
                     const kernels::Size& size);
/// Reads them. Throws nlohmann::json::exception where one lacks or is something else.
void readLaunchName(const nlohmann::ordered_json& row, std::string& stage, kernels::ParameterValues& parameters,
                    kernels::Size& size);

} // namespace warplens::engine
