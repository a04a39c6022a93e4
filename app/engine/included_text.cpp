// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/included_text.h"

#include "app/engine/kernel_file.h"

#include <set>
#include <string>
#include <system_error>

namespace warplens::engine {
namespace {

using kernels::SourceText;
using Visit = std::function<void(const SourceText&)>;

void follow(const SourceText& text, const std::filesystem::path& folder, const Visit& visit,
            std::set<std::filesystem::path>& seen) {
    constexpr size_t mostHeaders = 64;
    for (const kernels::Directive& directive : text.tokens().directives()) {
        if (directive.name != "include" || directive.tokens.empty() ||
            directive.tokens[0].kind != kernels::TokenKind::String)
            continue;
        const std::string_view quoted = text.tokens().text(directive.tokens[0]);
        if (quoted.size() < 3)
            continue;
        std::error_code missing;
        const std::filesystem::path header =
            std::filesystem::weakly_canonical(folder / quoted.substr(1, quoted.size() - 2), missing);
        if (missing || !std::filesystem::is_regular_file(header, missing) || seen.size() >= mostHeaders ||
            !seen.insert(header).second)
            continue;
        try {
            const SourceText content(readTextFile(header));
            visit(content);
            follow(content, header.parent_path(), visit, seen);
        } catch (const EngineError&) {
            continue;
        }
    }
}

} // namespace

void forEachIncluded(const SourceText& text, const std::filesystem::path& folder, const Visit& visit) {
    std::set<std::filesystem::path> seen;
    follow(text, folder, visit, seen);
}

SourceText withIncluded(const std::filesystem::path& file, const SourceText& text) {
    std::string all;
    forEachIncluded(text, file.parent_path(), [&](const SourceText& header) { all += header.text() + "\n"; });
    return all.empty() ? text : SourceText(all + text.text());
}

} // namespace warplens::engine
