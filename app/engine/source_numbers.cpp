// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/source_numbers.h"

#include "app/engine/cuda_types.h"
#include "kernels/catalogue/expression.h"

#include <algorithm>
#include <iterator>

namespace warplens::engine {
namespace {

using kernels::Directive;
using kernels::TokenKind;
using kernels::Tokens;

constexpr int deepestNames = 50;          ///< names that stand for names
constexpr std::size_t longest = 1000;     ///< characters of an expression
constexpr std::size_t mostCandidates = 8; ///< values that a name is given

bool isWholeType(std::string_view word) {
    constexpr std::string_view types[] = {"int",     "unsigned", "signed",   "long",    "short",   "auto",
                                          "size_t",  "uint",     "int8_t",   "int16_t", "int32_t", "int64_t",
                                          "uint8_t", "uint16_t", "uint32_t", "uint64_t"};
    return std::find(std::begin(types), std::end(types), word) != std::end(types);
}

/// Behind the value that begins at `at`: at the comma or semicolon, or at a bracket that was opened before.
std::size_t behindValue(const Tokens& tokens, std::size_t at) {
    for (; at < tokens.size(); ++at) {
        if (tokens.is(at, ",") || tokens.is(at, ";") || tokens.is(at, ")") || tokens.is(at, "}") || tokens.is(at, "]"))
            break;
        if (tokens.is(at, "(") || tokens.is(at, "{") || tokens.is(at, "["))
            at = tokens.closing(at, tokens.size() - 1);
    }
    return at;
}

/// 1'024u as the evaluation has it: 1024.
std::string plainNumber(std::string_view number) {
    std::string plain(number);
    std::erase(plain, '\'');
    while (plain.size() > 1 && std::string_view("uUlLzZ").find(plain.back()) != std::string_view::npos)
        plain.pop_back();
    return plain;
}

} // namespace

SourceNumbers::SourceNumbers(const kernels::SourceText& source) {
    readMacros(source);
    readDeclarations(source.tokens());
    readFunctions(source.tokens());
    readAllocations(source.tokens());
}

// int ceilDiv(int a, int b) { return (a + b - 1) / b; }
void SourceNumbers::readFunctions(const Tokens& tokens) {
    for (std::size_t i = 0; i + 4 < tokens.size(); ++i) {
        if (!tokens.isWord(i) || !tokens.is(i + 1, "("))
            continue;
        const std::size_t close = tokens.closing(i + 1, tokens.size());
        if (!tokens.is(close + 1, "{") || !tokens.is(close + 2, "return"))
            continue;
        const std::size_t end = behindValue(tokens, close + 3);
        if (!tokens.is(end, ";") || !tokens.is(end + 1, "}"))
            continue;
        Function function{{}, tokens.spelled(close + 3, end)};
        for (const auto& [from, to] : tokens.parts(i + 2, close, true))
            function.parameters.emplace_back(to > from ? tokens.text(to - 1) : std::string_view());
        m_functions.emplace(tokens.text(i), std::move(function));
    }
}

// cudaMalloc(&x, n * sizeof(float)), with a cast perhaps
void SourceNumbers::readAllocations(const Tokens& tokens) {
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (!tokens.is(i + 1, "(") ||
            (!tokens.is(i, "cudaMalloc") && !tokens.is(i, "cudaMallocManaged") && !tokens.is(i, "cudaMallocAsync")))
            continue;
        const auto parts = tokens.parts(i + 2, tokens.closing(i + 1, tokens.size()), false);
        if (parts.size() >= 2 && parts[0].second > parts[0].first && tokens.isWord(parts[0].second - 1))
            m_allocations.emplace(tokens.text(parts[0].second - 1), tokens.spelled(parts[1].first, parts[1].second));
    }
}

std::optional<std::int64_t> SourceNumbers::bytesOf(const std::string& variable) const {
    const auto found = m_allocations.find(variable);
    return found == m_allocations.end() ? std::nullopt : evaluate(found->second);
}

