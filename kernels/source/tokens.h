// SPDX-License-Identifier: GPL-3.0-or-later
// A text of CUDA C++ as its tokens: the one place that knows what a comment, a literal, a preprocessor line and a
// bracket's other half are. It knows neither types nor macros, and accepts any bytes: what is no C++ gives odd tokens.
//
// Terms
//   word      a name or a keyword; bytes beyond ASCII belong to it
//   literal   a string or a character with its prefix ("u8"), a raw string from R" to its end
//   mark      one character of punctuation: "<<<" are three of them that touch
//   directive a preprocessor line with those that a backslash joins to it. Its tokens are kept apart
//   partner   of a bracket ( [ { the token that closes it, and the other way round. "<" and ">" have none, since only the
//             compiler knows which are brackets
//
// What "#if 0" takes out has no tokens. Of "#if … #else" both branches have, and a bracket that is closed once behind
// both is that of the first. A name that a backslash breaks over two lines is read as two.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warplens::kernels {

enum class TokenKind : std::uint8_t { Word, Number, String, Character, Mark };

struct Token {
    static constexpr std::size_t none = ~std::size_t{0};

    TokenKind kind;
    std::size_t begin, end;     ///< [begin, end) of the text
    std::size_t partner = none; ///< the number of a token
};

struct Directive {
    std::string_view name;     ///< "include", "define"; empty for a lone #
    std::size_t begin, end;    ///< [begin, end) of the text, without the end of the line
    std::vector<Token> tokens; ///< behind its name; without partners. A header in <> is read as if it were code
};

class Tokens {
public:
    /// The text is referred to, not copied.
    explicit Tokens(std::string_view text);

    std::size_t size() const { return m_tokens.size(); }
    /// Beyond the last a mark without text.
    const Token& operator[](std::size_t i) const {
        static constexpr Token beyond{TokenKind::Mark, 0, 0};
        return i < size() ? m_tokens[i] : beyond;
    }
    /// As it is written; of a number that lies beyond the last token nothing.
    std::string_view text(std::size_t i) const;
    std::string_view text(const Token& token) const { return m_text.substr(token.begin, token.end - token.begin); }

    /// Whether the token is this word or this one mark. False beyond the last.
    bool is(std::size_t i, std::string_view what) const;
    bool isWord(std::size_t i) const { return i < size() && m_tokens[i].kind == TokenKind::Word; }
    /// Whether marks that touch begin here, as in "<<<" or "::".
    bool areMarks(std::size_t i, std::string_view marks) const;
    /// Whether the three marks around a launch's shape begin here: "<<<", or "<< <" as some editors write it. nvcc takes both.
    bool opensLaunch(std::size_t i) const { return areMarks(i, "<<") && is(i + 2, "<"); }
    bool closesLaunch(std::size_t i) const { return areMarks(i, ">>") && is(i + 2, ">"); }
    /// Whether one of the tokens [first, last) is the word.
    bool hasWord(std::size_t first, std::size_t last, std::string_view word) const;
    /// Whether the word stands anywhere, in directives too.
    bool mention(std::string_view word) const;

    /// The token that closes the bracket, at most `last`.
    std::size_t closing(std::size_t open, std::size_t last) const;
    /// The same for a "<" that is known to be a bracket. Brackets inside are skipped; a ";" or "{" ends the search.
    std::size_t closingAngle(std::size_t open, std::size_t last) const;
    /// The parts of [first, last) between commas, as pairs [from, to): empty ones are left out. Where `angles`, "<" and
    /// ">" are brackets, as they are of types.
    std::vector<std::pair<std::size_t, std::size_t>> parts(std::size_t first, std::size_t last, bool angles) const;

    /// As they are written, without comments, and with one blank wherever there is any.
    std::string spelled(std::span<const Token> tokens) const;
    std::string spelled(std::size_t first, std::size_t last) const {
        return spelled(std::span(m_tokens).subspan(first, last - first));
    }

    const std::vector<Directive>& directives() const { return m_directives; }
    int lineOf(std::size_t place) const; ///< from 1
    std::size_t characters() const { return m_text.size(); }

private:
    std::string_view m_text;
    std::vector<Token> m_tokens;
    std::vector<Directive> m_directives;
    std::vector<std::size_t> m_lineBegins;
};

} // namespace warplens::kernels
