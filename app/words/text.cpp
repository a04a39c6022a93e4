// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/words/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace warplens::words {
namespace {

struct Mistake : std::runtime_error {
    using std::runtime_error::runtime_error;
};

using Words = std::vector<std::string>;

Words split(std::string_view text) {
    Words words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = text.find_first_not_of(" \t\n", at);
        if (begin == std::string_view::npos)
            break;
        at = std::min(text.find_first_of(" \t\n", begin), text.size());
        words.emplace_back(text.substr(begin, at - begin));
    }
    return words;
}

std::optional<double> numberIn(const std::string& word) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size())
        return std::nullopt;
    return number;
}

/// It is one that every double of its size stands for.
bool isExactInteger(double number) {
    return number == std::trunc(number) && std::abs(number) <= 0x1p53;
}

constexpr std::array<std::pair<std::string_view, Relation>, 7> relations{{{"<", Relation::Less},
                                                                          {"<=", Relation::LessOrEqual},
                                                                          {"=", Relation::Equal},
                                                                          {">=", Relation::GreaterOrEqual},
                                                                          {">", Relation::Greater},
                                                                          {"!=", Relation::Different},
                                                                          {"~", Relation::About}}};

std::optional<Relation> relationIn(const std::string& word) {
    for (const auto& [sign, relation] : relations)
        if (word == sign)
            return relation;
    return std::nullopt;
}

bool isSign(const std::string& word) {
    return word == "+" || word == "-" || word == "*" || word == "/" || word == "(" || word == ")" || word == "and" ||
           relationIn(word);
}

/// The words of one phrase, from the quantity on.
Phrase phraseOf(const Words& words) {
    Phrase phrase;
    phrase.quantity = words.front();
    phrase.text = fmt::format("{}", fmt::join(words, " "));
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        const std::size_t equals = word.find('=');
        if (word == "per" && i + 1 < words.size() && words[i + 1] == "request") {
            phrase.perRequest = true;
            ++i;
        } else if (word == "ideal") {
            phrase.ideal = true;
        } else if (word == "load" || word == "store" || word == "atomic") {
            phrase.access = word == "load" ? Access::Load : word == "store" ? Access::Store : Access::Atomic;
        } else if (word == "global" || word == "shared") {
            phrase.space = word == "global" ? Space::Global : Space::Shared;
        } else if (word == "cold") {
            phrase.cold = true;
        } else if (word.front() == '@') {
            phrase.stage = word.substr(1);
        } else if (equals == std::string::npos) {
            phrase.subjects.push_back(word);
        } else if (const std::string name = word.substr(0, equals), value = word.substr(equals + 1); name == "size") {
            phrase.size = kernels::parseSize(value);
        } else if (name == "cc") {
            phrase.capability = value;
        } else if (name == "gpu") {
            phrase.gpu = value;
        } else if (const auto number = numberIn(value); number && isExactInteger(*number)) {
            phrase.chosen.push_back({name, static_cast<std::int64_t>(*number)});
        } else {
            throw Mistake(fmt::format("'{}' gives {} no whole number", word, name));
        }
    }
    return phrase;
}

/// Reads words from left to right: sums of products of phrases and numbers.
class ExpressionReader {
public:
    explicit ExpressionReader(const Words& words)
        : m_words(words) {}

    std::vector<Condition> conditions() {
        std::vector<Condition> all;
        do {
            Expression left = sum();
            const auto relation = m_at < m_words.size() ? relationIn(m_words[m_at]) : std::nullopt;
            if (!relation)
                throw Mistake("a claim compares: write WORDS | THIS < THAT");
            ++m_at;
            all.push_back({std::move(left), sum(), *relation});
        } while (take("and"));
        end();
        return all;
    }

    Expression whole() {
        Expression expression = sum();
        end();
        return expression;
    }

private:
    bool take(std::string_view sign) {
        if (m_at >= m_words.size() || m_words[m_at] != sign)
            return false;
        ++m_at;
        return true;
    }

    void end() const {
        if (m_at < m_words.size())
            throw Mistake(fmt::format("'{}' is out of place", m_words[m_at]));
    }

    static Expression binary(Expression::Kind kind, Expression left, Expression right) {
        Expression both;
        both.kind = kind;
        both.left = std::make_shared<const Expression>(std::move(left));
        both.right = std::make_shared<const Expression>(std::move(right));
        return both;
    }

    Expression sum() {
        Expression left = product();
        for (;;) {
            if (take("+"))
                left = binary(Expression::Kind::Add, std::move(left), product());
            else if (take("-"))
                left = binary(Expression::Kind::Subtract, std::move(left), product());
            else
                return left;
        }
    }

    Expression product() {
        Expression left = atom();
        for (;;) {
            if (take("*"))
                left = binary(Expression::Kind::Multiply, std::move(left), atom());
            else if (take("/"))
                left = binary(Expression::Kind::Divide, std::move(left), atom());
            else
                return left;
        }
    }