/// The value of a call whose name stands at `name`, and whose bracket closes at `close`.
std::optional<std::int64_t> SourceNumbers::called(const Tokens& tokens, std::size_t name, std::size_t close,
                                                  int depth) const {
    const Function& function = m_functions.at(std::string(tokens.text(name)));
    const auto given = tokens.parts(name + 2, close, false);
    if (depth > deepestNames || given.size() != function.parameters.size())
        return std::nullopt;
    std::map<std::string, std::string, std::less<>> values;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const auto value = evaluate(tokens.spelled(given[i].first, given[i].second), depth + 10);
        if (!value)
            return std::nullopt;
        values[function.parameters[i]] = "(" + std::to_string(*value) + ")";
    }
    const Tokens body(function.value);
    std::string text;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const auto bound = values.find(body.text(i));
        text += " ";
        text += bound != values.end() ? std::string_view(bound->second) : body.text(i);
    }
    return evaluate(text, depth + 10);
}

void SourceNumbers::readMacros(const kernels::SourceText& source) {
    for (const Directive& directive : source.tokens().directives()) {
        const auto& tokens = directive.tokens;
        // A bracket that touches the name begins its arguments.
        if (directive.name == "define" && tokens.size() > 1 && tokens[1].begin > tokens[0].end)
            if (auto& values = m_constants[std::string(source.tokens().text(tokens[0]))];
                values.size() < mostCandidates)
                values.push_back(source.tokens().spelled(std::span(tokens).subspan(1)));
        if (directive.name != "define" || tokens.size() < 4 || tokens[1].begin != tokens[0].end ||
            source.tokens().text(tokens[1]) != "(")
            continue;
        Function function;
        std::size_t at = 2;
        for (; at < tokens.size() && source.tokens().text(tokens[at]) != ")"; ++at)
            if (tokens[at].kind == TokenKind::Word)
                function.parameters.emplace_back(source.tokens().text(tokens[at]));
        if (at + 1 >= tokens.size())
            continue;
        function.value = source.tokens().spelled(std::span(tokens).subspan(at + 1));
        m_functions.emplace(source.tokens().text(tokens[0]), std::move(function));
    }
}

void SourceNumbers::readDeclarations(const Tokens& tokens) {
    bool constant = false; // "const" or "constexpr" stands in the words before
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string_view word = tokens.text(i);
        if (!tokens.isWord(i)) {
            constant = false;
        } else if (word == "const" || word == "constexpr") {
            constant = true;
        } else if (word == "dim3" || isWholeType(word)) {
            const bool ofLoop = i > 1 && tokens.is(i - 1, "(") && tokens.is(i - 2, "for");
            while (isWholeType(tokens.text(i + 1)) || tokens.is(i + 1, "const"))
                constant |= tokens.is(++i, "const");
            if (!ofLoop)
                readDeclarators(tokens, i + 1, constant, word == "dim3");
        }
    }
}

// "n = 1 << 20, m(3), k{4};"
void SourceNumbers::readDeclarators(const Tokens& tokens, std::size_t at, bool constant, bool ofExtents) {
    while (tokens.isWord(at)) {
        const std::string name(tokens.text(at));
        std::size_t begin = at + 2, end = at + 2;
        if (tokens.is(at + 1, "=")) {
            end = behindValue(tokens, begin);
            at = end;
        } else if (tokens.is(at + 1, "(") || tokens.is(at + 1, "{")) {
            end = tokens.closing(at + 1, tokens.size());
            at = end + 1;
        } else {
            return;
        }
        if ((!tokens.is(at, ",") && !tokens.is(at, ";")) || begin >= end)
            return;
        if (ofExtents) {
            if (tokens.is(begin, "dim3")) // dim3 block = dim3(16, 16)
                ++begin;
            if ((tokens.is(begin, "(") || tokens.is(begin, "{")) && tokens.closing(begin, end) == end - 1) {
                ++begin;
                --end;
            }
            m_extents.emplace(name, tokens.spelled(begin, end));
        } else if (auto& values = (constant ? m_constants : m_variables)[name]; values.size() < mostCandidates) {
            values.push_back(tokens.spelled(begin, end));
        }
        ++at;
    }
}

