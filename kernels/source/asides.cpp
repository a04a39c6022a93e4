// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/source/asides.h"

#include "kernels/source/tokens.h"

namespace warplens::kernels {

std::vector<std::pair<std::size_t, std::size_t>> asides(std::string_view text, const Tokens& tokens) {
    constexpr std::string_view blanks = " \t\r\v\f\n";
    std::vector<std::pair<std::size_t, std::size_t>> found;
    std::size_t from = 0;
    const auto upTo = [&](std::size_t begin, std::size_t end) {
        std::string_view between = text.substr(from, begin - from);
        const std::size_t first = between.find_first_not_of(blanks);
        if (first != std::string_view::npos) {
            between = between.substr(first, between.find_last_not_of(blanks) + 1 - first);
            if (between != "\\") // which joins lines
                found.emplace_back(from + first, from + first + between.size());
        }
        from = end;
    };
    const std::vector<Directive>& directives = tokens.directives();
    for (std::size_t token = 0, directive = 0; token < tokens.size() || directive < directives.size();)
        if (directive < directives.size() &&
            (token == tokens.size() || directives[directive].begin < tokens[token].begin)) {
            upTo(directives[directive].begin, directives[directive].end);
            ++directive;
        } else {
            upTo(tokens[token].begin, tokens[token].end);
            ++token;
        }
    upTo(text.size(), text.size());
    return found;
}

} // namespace warplens::kernels
