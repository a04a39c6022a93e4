// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/source/tokens.h"

#include <algorithm>
#include <array>
#include <utility>

namespace warplens::kernels {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isWordCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' ||
           static_cast<signed char>(c) < 0;
}

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/// Reads one token after the other.
class Lexer {
public:
    explicit Lexer(std::string_view text)
        : m_text(text) {}

    /// Behind blanks and comments. Ends of lines are blanks, too, unless a directive is read.
    std::size_t behindSpace(std::size_t at, bool overLines) const {
        while (at < m_text.size()) {
            if (isBlank(m_text[at]) || (overLines && m_text[at] == '\n'))
                ++at;
            else if (const std::size_t next = behindJoint(at); next != at)
                at = next;
            else if (starts(at, "//"))
                at = behindLine(at);
            else if (starts(at, "/*"))
                at = behind("*/", at + 2);
            else
                break;
        }
        return at;
    }

    /// What begins at the place, which is neither blank nor the end.
    Token read(std::size_t at) const {
        const char c = m_text[at];
        if (isDigit(c) || (c == '.' && at + 1 < m_text.size() && isDigit(m_text[at + 1])))
            return {TokenKind::Number, at, behindNumber(at)};
        std::size_t end = at;
        while (end < m_text.size() && isWordCharacter(m_text[end]))
            ++end;
        const std::string_view word = m_text.substr(at, end - at);
        const char quote = end < m_text.size() ? m_text[end] : ' ';
        if (quote == '"' && isOneOf(word, {"R", "LR", "uR", "UR", "u8R"}))
            if (const std::size_t close = behindRaw(end); close != end)
                return {TokenKind::String, at, close};
        if ((quote == '"' || quote == '\'') && isOneOf(word, {"", "L", "u", "U", "u8"}))
            return {quote == '"' ? TokenKind::String : TokenKind::Character, at, behindQuoted(end)};
        if (end > at)
            return {TokenKind::Word, at, end};
        return {TokenKind::Mark, at, at + 1};
    }

private:
    static bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
        return std::find(words.begin(), words.end(), word) != words.end();
    }

    bool starts(std::size_t at, std::string_view what) const { return m_text.substr(at, what.size()) == what; }

    std::size_t behind(std::string_view what, std::size_t at) const {
        const std::size_t found = m_text.find(what, at);
        return found == std::string_view::npos ? m_text.size() : found + what.size();
    }

    /// Behind a backslash at the end of a line, with blanks between them as compilers have it; the place itself where
    /// there is none.
    std::size_t behindJoint(std::size_t at) const {
        if (at >= m_text.size() || m_text[at] != '\\')
            return at;
        std::size_t end = at + 1;
        while (end < m_text.size() && isBlank(m_text[end]))
            ++end;
        return end < m_text.size() && m_text[end] == '\n' ? end + 1 : at;
    }

    /// At the end of the line, or of the last that a backslash joins to it.
    std::size_t behindLine(std::size_t at) const {
        while (at < m_text.size() && m_text[at] != '\n') {
            const std::size_t joint = behindJoint(at);
            at = joint == at ? at + 1 : joint;
        }
        return at;
    }

    /// A number as the preprocessor has it: 0x1fu, 1'000, 1.5e-3f.
    std::size_t behindNumber(std::size_t at) const {
        std::size_t end = at + 1;
        for (; end < m_text.size(); ++end) {
            const char c = m_text[end], before = m_text[end - 1];
            const bool sign = (c == '+' || c == '-') && isOneOf(std::string_view(&before, 1), {"e", "E", "p", "P"}) &&
                              (!starts(at, "0x") || before == 'p' || before == 'P');
            const bool divider = c == '\'' && end + 1 < m_text.size() && isWordCharacter(m_text[end + 1]);
            if (!isWordCharacter(c) && c != '.' && !sign && !divider)
                break;
        }
        return end;
    }

    /// To the same quote, or to the end of the line, where it is missing.
    std::size_t behindQuoted(std::size_t open) const {
        std::size_t at = open + 1;
        while (at < m_text.size() && m_text[at] != '\n') {
            if (m_text[at] == m_text[open])
                return at + 1;
            if (const std::size_t joint = behindJoint(at); joint != at)
                at = joint;
            else
                at += m_text[at] == '\\' && at + 1 < m_text.size() && m_text[at + 1] != '\n' ? 2 : 1;
        }
        return at;
    }

    /// Of R"word( … )word" behind its end; the place of the quote where it is none.
    std::size_t behindRaw(std::size_t quote) const {
        constexpr std::size_t longest = 16;
        std::size_t open = quote + 1;
        while (open < m_text.size() && open - quote - 1 <= longest && m_text[open] != '(') {
            if (const char c = m_text[open]; c == ')' || c == '\\' || c == '"' || c == '\n' || isBlank(c))
                return quote;
            ++open;
        }
        if (open >= m_text.size() || m_text[open] != '(')
            return quote;
        return behind(")" + std::string(m_text.substr(quote + 1, open - quote - 1)) + "\"", open + 1);
    }

    std::string_view m_text;
};

