// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/guessed_structure.h"

#include "app/engine/cuda_types.h"
#include "app/engine/source_numbers.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::engine {
namespace {

using kernels::Token;
using kernels::Tokens;

constexpr int deepest = 3;               ///< structures in structures
constexpr std::int64_t mostMembers = 64; ///< of an array by value

class StructureGuess {
public:
    StructureGuess(const kernels::SourceText& text, std::int64_t number, std::int64_t count, int& seed)
        : m_tokens(text.tokens())
        , m_numbers(text)
        , m_number(number)
        , m_count(count)
        , m_seed(seed) {}

    std::optional<std::string> of(std::string_view type, int depth);

private:
    struct Body {
        size_t open, close;
    };
    std::optional<Body> bodyOf(std::string_view type) const;
    std::optional<size_t> member(size_t first, size_t close, int depth, std::string& values);
    std::optional<std::string> declared(size_t type, size_t typeEnd, size_t first, size_t last, int depth);
    std::optional<std::string> value(size_t type, size_t typeEnd, int depth);
    std::string array(size_t type, size_t typeEnd);

    const Tokens& m_tokens;
    SourceNumbers m_numbers;
    std::int64_t m_number, m_count;
    int& m_seed;
};

/// "struct Name {" or "typedef struct … { … } Name;", with nothing between that says more.
std::optional<StructureGuess::Body> StructureGuess::bodyOf(std::string_view type) const {
    for (size_t i = 0; i < m_tokens.size(); ++i) {
        if (!m_tokens.is(i, "struct") && !m_tokens.is(i, "class"))
            continue;
        size_t open = i + 1;
        bool named = false, aligned = false;
        while (m_tokens.isWord(open) || m_tokens.is(open, "(") || m_tokens.is(open, ")") ||
               m_tokens[open].kind == kernels::TokenKind::Number) { // __align__(16)
            named |= m_tokens.is(open, type);
            aligned |= m_tokens.is(open, "(");
            ++open;
        }
        if (!m_tokens.is(open, "{") || m_tokens[open].partner == Token::none || (i > 0 && m_tokens.is(i - 1, ">")))
            continue;
        const size_t close = m_tokens[open].partner;
        if (named || (i > 0 && m_tokens.is(i - 1, "typedef") && m_tokens.is(close + 1, type)))
            return aligned ? std::nullopt : std::optional(Body{open, close});
    }
    return std::nullopt;
}

std::string StructureGuess::array(size_t type, size_t typeEnd) {
    const auto elements = elementsOf(m_tokens, type, typeEnd);
    const kernels::ElementType element = elements ? elements->element : kernels::ElementType::F32;
    const bool bins = elements && !kernels::isFloatingPoint(element) && kernels::elementSize(element) >= 4;
    return fmt::format("{}[{}]={}:{}", kernels::elementTypeName(element), m_count * (elements ? elements->count : 16),
                       bins ? "below:64" : "random", m_seed++);
}

std::optional<std::string> StructureGuess::value(size_t type, size_t typeEnd, int depth) {
    if (const auto elements = elementsOf(m_tokens, type, typeEnd)) {
        const bool whole = !kernels::isFloatingPoint(elements->element) && kernels::elementSize(elements->element) > 1;
        const std::int64_t number = whole ? m_number : 1;
        if (elements->count == 1)
            return fmt::format("{}={}", kernels::elementTypeName(elements->element), number);
        std::string text =
            fmt::format("{}x{}={}", kernels::elementTypeName(elements->element), elements->count, number);
        for (unsigned i = 1; i < elements->count; ++i)
            text += fmt::format(",{}", number);
        return text;
    }
    for (size_t i = type; i < typeEnd; ++i)
        if (m_tokens.isWord(i) && !m_tokens.is(i, "const") && !m_tokens.is(i, "struct"))
            return of(m_tokens.text(i), depth + 1);
    return std::nullopt;
}

/// One declarator of a member: "*elements", "size[3]", "n = 5".
std::optional<std::string> StructureGuess::declared(size_t type, size_t typeEnd, size_t first, size_t last, int depth) {
    bool pointer = false;
    std::int64_t times = 1;
    for (size_t i = type; i < typeEnd; ++i)
        pointer |= m_tokens.is(i, "*");
    for (size_t i = first; i < last && !m_tokens.is(i, "=") && !m_tokens.is(i, "{"); ++i) {
        pointer |= m_tokens.is(i, "*");
        if (m_tokens.is(i, ":") || m_tokens.is(i, "(") || m_tokens.is(i, "&"))
            return std::nullopt;
        if (!m_tokens.is(i, "["))
            continue;
        const size_t close = m_tokens[i].partner;
        const auto extent = close == Token::none ? std::nullopt : m_numbers.evaluate(m_tokens.spelled(i + 1, close));
        if (!extent || *extent < 1 || *extent > mostMembers || (times *= *extent) > mostMembers)
            return std::nullopt;
        i = close;
    }
    const bool many = times > 1;
    std::string text;
    for (std::int64_t i = 0; i < times; ++i) {
        const auto one = pointer ? std::optional(array(type, typeEnd)) : value(type, typeEnd, depth);
        if (!one)
            return std::nullopt;
        text += (text.empty() ? "" : "; ") + *one;
    }
    return many ? "{" + text + "}" : text;
}

/// The member that begins there; returns what comes behind it. What takes no room is left out.
std::optional<size_t> StructureGuess::member(size_t first, size_t close, int depth, std::string& values) {
    if ((m_tokens.is(first, "public") || m_tokens.is(first, "private") || m_tokens.is(first, "protected")) &&
        m_tokens.is(first + 1, ":"))
        return first + 2;
    size_t end = first;
    bool function = false, assigned = false;
    while (end < close && !m_tokens.is(end, ";")) {
        if (m_tokens.is(end, "virtual") || m_tokens.is(end, "struct") || m_tokens.is(end, "union"))
            return std::nullopt;
        const bool body = m_tokens.is(end, "{");
        assigned |= m_tokens.is(end, "=");
        function |= (m_tokens.is(end, "(") && !assigned) || m_tokens.is(end, "operator");
        if ((body || m_tokens.is(end, "(") || m_tokens.is(end, "[")) && m_tokens[end].partner != Token::none)
            end = m_tokens[end].partner;
        if (body && function)
            return end + 1;
        ++end;
    }
    if (function || m_tokens.is(first, "static") || m_tokens.is(first, "using") || m_tokens.is(first, "typedef") ||
        m_tokens.is(first, "enum") || m_tokens.is(first, "friend") || end == first)
        return end + 1;
    // The type ends in front of the first name that is followed by what ends a declarator.
    size_t typeEnd = first;
    while (typeEnd < end &&
           !(typeEnd > first && m_tokens.isWord(typeEnd) &&
             (typeEnd + 1 == end || m_tokens.is(typeEnd + 1, ",") || m_tokens.is(typeEnd + 1, "[") ||
              m_tokens.is(typeEnd + 1, "=") || m_tokens.is(typeEnd + 1, "{") || m_tokens.is(typeEnd + 1, ":"))))
        ++typeEnd;
    size_t declarator = typeEnd;
    while (declarator > first && (m_tokens.is(declarator - 1, "*") || m_tokens.is(declarator - 1, "__restrict__")))
        --declarator;
    for (const auto& [from, to] : m_tokens.parts(declarator, end, false)) {
        const auto text = declared(first, declarator, from, to, depth);
        if (!text)
            return std::nullopt;
        values += (values.empty() ? "" : "; ") + *text;
    }
    return end + 1;
}

std::optional<std::string> StructureGuess::of(std::string_view type, int depth) {
    const std::optional<Body> body = depth < deepest ? bodyOf(type) : std::nullopt;
    if (!body)
        return std::nullopt;
    std::string values;
    for (size_t at = body->open + 1; at < body->close;) {
        const auto next = member(at, body->close, depth, values);
        if (!next)
            return std::nullopt;
        at = *next;
    }
    return values.empty() ? std::nullopt : std::optional("{" + values + "}");
}

} // namespace

std::optional<std::string> guessedStructure(const kernels::SourceText& text, std::string_view type, std::int64_t number,
                                            std::int64_t count, int& seed) {
    const Tokens words(type);
    StructureGuess guess(text, number, count, seed);
    for (size_t i = 0; i < words.size(); ++i)
        if (words.isWord(i) && !words.is(i, "const") && !words.is(i, "struct") && !words.is(i, "__grid_constant__"))
            return words.is(i + 1, "<") ? std::nullopt : guess.of(words.text(i), 0);
    return std::nullopt;
}

} // namespace warplens::engine
