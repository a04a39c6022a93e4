// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/define.h"

#include <fmt/format.h>

#include <charconv>

namespace warplens::kernels {

WrittenDefine writtenDefine(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || text.empty())
        throw DefineError(fmt::format("'-D {}' names nothing: write -D NAME=VALUE", text));
    if (equals == std::string::npos)
        return {text, "1"};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

ParameterValue definedParameter(const std::string& text) {
    auto [name, written] = writtenDefine(text);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), value);
    if (error != std::errc() || end != written.data() + written.size())
        throw DefineError(fmt::format("'-D {}': a stage's parameter is a whole number: write -D {}=16", text, name));
    return {std::move(name), value};
}

} // namespace warplens::kernels
