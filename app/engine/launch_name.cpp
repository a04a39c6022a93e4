// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/launch_name.h"

#include <nlohmann/json.hpp>

namespace warplens::engine {

using nlohmann::ordered_json;

void writeLaunchName(ordered_json& row, const std::string& stage, const kernels::ParameterValues& parameters,
                     const kernels::Size& size) {
    row["stage"] = stage;
    ordered_json& values = row["parameters"] = ordered_json::object();
    for (const kernels::ParameterValue& value : parameters)
        values[value.name] = value.value;
    row["size"] = {size.m, size.n, size.k};
}

void readLaunchName(const ordered_json& row, std::string& stage, kernels::ParameterValues& parameters,
                    kernels::Size& size) {
    stage = row.at("stage").get<std::string>();
    for (const auto& [name, value] : row.at("parameters").items())
        parameters.push_back({name, value.get<std::int64_t>()});
    const ordered_json& edges = row.at("size");
    size = {edges.at(0).get<std::int64_t>(), edges.at(1).get<std::int64_t>(), edges.at(2).get<std::int64_t>()};
}

} // namespace warplens::engine
