// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/host/host_signature.h"

namespace warplens::kernels {
namespace {

bool isDecoration(std::string_view word) {
    return word == "const" || word == "__restrict__" || word == "restrict";
}

HostParameter parameterOf(const Tokens& tokens, std::size_t from, std::size_t to) {
    HostParameter parameter;
    parameter.name = std::string(tokens.text(to - 1));
    for (std::size_t i = from; i + 1 < to; ++i) {
        if (tokens.is(i, "*")) {
            parameter.pointer = true;
        } else if (!isDecoration(tokens.text(i))) {
            const bool apart = !parameter.type.empty() && tokens.isWord(i) && tokens.isWord(i - 1);
            parameter.type += (apart ? " " : "") + std::string(tokens.text(i));
        }
    }
    return parameter;
}

/// The word before the name, which the declaration is of; `__launch_bounds__(…)` may stand between.
std::string resultBefore(const Tokens& tokens, std::size_t name) {
    std::size_t at = name;
    while (at > 0) {
        --at;
        if (tokens.is(at, ")"))
            while (at > 0 && !tokens.is(at, "("))
                --at;
        else if (tokens.isWord(at) && !tokens.text(at).starts_with("__"))
            return std::string(tokens.text(at));
    }
    return {};
}

} // namespace

HostSignature signatureOf(const SourceText& source, std::string_view function) {
    const Tokens& tokens = source.tokens();
    HostSignature signature;
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
        const bool declared =
            tokens.is(i, function) && tokens.is(i + 1, "(") && (tokens.isWord(i - 1) || tokens.is(i - 1, ")"));
        if (!declared || tokens.is(i - 1, "return"))
            continue;
        signature = {.result = resultBefore(tokens, i), .parameters = {}, .found = true};
        const std::size_t close = tokens.closing(i + 1, tokens.size());
        for (const auto& [from, to] : tokens.parts(i + 2, close, true))
            signature.parameters.push_back(parameterOf(tokens, from, to));
    }
    return signature;
}

} // namespace warplens::kernels
