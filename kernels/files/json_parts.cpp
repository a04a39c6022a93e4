// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/files/json_parts.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace warplens::kernels {
namespace {

class Splitter {
public:
    explicit Splitter(std::string_view text)
        : m_text(text) {}

    std::optional<std::vector<JsonPart>> split() {
        std::vector<JsonPart> parts;
        if (!take('{'))
            return std::nullopt;
        if (!take('}'))
            do {
                JsonPart part;
                part.key = value();
                if (!part.key.starts_with('"') || !take(':'))
                    return std::nullopt;
                part.isList = next() == '[';
                const std::size_t begin = m_at;
                if (part.isList ? !list(part.items) : value().empty())
                    return std::nullopt;
                part.value = m_text.substr(begin, m_at - begin);
                parts.push_back(std::move(part));
            } while (take(','));
        if (!parts.empty() && !take('}'))
            return std::nullopt;
        next();
        return m_at == m_text.size() ? std::optional(std::move(parts)) : std::nullopt;
    }

private:
    /// The letter that comes, behind blanks; 0 at the end.
    char next() {
        while (m_at < m_text.size() && isJsonBlank(m_text[m_at]))
            ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    bool take(char wanted) {
        if (next() != wanted)
            return false;
        ++m_at;
        return true;
    }

    bool list(std::vector<std::string_view>& items) {
        take('[');
        if (take(']'))
            return true;
        do {
            items.push_back(value());
            if (items.back().empty())
                return false;
        } while (take(','));
        return take(']');
    }

    /// Moves behind a text's second quotation mark; false where there is none.
    bool skipText() {
        for (++m_at;; ++m_at) {
            m_at = m_text.find('"', m_at);
            if (m_at == std::string_view::npos)
                return false;
            std::size_t escapes = 0;
            while (m_text[m_at - 1 - escapes] == '\\')
                ++escapes;
            if (escapes % 2 == 0)
                break;
        }
        ++m_at;
        return true;
    }

    /// Empty where there is none, or its end is missing.
    std::string_view value() {
        const char first = next();
        const std::size_t begin = m_at;
        if (first == '"')
            return skipText() ? m_text.substr(begin, m_at - begin) : std::string_view();
        if (first != '{' && first != '[') {
            m_at = std::min(m_text.find_first_of(",]}: \n\t\r\"{[", m_at), m_text.size());
            return m_text.substr(begin, m_at - begin);
        }
        for (std::size_t depth = 0; m_at < m_text.size();) {
            const char letter = m_text[m_at];
            if (letter == '"') {
                if (!skipText())
                    return {};
                continue;
            }
            ++m_at;
            depth += letter == '{' || letter == '[';
            if ((letter == '}' || letter == ']') && --depth == 0)
                return m_text.substr(begin, m_at - begin);
        }
        return {};
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

std::optional<std::vector<JsonPart>> splitJson(std::string_view text) {
    return Splitter(text).split();
}

} // namespace warplens::kernels
