// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/files/json_problem.h"

#include <fmt/format.h>

namespace warplens::kernels {
namespace {

/// What stands between the two; empty where they are not there.
std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos)
        return {};
    const std::size_t begin = at + before.size(), end = text.find(after, begin);
    return end == std::string_view::npos ? std::string_view() : text.substr(begin, end - begin);
}

} // namespace

std::string jsonProblem(std::string_view what) {
    const std::string_view kind = between(what, "[json.exception.", "]");
    const std::string_view message = kind.empty() ? what : what.substr(what.find(']') + 1);
    const std::string_view text = message.starts_with(' ') ? message.substr(1) : message;
    constexpr std::string_view again = "; it was changed, or not written to its end: take a copy that is whole";
    if (kind.starts_with("parse_error.101")) {
        const std::string_view place = between(text, "at ", ":");
        if (text.find("unexpected end of input") != std::string_view::npos ||
            text.find("missing closing quote") !=
                std::string_view::npos) // at the end alone: a line's end is told otherwise
            return fmt::format("it ends in its middle, at {}{}", place, again);
        const std::string_view read = between(text, "last read: '", "'");
        return fmt::format("it is damaged at {}{}{}", place, read.empty() ? "" : fmt::format(" ('{}')", read), again);
    }
    if (const std::string_view key = between(text, "key '", "'"); kind.starts_with("out_of_range.403") && !key.empty())
        return fmt::format("it lacks '{}'{}", key, again);
    if (kind.starts_with("type_error"))
        return fmt::format("a value in it is of another kind than it must be: {}{}", text, again);
    return std::string(text);
}

} // namespace warplens::kernels
