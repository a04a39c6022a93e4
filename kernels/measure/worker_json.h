// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker's answers may have, and may lack.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace warplens::kernels {

inline std::optional<double> optionalNumber(const nlohmann::json& object, const char* key) {
    if (!object.contains(key) || !object.at(key).is_number())
        return std::nullopt;
    return object.at(key).get<double>();
}

inline std::string textOf(const nlohmann::json& object, const char* key) {
    return object.contains(key) && object.at(key).is_string() ? object.at(key).get<std::string>() : "";
}

} // namespace warplens::kernels
