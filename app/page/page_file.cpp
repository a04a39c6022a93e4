// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/page/page_file.h"

#include "app/page/page_data.h"
#include "kernels/files/bounded_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace warplens::page {
namespace {

using Json = nlohmann::ordered_json;

/// Style and script end at their closing tag, whatever it stands in.
void refuseTags(const std::string& text, const char* file) {
    std::string lower = text;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const char* tag : {"</script", "</style", "<!--", "<script"})
        if (lower.find(tag) != std::string::npos)
            throw PageError(
                fmt::format("{} contains {}, which would end it inside a page: write it in two parts", file, tag));
}

std::string textOf(const Json& pieces) {
    std::string text;
    for (const Json& piece : pieces)
        text += piece.at("text").get<std::string>();
    return text;
}

} // namespace

PageParts loadPageParts(const std::filesystem::path& folder) {
    const auto read = [&](const char* name) { return kernels::readText(folder / name, kernels::sourceLimit); };
    return {read("page.html"), read("page.css"), read("page.js")};
}

std::string embedded(const Json& data) {
    // ASCII alone leaves out U+2028 and U+2029, which end lines of JavaScript; what is no UTF-8 is replaced.
    const std::string plain = data.dump(-1, ' ', true, Json::error_handler_t::replace);
    std::string text;
    text.reserve(plain.size());
    for (const char c : plain)
        if (c == '<' || c == '>' || c == '&') // inside strings only
            text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            text += c;
    return text;
}

std::string escaped(std::string_view text) {
    std::string made;
    for (const char c : text)
        switch (c) {
        case '<':
            made += "&lt;";
            break;
        case '>':
            made += "&gt;";
            break;
        case '&':
            made += "&amp;";
            break;
        case '"':
            made += "&quot;";
            break;
        case '\'':
            made += "&#39;";
            break;
        default:
            made += c;
        }
    return made;
}

std::string plainSteps(const Json& data) {
    std::string text = "<ol>\n";
    for (const Json& step : data.at("steps")) {
        text += "<li>";
        if (const auto question = step.find("question"); question != step.end())
            text += fmt::format("<p>{}</p>", escaped(question->at("text").get<std::string>()));
        std::string said = textOf(step.at("caption"));
        if (const auto panes = step.find("panes"); said.empty() && panes != step.end() && !panes->empty())
            said = textOf(panes->front().at("sentence"));
        text += fmt::format("<p>{}</p></li>\n", escaped(said));
    }
    return text + "</ol>";
}

std::string assemblePage(const PageParts& parts, const Json& data) {
    refuseTags(parts.style, "page.css");
    refuseTags(parts.script, "page.js");
    std::array<std::pair<std::string_view, std::string>, 6> fillings{
        {{"language", escaped(data.value("language", "en"))},
         {"title", escaped(data.at("title").get<std::string>())},
         {"style", parts.style},
         {"text", plainSteps(data)},
         {"data", embedded(data)},
         {"script", parts.script}}};
    // In one go, so that nothing that is filled in is itself filled.
    std::string page;
    size_t filled = 0;
    for (size_t at = 0; at < parts.html.size();) {
        const size_t begin = parts.html.find("{{", at);
        page.append(parts.html, at, begin - at);
        if (begin == std::string::npos)
            break;
        const size_t end = parts.html.find("}}", begin);
        const std::string_view name = end == std::string::npos
                                          ? std::string_view()
                                          : std::string_view(parts.html).substr(begin + 2, end - begin - 2);
        const auto filling =
            std::find_if(fillings.begin(), fillings.end(), [&](const auto& each) { return each.first == name; });
        if (filling == fillings.end())
            throw PageError(fmt::format("page.html has {{{{{}}}}}, which is no part of a page", name));
        page += filling->second;
        ++filled;
        at = end + 2;
    }
    if (filled < fillings.size())
        throw PageError("page.html lacks one of {{title}}, {{style}}, {{text}}, {{data}} and {{script}}");
    if (page.size() > mostBytes)
        throw PageError(
            fmt::format("the page would have {:.1f} MB, and {:.0f} are the most: write a page of one lesson, or "
                        "of a link with fewer pictures (show=…)",
                        static_cast<double>(page.size()) / 1e6, static_cast<double>(mostBytes) / 1e6));
    return page;
}

} // namespace warplens::page