    Expression atom() {
        if (take("(")) {
            Expression inner = sum();
            if (!take(")"))
                throw Mistake("a ) is missing");
            return inner;
        }
        if (m_at >= m_words.size() || isSign(m_words[m_at]))
            throw Mistake("a quantity or a number is missing");
        Expression single;
        if (const auto number = numberIn(m_words[m_at])) {
            ++m_at;
            single.number = *number;
            return single;
        }
        Words words;
        while (m_at < m_words.size() && !isSign(m_words[m_at]))
            words.push_back(m_words[m_at++]);
        single.kind = Expression::Kind::Phrase;
        single.phrase = phraseOf(words);
        return single;
    }

    const Words& m_words;
    std::size_t m_at = 0;
};

Segment markerOf(std::string_view content) {
    Segment segment;
    segment.marker = std::string(content);
    if (content.starts_with('=')) {
        segment.kind = Kind::Constant;
        segment.words = std::string(content.substr(1));
        return segment;
    }
    if (const std::size_t bar = content.find(" | "); bar != std::string_view::npos) {
        segment.kind = Kind::Claim;
        segment.words = fmt::format("{}", fmt::join(split(content.substr(0, bar)), " "));
        const Words words = split(content.substr(bar + 3));
        segment.conditions = ExpressionReader(words).conditions();
        return segment;
    }
    segment.kind = Kind::Figure;
    if (const std::size_t colon = content.find(" : "); colon != std::string_view::npos) {
        segment.format = fmt::format("{}", fmt::join(split(content.substr(colon + 3)), " "));
        content = content.substr(0, colon);
    }
    const Words words = split(content);
    segment.figure = ExpressionReader(words).whole();
    return segment;
}

bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool isDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Words that count or compare: what they say has to be computed, or marked as a constant. "One" is an article here.
constexpr std::array loaded{"two",     "three",    "four",    "five",     "six",     "seven",   "eight",   "nine",
                            "ten",     "eleven",   "twelve",  "twenty",   "thirty",  "hundred", "twice",   "thrice",
                            "half",    "halves",   "quarter", "quarters", "third",   "fewer",   "fewest",  "less",
                            "least",   "faster",   "fastest", "slower",   "same",    "equal",   "equally", "larger",
                            "largest", "larger",   "smaller", "longer",   "longest", "shorter", "cheaper", "higher",
                            "lower",   "dearer",   "worse",   "better",   "fourth",  "eighth",  "double",  "doubled",
                            "tenfold", "thousand", "million", "dozen",    "more",    "most"};

/// Without what stands between backticks: that is code.
std::string withoutCode(const std::string& text) {
    std::string prose;
    bool code = false;
    for (const char c : text) {
        if (c == '`')
            code = !code;
        prose += code || c == '`' ? ' ' : c;
    }
    return prose;
}

void addPlainFigures(const std::string& text, std::vector<std::string>& found) {
    const std::string prose = withoutCode(text);
    for (std::size_t at = 0; at < prose.size();) {
        if (!isLetter(prose[at]) && !isDigit(prose[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < prose.size() && (isLetter(prose[at]) || isDigit(prose[at]) ||
                                     (prose[at] == '.' && at + 1 < prose.size() && isDigit(prose[at + 1]))))
            ++at;
        std::string word = prose.substr(begin, at - begin);
        // LDS.128 is a figure, float4 and FP32 are names.
        const bool figure = isDigit(word.front()) || word.find('.') != std::string::npos;
        std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
        if (figure || std::find(loaded.begin(), loaded.end(), word) != loaded.end())
            found.push_back(prose.substr(begin, at - begin));
    }
}

} // namespace

Text parse(std::string_view text) {
    Text parsed;
    int group = -1, groups = 0;
    std::string plain;
    const auto flush = [&] {
        if (plain.empty())
            return;
        Segment segment;
        segment.words = std::move(plain);
        segment.group = group;
        plain.clear();
        parsed.segments.push_back(std::move(segment));
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("[[") || rest.starts_with("]]")) {
            flush();
            if ((rest.front() == '[') == (group >= 0))
                parsed.problems.push_back(rest.front() == '[' ? "a [[ stands within another" : "a ]] stands alone");
            group = rest.front() == '[' ? groups++ : -1;
            at += 2;
            continue;
        }
        if (!rest.starts_with("{{")) {
            plain += text[at++];
            continue;
        }
        flush();
        const std::size_t end = rest.find("}}");
        if (end == std::string_view::npos) {
            parsed.problems.emplace_back("a }} is missing");
            break;
        }
        const std::string_view content = rest.substr(2, end - 2);
        try {
            Segment segment = markerOf(content);
            segment.group = group;
            parsed.segments.push_back(std::move(segment));
        } catch (const std::runtime_error& mistake) {
            parsed.problems.push_back(fmt::format("{{{{{}}}}}: {}", content, mistake.what()));
        }
        at += end + 2;
    }
    flush();
    if (group >= 0)
        parsed.problems.emplace_back("a ]] is missing");
    return parsed;
}

std::vector<std::string> plainFigures(const Text& text) {
    std::vector<std::string> found;
    for (const Segment& segment : text.segments)
        if (segment.kind == Kind::Plain)
            addPlainFigures(segment.words, found);
    return found;
}

} // namespace warplens::words