std::optional<std::int64_t> SourceNumbers::valueOf(const std::string& name, int depth) const {
    if (const auto known = m_known.find(name); known != m_known.end())
        return known->second;
    if (depth > deepestNames)
        return std::nullopt;
    std::optional<std::int64_t>& value = m_known[name]; // nothing, should it stand for itself
    for (const auto* given : {&m_constants, &m_variables})
        if (const auto found = given->find(name); found != given->end() && !value)
            for (const std::string& expression : found->second)
                if (const auto result = evaluate(expression, depth + 1)) {
                    value = result;
                    break;
                }
    return value;
}

std::optional<std::int64_t> SourceNumbers::evaluate(std::string_view expression, int depth) const {
    if (expression.size() > longest)
        return std::nullopt;
    const Tokens tokens(expression);
    kernels::Variables variables;
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (i > 0 && tokens[i].begin > tokens[i - 1].end)
            text += ' ';
        if (tokens.is(i, "(") && isWholeType(tokens.text(i + 1)) && tokens.is(i + 2, ")")) {
            i += 2; // a cast
        } else if (tokens.isWord(i) && tokens.is(i + 1, "(") && m_functions.contains(std::string(tokens.text(i)))) {
            const std::size_t close = tokens.closing(i + 1, tokens.size());
            const auto value = called(tokens, i, close, depth);
            if (!value)
                return std::nullopt;
            text += "(" + std::to_string(*value) + ")";
            i = close;
        } else if (tokens[i].kind == TokenKind::Number) {
            text += plainNumber(tokens.text(i));
        } else if (tokens.is(i, "sizeof") && tokens.is(i + 1, "(")) {
            const std::size_t close = tokens.closing(i + 1, tokens.size());
            const auto type = elementsOf(tokens, i + 2, close);
            if (!type)
                return std::nullopt;
            text += std::to_string(type->bytes());
            i = close;
        } else if (tokens.isWord(i) && tokens.is(i + 1, ".") && m_extents.contains(std::string(tokens.text(i)))) {
            const std::string_view member = tokens.text(i + 2);
            const auto of =
                depth > deepestNames ? std::nullopt : extent(tokens.text(i), depth + 10); // not kept, unlike names
            if (!of || member.size() != 1 || member[0] < 'x' || member[0] > 'z')
                return std::nullopt;
            text += std::to_string((*of)[static_cast<std::size_t>(member[0] - 'x')]);
            i += 2;
        } else {
            text += tokens.text(i);
            if (!tokens.isWord(i) || tokens.is(i + 1, "("))
                continue;
            const std::string name(tokens.text(i));
            const auto value = valueOf(name, depth);
            if (!value)
                return std::nullopt;
            variables[name] = *value;
        }
    }
    try {
        return kernels::evaluate(text, variables);
    } catch (const kernels::ExpressionError&) { // worked out when it runs: not to be known here
        return std::nullopt;
    }
}

std::optional<SourceNumbers::Extent> SourceNumbers::extent(std::string_view expression, int depth) const {
    std::string parts(expression);
    if (const auto declared = m_extents.find(parts); declared != m_extents.end())
        parts = declared->second;
    const Tokens tokens(parts);
    std::size_t first = 0, last = tokens.size();
    if (tokens.is(0, "dim3") && (tokens.is(1, "(") || tokens.is(1, "{"))) {
        first = 2;
        last = tokens.closing(1, last);
    }
    const auto each = tokens.parts(first, last, false);
    if (each.empty() || each.size() > 3)
        return std::nullopt;
    Extent extent{1, 1, 1};
    for (std::size_t i = 0; i < each.size(); ++i) {
        const auto value = evaluate(tokens.spelled(each[i].first, each[i].second), depth);
        if (!value)
            return std::nullopt;
        extent[i] = *value;
    }
    return extent;
}

} // namespace warplens::engine
