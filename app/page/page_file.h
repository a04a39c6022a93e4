// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a web page: resources/page's template, style and script and the data, in one. It loads nothing: a policy in
// its head forbids that, too. No Qt.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace warplens::page {

inline constexpr std::size_t mostBytes = 5'000'000;

/// The parts that every page has. Members are what the files hold.
struct PageParts {
    std::string html; ///< with {{title}}, {{style}}, {{text}}, {{data}} and {{script}}
    std::string style, script;
};
/// Of a folder such as resourcesDir() / "page". Throws kernels::FileError.
PageParts loadPageParts(const std::filesystem::path& folder);

/// As JSON that can stand inside a script element of HTML: plain ASCII without <, > and &.
std::string embedded(const nlohmann::ordered_json& data);
/// Text as it stands between the tags, or in an attribute, of HTML.
std::string escaped(std::string_view text);
/// The captions and questions alone, as HTML: for browsers without scripts, and for those who search.
std::string plainSteps(const nlohmann::ordered_json& data);

/// Throws PageError where a part is not what it has to be, or the page is larger than mostBytes.
std::string assemblePage(const PageParts& parts, const nlohmann::ordered_json& data);

} // namespace warplens::page
