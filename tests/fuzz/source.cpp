// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds texts to everything that reads CUDA C++: whatever they are, their tokens are in order, brackets belong to each
// other, what is no code can be blanked without a difference, and a launch can be suggested for every kernel.
//   tests/fuzz/run.sh [SECONDS]
#include "app/engine/suggested_launch.h"
#include "kernels/compiler/declarations.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

using namespace warplens;
using kernels::Token;
using kernels::Tokens;

namespace {

void demand(bool condition) {
    if (!condition)
        std::abort();
}

char closingOf(char open) {
    return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '\0';
}

void checkTokens(const Tokens& tokens, const std::string& text) {
    std::string code(text); // and what is none is blank
    size_t before = 0;
    auto directive = tokens.directives().begin();
    const auto blank = [&](size_t begin, size_t end) {
        demand(begin <= end && end <= text.size());
        const size_t last =
            code.find_last_not_of(" \t", begin - 1); // behind a backslash a blank line would be joined with the next
        if (begin > 0 && last != std::string::npos && code[last] == '\\')
            return;
        for (; begin < end; ++begin)
            if (code[begin] != '\n')
                code[begin] = ' ';
    };
    const auto directivesUpTo = [&](size_t place) {
        for (; directive != tokens.directives().end() && directive->begin < place; ++directive) {
            blank(before, directive->begin);
            before = directive->end;
        }
    };
    for (size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        directivesUpTo(token.begin);
        blank(before, token.begin);
        demand(token.begin < token.end);
        before = token.end;
        if (token.partner == Token::none)
            continue;
        demand(token.partner < tokens.size() && token.partner != i);
        const size_t open = std::min(i, token.partner), close = std::max(i, token.partner);
        demand(closingOf(tokens.text(open).front()) == tokens.text(close).front());
        demand(tokens[open].partner <= close);
    }
    directivesUpTo(text.size());
    blank(before, text.size());
    const Tokens again(code);
    demand(again.size() == tokens.size() && again.directives().size() == tokens.directives().size());
    for (size_t i = 0; i < tokens.size(); ++i)
        demand(again[i].begin == tokens[i].begin && again[i].end == tokens[i].end && again[i].kind == tokens[i].kind &&
               again[i].partner == tokens[i].partner);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const kernels::SourceText source(std::string(reinterpret_cast<const char*>(data), size));
    checkTokens(source.tokens(), source.text());

    kernels::Declarations declarations(source, kernels::deviceMarks({source}));
    declarations.takeOutHost();
    for (int line = 0; line < 5; ++line) {
        declarations.takeOutHostAt(line);
        declarations.takeOutDeviceAt(line, "k");
    }
    demand(declarations.text().size() == size);
    kernels::inclusionsIn(source);

    for (const engine::KernelSignature& kernel : engine::kernelsInSource(source)) {
        declarations.namespacesOf(kernel.name);
        engine::KernelFile file{"fuzzed.cu", source, engine::suggestLaunch(kernel, source)};
        engine::launchOfFile(file.launch);
        engine::sharedShapes(kernel, file);
    }
    return 0;
}
