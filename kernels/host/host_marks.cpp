// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/host/host_marks.h"

#include "kernels/source/asides.h"
#include "kernels/source/tokens.h"

#include <algorithm>

namespace warplens::kernels {

std::vector<HostSpan> hostMarks(std::string_view program) {
    const Tokens tokens(program);
    std::vector<HostSpan> marks;
    const auto add = [&](HostMark mark, std::size_t begin, std::size_t end) { marks.push_back({mark, begin, end}); };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind == TokenKind::String) {
            add(HostMark::Literal, tokens[i].begin, tokens[i].end);
        } else if (tokens.isWord(i) && tokens.text(i).starts_with("cuda")) {
            add(HostMark::Call, tokens[i].begin, tokens[i].end);
        } else if (tokens.opensLaunch(i)) {
            std::size_t close = i;
            while (close < tokens.size() && !tokens.closesLaunch(close) && !tokens.is(close, ";"))
                ++close;
            if (tokens.closesLaunch(close)) {
                add(HostMark::Launch, tokens[i].begin, tokens[close + 2].end);
                i = close + 2;
            }
        }
    }
    for (const Directive& directive : tokens.directives()) {
        std::size_t end = directive.begin + 1; // the # alone
        if (!directive.name.empty())
            end = static_cast<std::size_t>(directive.name.data() - program.data()) + directive.name.size();
        add(HostMark::Directive, directive.begin, end);
        for (const Token& token : directive.tokens)
            if (token.kind == TokenKind::String)
                add(HostMark::Literal, token.begin, token.end);
    }
    for (const auto& [begin, end] : asides(program, tokens))
        add(HostMark::Comment, begin, end);
    std::sort(marks.begin(), marks.end(), [](const HostSpan& a, const HostSpan& b) { return a.begin < b.begin; });
    return marks;
}

} // namespace warplens::kernels
