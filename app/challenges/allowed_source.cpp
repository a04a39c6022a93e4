// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/challenges/allowed_source.h"

#include "app/engine/kernel_image.h"
#include "app/engine/trimmed.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace warplens::challenges {
namespace {

constexpr std::array<std::string_view, 15> directives{"include", "define", "undef",   "if",       "ifdef",
                                                      "ifndef",  "elif",   "elifdef", "elifndef", "else",
                                                      "endif",   "pragma", "error",   "warning",  "line"};

/// "<cuda_fp16.h>": what stands behind the name of the directive.
bool isOfToolkit(const std::string& what) {
    return what.starts_with('<') && what.size() > 1 && what[1] != '/' && what.find("..") == std::string::npos &&
           what.find('\\') == std::string::npos;
}

/// Whether a condition asks the machine what files it has; a word may be broken over two lines.
bool asksForFiles(std::string condition) {
    for (size_t at = condition.find('\\'); at != std::string::npos; at = condition.find('\\', at))
        condition.erase(at, std::min(condition.find('\n', at), condition.size() - 1) - at + 1);
    return condition.find("__has_include") != std::string::npos || condition.find("__has_embed") != std::string::npos;
}

[[noreturn]] void refuse(int line) {
    throw engine::EngineError(fmt::format("line {}: this kernel stands in one file, and includes headers of CUDA "
                                          "alone, as in #include <cuda_fp16.h>",
                                          line));
}

} // namespace

void checkAllowed(const kernels::SourceText& source) {
    const kernels::Tokens& tokens = source.tokens();
    const std::string_view text = source.text();
    for (const kernels::Directive& directive : tokens.directives()) {
        const int line = tokens.lineOf(directive.begin);
        if (directive.name.empty() && directive.tokens.empty())
            continue;
        if (std::find(directives.begin(), directives.end(), directive.name) == directives.end())
            refuse(line);
        const std::string_view whole = text.substr(directive.begin, directive.end - directive.begin);
        if (asksForFiles(std::string(whole)))
            refuse(line);
        if (directive.name != "include")
            continue;
        if (!isOfToolkit(engine::trimmed(whole.substr(whole.find(directive.name) + directive.name.size()))))
            refuse(line);
    }
    for (size_t i = 0; i < tokens.size(); ++i) // another way to write #
        if (tokens.areMarks(i, "%:"))
            refuse(tokens.lineOf(tokens[i].begin));
}

} // namespace warplens::challenges