/// Finds the other half of each bracket. What is open is kept as a chain, so that the branches of an #if begin with the
/// same of it.
class Pairing {
public:
    explicit Pairing(std::vector<Token>& tokens)
        : m_tokens(tokens) {}

    void bracket(char c) {
        const std::size_t token = m_tokens.size() - 1;
        switch (c) {
        case '(':
        case '[':
        case '{': {
            Open open = m_innermost == Token::none ? Open{} : m_open[m_innermost];
            open.token = token;
            open.outside = m_innermost;
            open.kind = c;
            // A brace is a border for the others: those inside count anew.
            open.count = {c == '{' ? 0 : open.count[0] + (c == '('), c == '{' ? 0 : open.count[1] + (c == '['),
                          open.count[2] + (c == '{')};
            m_innermost = m_open.size();
            m_open.push_back(open);
            break;
        }
        case ')':
            close('(', 0);
            break;
        case ']':
            close('[', 1);
            break;
        case '}':
            close('{', 2);
            break;
        default:
            break;
        }
    }

    /// What is open, for an #if to come back to.
    std::size_t state() const { return m_innermost; }
    void restore(std::size_t state) { m_innermost = state; }

private:
    struct Open {
        std::size_t token = Token::none, outside = Token::none;
        char kind = ' ';
        std::array<std::size_t, 3> count{}; ///< of ( and [ since the last {, and of {: with this one
    };
    void close(char kind, std::size_t of) {
        if (m_innermost == Token::none || m_open[m_innermost].count[of] == 0)
            return;
        while (m_open[m_innermost].kind != kind)
            m_innermost = m_open[m_innermost].outside;
        const std::size_t opening = m_open[m_innermost].token, closing = m_tokens.size() - 1;
        if (m_tokens[opening].partner == Token::none) // that of the first branch stays
            m_tokens[opening].partner = closing;
        m_tokens[closing].partner = opening;
        m_innermost = m_open[m_innermost].outside;
    }

    std::vector<Token>& m_tokens;
    std::vector<Open> m_open;
    std::size_t m_innermost = Token::none; ///< of m_open
};

/// Which branches of #if … #else … #endif are read, and what is open in each.
class Conditionals {
public:
    explicit Conditionals(Pairing& pairing)
        : m_pairing(pairing) {}

    bool skips() const { return !m_open.empty() && m_open.back().skips; }

    void directive(std::string_view name, std::string_view condition) {
        if (name == "if" || name == "ifdef" || name == "ifndef")
            begin(name == "if" ? condition : std::string_view());
        else if (name == "else" || name == "elif")
            nextBranch();
        else if (name == "endif")
            end();
    }

private:
    struct Conditional {
        std::size_t before, behindFirst = Token::none; ///< states of the pairing
        bool isIn;                                     ///< what is skipped
        bool skips;
        bool first = true;
    };

    void begin(std::string_view condition) {
        const bool never = condition == "0" || condition == "false", inner = skips();
        m_open.push_back({m_pairing.state(), Token::none, inner, inner || never});
    }
    void nextBranch() {
        if (m_open.empty())
            return;
        Conditional& conditional = m_open.back();
        // Nothing was read of the branch that "#if 0" takes out: the next is the first.
        if (conditional.isIn || std::exchange(conditional.skips, false))
            return;
        if (std::exchange(conditional.first, false))
            conditional.behindFirst = m_pairing.state();
        m_pairing.restore(conditional.before);
    }
    void end() {
        if (m_open.empty())
            return;
        if (!m_open.back().first)
            m_pairing.restore(m_open.back().behindFirst);
        m_open.pop_back();
    }

    Pairing& m_pairing;
    std::vector<Conditional> m_open;
};

/// The directive whose # stands at the place.
Directive readDirective(const Lexer& lexer, std::string_view text, std::size_t at) {
    Directive directive{{}, at, at + 1, {}};
    for (at = lexer.behindSpace(at + 1, false); at < text.size() && text[at] != '\n';
         at = lexer.behindSpace(at, false)) {
        const Token token = lexer.read(at);
        at = directive.end = token.end;
        if (directive.name.empty() && directive.tokens.empty() && token.kind == TokenKind::Word)
            directive.name = text.substr(token.begin, token.end - token.begin);
        else
            directive.tokens.push_back(token);
    }
    return directive;
}

} // namespace

