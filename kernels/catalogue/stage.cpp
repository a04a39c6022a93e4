// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

namespace warplens::kernels {

bool Parameter::allows(std::int64_t value) const {
    if (values.empty())
        return value >= minimum && value <= maximum;
    return std::find(values.begin(), values.end(), value) != values.end();
}

std::string Parameter::allowedText() const {
    if (values.empty())
        return fmt::format("{} to {}", minimum, maximum);
    if (values.size() == 1)
        return fmt::format("{}", values.front());
    return fmt::format("{} or {}", fmt::join(values.begin(), values.end() - 1, ", "), values.back());
}

std::string Parameter::valueText(std::int64_t value) const {
    const auto found = std::find(values.begin(), values.end(), value);
    if (names.empty() || found == values.end())
        return std::to_string(value);
    return names[static_cast<std::size_t>(found - values.begin())];
}

const Parameter* Stage::findParameter(std::string_view name) const {
    const auto found =
        std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& p) { return p.name == name; });
    return found == parameters.end() ? nullptr : &*found;
}

ParameterValues defaultParameters(const Stage& stage) {
    ParameterValues values;
    for (const Parameter& parameter : stage.parameters)
        values.push_back({parameter.name, parameter.defaultValue});
    return values;
}

namespace {

std::vector<ParameterValues> combinations(const Stage& stage, bool withRanges) {
    std::vector<ParameterValues> variants{{}};
    for (const Parameter& parameter : stage.parameters) {
        std::vector<std::int64_t> values =
            withRanges && !parameter.measured.empty() ? parameter.measured : parameter.values;
        if (values.empty())
            values = {parameter.defaultValue};
        std::vector<ParameterValues> longer;
        for (const ParameterValues& variant : variants) {
            for (const std::int64_t value : values) {
                longer.push_back(variant);
                longer.back().push_back({parameter.name, value});
            }
        }
        variants = std::move(longer);
    }
    return variants;
}

} // namespace

std::vector<ParameterValues> allVariants(const Stage& stage) {
    return combinations(stage, false);
}

std::vector<ParameterValues> measuredVariants(const Stage& stage) {
    return combinations(stage, true);
}

ParameterValues macrosOf(const Stage& stage, const ParameterValues& parameters) {
    ParameterValues macros;
    std::copy_if(parameters.begin(), parameters.end(), std::back_inserter(macros),
                 [&](const ParameterValue& parameter) { return stage.source.tokens().mention(parameter.name); });
    return macros;
}

std::string variantText(const ParameterValues& values) {
    if (values.empty())
        return "default";
    std::string text;
    for (const ParameterValue& parameter : values)
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", parameter.name, parameter.value);
    return text;
}

} // namespace warplens::kernels