Tokens::Tokens(std::string_view text)
    : m_text(text) {
    m_lineBegins.push_back(0);
    for (std::size_t i = text.find('\n'); i != std::string_view::npos; i = text.find('\n', i + 1))
        m_lineBegins.push_back(i + 1);
    const Lexer lexer(text);
    Pairing pairing(m_tokens);
    Conditionals conditionals(pairing);
    std::size_t at = lexer.behindSpace(0, true);
    for (std::size_t end = 0; at < text.size(); at = lexer.behindSpace(end, true)) {
        const bool firstOfLine = text[at] == '#' && (end == 0 || text.substr(end, at - end).find('\n') != text.npos);
        if (firstOfLine) {
            Directive directive = readDirective(lexer, text, at);
            end = directive.end;
            const bool skipped = conditionals.skips();
            conditionals.directive(directive.name,
                                   directive.tokens.size() == 1 ? this->text(directive.tokens.front()) : "");
            if (!skipped || !conditionals.skips())
                m_directives.push_back(std::move(directive));
        } else {
            const Token token = lexer.read(at);
            end = token.end;
            if (!conditionals.skips()) {
                m_tokens.push_back(token);
                if (token.kind == TokenKind::Mark)
                    pairing.bracket(text[at]);
            }
        }
    }
}

std::string_view Tokens::text(std::size_t i) const {
    return i < size() ? text(m_tokens[i]) : std::string_view();
}

bool Tokens::is(std::size_t i, std::string_view what) const {
    return i < size() && m_tokens[i].kind != TokenKind::String && text(i) == what;
}

bool Tokens::areMarks(std::size_t i, std::string_view marks) const {
    for (std::size_t k = 0; k < marks.size(); ++k)
        if (!is(i + k, marks.substr(k, 1)) || m_tokens[i + k].begin != m_tokens[i].begin + k)
            return false;
    return true;
}

bool Tokens::hasWord(std::size_t first, std::size_t last, std::string_view word) const {
    for (; first < last; ++first)
        if (is(first, word))
            return true;
    return false;
}

bool Tokens::mention(std::string_view word) const {
    if (hasWord(0, size(), word))
        return true;
    return std::any_of(m_directives.begin(), m_directives.end(), [&](const Directive& directive) {
        return std::any_of(directive.tokens.begin(), directive.tokens.end(),
                           [&](const Token& token) { return text(token) == word; });
    });
}

std::size_t Tokens::closing(std::size_t open, std::size_t last) const {
    const std::size_t partner = m_tokens[open].partner;
    return partner == Token::none || partner < open ? last : std::min(partner, last);
}

std::size_t Tokens::closingAngle(std::size_t open, std::size_t last) const {
    int depth = 0;
    for (std::size_t i = open; i < last; ++i) {
        if (m_tokens[i].kind != TokenKind::Mark)
            continue;
        switch (m_text[m_tokens[i].begin]) {
        case '(':
        case '[':
            i = closing(i, last);
            break;
        case '<':
            ++depth;
            break;
        case '>':
            if (i > open && areMarks(i - 1, "->"))
                break;
            if (--depth == 0)
                return i;
            break;
        case '{':
        case ';':
            return last;
        default:
            break;
        }
    }
    return last;
}

std::vector<std::pair<std::size_t, std::size_t>> Tokens::parts(std::size_t first, std::size_t last, bool angles) const {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    std::size_t from = first;
    for (std::size_t i = first; i <= last; ++i) {
        if (i == last || is(i, ",")) {
            if (i > from)
                found.emplace_back(from, i);
            from = i + 1;
        } else if (is(i, "(") || is(i, "[") || is(i, "{")) {
            i = std::min(closing(i, last), last - 1);
        } else if (angles && is(i, "<")) {
            const std::size_t close = closingAngle(i, last);
            angles = close < last; // once there is none, there will be none
            i = angles ? close : i;
        }
    }
    return found;
}

std::string Tokens::spelled(std::span<const Token> tokens) const {
    std::string spelling;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (i > 0 && tokens[i].begin > tokens[i - 1].end)
            spelling += ' ';
        spelling += text(tokens[i]);
    }
    return spelling;
}

int Tokens::lineOf(std::size_t place) const {
    return static_cast<int>(std::upper_bound(m_lineBegins.begin(), m_lineBegins.end(), place) - m_lineBegins.begin());
}

} // namespace warplens::kernels
