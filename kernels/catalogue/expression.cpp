// SPDX-License-Identifier: GPL-3.0-or-later
// How errors travel: an operator that fails returns NaN and notes the reason. NaN then passes through the other
// operators, but not through && and || that need not look at it, so `n != 0 && 100 / n` is fine for n = 0 although
// muParser computes both sides.
#include "kernels/catalogue/expression.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

namespace warplens::kernels {
namespace {

constexpr std::int64_t largestExact = std::int64_t{1} << 53;

// Set by the operator that fails. One evaluation runs on one thread from start to end.
thread_local const char* failure = nullptr;

double fail(const char* reason) {
    if (failure == nullptr)
        failure = reason;
    return std::numeric_limits<double>::quiet_NaN();
}

constexpr const char* tooLarge = "a value lies beyond 2^53";
constexpr const char* divisionByZero = "division by zero";

double exact(std::int64_t value, bool overflowed = false) {
    if (overflowed || value > largestExact || value < -largestExact)
        return fail(tooLarge);
    return static_cast<double>(value);
}

/// Gives operators whole numbers and passes failures on. Operation: int64 × int64 → double (exact or fail).
template<double (*operation)(std::int64_t, std::int64_t)>
double binary(double a, double b) {
    if (std::isnan(a))
        return a;
    if (std::isnan(b))
        return b;
    return operation(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
}

template<double (*operation)(std::int64_t)>
double unary(double a) {
    return std::isnan(a) ? a : operation(static_cast<std::int64_t>(a));
}

double multiply(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    const bool overflowed = __builtin_mul_overflow(a, b, &product);
    return exact(product, overflowed);
}
double divide(std::int64_t a, std::int64_t b) {
    return b == 0 ? fail(divisionByZero) : exact(a / b);
}
double modulo(std::int64_t a, std::int64_t b) {
    return b == 0 ? fail(divisionByZero) : exact(a % b);
}
double add(std::int64_t a, std::int64_t b) {
    return exact(a + b);
}
double subtract(std::int64_t a, std::int64_t b) {
    return exact(a - b);
}
double shiftLeft(std::int64_t a, std::int64_t b) {
    if (b < 0)
        return fail("a shift by a negative distance");
    if (b > 53)
        return a == 0 ? 0.0 : fail(tooLarge);
    return multiply(a, std::int64_t{1} << b);
}
double shiftRight(std::int64_t a, std::int64_t b) {
    return b < 0 ? fail("a shift by a negative distance") : exact(a >> std::min<std::int64_t>(b, 63));
}
double less(std::int64_t a, std::int64_t b) {
    return a < b;
}
double greater(std::int64_t a, std::int64_t b) {
    return a > b;
}
double lessEqual(std::int64_t a, std::int64_t b) {
    return a <= b;
}
double greaterEqual(std::int64_t a, std::int64_t b) {
    return a >= b;
}
double equal(std::int64_t a, std::int64_t b) {
    return a == b;
}
double notEqual(std::int64_t a, std::int64_t b) {
    return a != b;
}
double bitAnd(std::int64_t a, std::int64_t b) {
    return exact(a & b);
}
double bitXor(std::int64_t a, std::int64_t b) {
    return exact(a ^ b);
}
double bitOr(std::int64_t a, std::int64_t b) {
    return exact(a | b);
}
double plus(std::int64_t a) {
    return exact(a);
}
double minus(std::int64_t a) {
    return exact(-a);
}
double logicalNot(std::int64_t a) {
    return a == 0;
}
double truth(std::int64_t a) {
    return a != 0;
}
double bitNot(std::int64_t a) {
    return exact(~a);
}

double logicalAnd(double a, double b) {
    if (std::isnan(a))
        return a;
    if (a == 0.0) {
        if (std::isnan(b))
            failure = nullptr; // C would not have evaluated it
        return 0.0;
    }
    return std::isnan(b) ? b : static_cast<double>(b != 0.0);
}

double logicalOr(double a, double b) {
    if (std::isnan(a))
        return a;
    if (a != 0.0) {
        if (std::isnan(b))
            failure = nullptr;
        return 1.0;
    }
    return std::isnan(b) ? b : static_cast<double>(b != 0.0);
}

double ceilDiv(std::int64_t a, std::int64_t b) {
    if (b == 0)
        return fail(divisionByZero);
    const bool up = a % b != 0 && (a < 0) == (b < 0);
    return exact(a / b + (up ? 1 : 0));
}
double roundUp(std::int64_t a, std::int64_t b) {
    const double steps = ceilDiv(a, b);
    return std::isnan(steps) ? steps : multiply(static_cast<std::int64_t>(steps), b);
}
double smaller(std::int64_t a, std::int64_t b) {
    return exact(std::min(a, b));
}
double larger(std::int64_t a, std::int64_t b) {
    return exact(std::max(a, b));
}

/// Recognises a whole number, decimal or hexadecimal, at the start of the text.
int readNumber(const char* text, int* position, double* value) {
    if (std::isdigit(static_cast<unsigned char>(*text)) == 0)
        return 0;
    const char* end = text;
    while (std::isalnum(static_cast<unsigned char>(*end)) != 0 || *end == '_' || *end == '.')
        ++end;
    const std::string_view word(text, static_cast<std::size_t>(end - text));
    const bool hexadecimal = word.starts_with("0x") || word.starts_with("0X");
    if (!hexadecimal && word.size() > 1 && word.front() == '0' && word.find('.') == std::string_view::npos)
        throw ExpressionError(fmt::format("'{}' starts with 0, which C reads as octal: write it without", word),
                              *position);
    std::int64_t number = 0;
    const char* digits = hexadecimal ? text + 2 : text;
    const auto [stop, error] = std::from_chars(digits, end, number, hexadecimal ? 16 : 10);
    if (error == std::errc::result_out_of_range || (error == std::errc{} && number > largestExact))
        throw ExpressionError(fmt::format("{} lies beyond 2^53", word), *position);
    if (error != std::errc{} || stop != end || *digits == '-')
        throw ExpressionError(fmt::format("'{}' is no whole number", word), *position);
    *position += static_cast<int>(end - text);
    *value = static_cast<double>(number);
    return 1;
}

class IntegerParser final : public mu::ParserBase {
public:
    IntegerParser() {
        EnableBuiltInOprt(false); // first: it decides which names may be defined
        AddValIdent(readNumber);
        InitCharSets();
        InitFun();
        InitOprt();
    }

    void InitCharSets() override {
        DefineNameChars("0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        DefineOprtChars("*/%+-<>=!&^|~");
        DefineInfixOprtChars("+-!~");
    }
    void InitConst() override {}
    void InitFun() override {
        DefineFun("ceil_div", binary<ceilDiv>, false);
        DefineFun("round_up", binary<roundUp>, false);
        DefineFun("min", binary<smaller>, false);
        DefineFun("max", binary<larger>, false);
    }
    void InitOprt() override {
        // Precedences as in C, the tightest first. muParser's own ?: and parentheses stay.
        DefineInfixOprt("+", unary<plus>, 20, false);
        DefineInfixOprt("-", unary<minus>, 20, false);
        DefineInfixOprt("!", unary<logicalNot>, 20, false);
        DefineInfixOprt("~", unary<bitNot>, 20, false);
        DefineInfixOprt("!!", unary<truth>, 20, false); // muParser takes one prefix operator at a time
        DefineOprt("*", binary<multiply>, 19);
        DefineOprt("/", binary<divide>, 19);
        DefineOprt("%", binary<modulo>, 19);
        DefineOprt("+", binary<add>, 18);
        DefineOprt("-", binary<subtract>, 18);
        DefineOprt("<<", binary<shiftLeft>, 17);
        DefineOprt(">>", binary<shiftRight>, 17);
        DefineOprt("<", binary<less>, 16);
        DefineOprt(">", binary<greater>, 16);
        DefineOprt("<=", binary<lessEqual>, 16);
        DefineOprt(">=", binary<greaterEqual>, 16);
        DefineOprt("==", binary<equal>, 15);
        DefineOprt("!=", binary<notEqual>, 15);
        DefineOprt("&", binary<bitAnd>, 14);
        DefineOprt("^", binary<bitXor>, 13);
        DefineOprt("|", binary<bitOr>, 12);
        DefineOprt("&&", logicalAnd, 11);
        DefineOprt("||", logicalOr, 10);
    }
};

std::string joined(const std::vector<std::string>& names) {
    return fmt::format("{}", fmt::join(names, ", "));
}

/// What stands at a place of the text: a whole word, or one character.
std::string_view wordAt(std::string_view text, int position) {
    const auto start = static_cast<std::size_t>(position);
    std::size_t end = start;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
        ++end;
    return text.substr(start, std::max<std::size_t>(end - start, 1));
}

/// Finds what no expression contains before muParser, which has a use for some of it, sees it.
void rejectForeignCharacters(std::string_view text) {
    constexpr std::string_view allowed = "+-*/%<>=!&|^~?:(),._ \t\r\n";
    bool empty = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        empty = empty && std::isspace(c) != 0;
        if (c >= 0x80 || (std::isalnum(c) == 0 && allowed.find(text[i]) == std::string_view::npos))
            throw ExpressionError("a character that no expression contains", static_cast<int>(i));
        const bool doubled = i + 1 < text.size() && text[i + 1] == '=';
        if (c == '=' && !doubled && (i == 0 || std::string_view("=!<>").find(text[i - 1]) == std::string_view::npos))
            throw ExpressionError("a single = cannot stand here: == compares", static_cast<int>(i));
    }
    if (empty)
        throw ExpressionError("the expression is empty", 0);
}

/// muParser's error in words that fit these expressions.
ExpressionError translated(const mu::ParserError& error, const std::string& text,
                           const std::vector<std::string>& variables) {
    const int size = static_cast<int>(text.size());
    const int position = error.GetPos() < 0 || error.GetPos() > size ? size : error.GetPos();
    switch (error.GetCode()) {
    case mu::ecUNEXPECTED_EOF:
        return {"the expression ends too early", size};
    case mu::ecMISSING_PARENS:
        return {"a ) is missing", size};
    case mu::ecTOO_MANY_PARAMS:
        return {fmt::format("too many arguments for {}", error.GetToken()), position};
    case mu::ecTOO_FEW_PARAMS:
        return {fmt::format("too few arguments for {}", error.GetToken()), position};
    default:
        break;
    }
    if (position == size)
        return {fmt::format("this is no expression ({})", error.GetMsg()), position};
    const std::string word(wordAt(text, position));
    if (word == "ceil_div" || word == "round_up" || word == "min" || word == "max")
        return {fmt::format("'{}' is a function: its arguments belong in parentheses", word), position};
    const bool isName = std::isalpha(static_cast<unsigned char>(word.front())) != 0 || word.front() == '_';
    if (isName && std::find(variables.begin(), variables.end(), word) == variables.end())
        return {fmt::format("unknown name '{}': known are {}", word, joined(variables)), position};
    const auto isSign = [](char c) { return std::string_view("+-!~").find(c) != std::string_view::npos; };
    std::string before = text.substr(0, static_cast<std::size_t>(position));
    std::erase_if(before, [](unsigned char c) { return std::isspace(c) != 0; });
    if (before.size() >= 2 && isSign(before.back()) && isSign(before[before.size() - 2]))
        return {"two signs in a row: put parentheses around the second and its operand", position - 1};
    return {fmt::format("'{}' cannot stand here", word), position};
}

} // namespace

struct Expression::State {
    std::string text;
    std::vector<std::string> names;
    std::vector<double> values;
    IntegerParser parser;
};

Expression::Expression(std::string_view text, const std::vector<std::string>& variables)
    : m_state(std::make_unique<State>()) {
    State& state = *m_state;
    state.text = text;
    state.names = variables;
    state.values.assign(variables.size(), 1.0);
    rejectForeignCharacters(text);
    try {
        for (std::size_t i = 0; i < variables.size(); ++i)
            state.parser.DefineVar(variables[i], &state.values[i]);
        state.parser.SetExpr(state.text);
        int results = 0;
        state.parser.Eval(results); // parses; what it computes does not matter yet
        if (results != 1)
            throw ExpressionError("a comma stands outside of a function's parentheses",
                                  static_cast<int>(text.find(',')));
    } catch (const mu::ParserError& error) {
        throw translated(error, state.text, variables);
    }
}

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;

std::int64_t Expression::evaluate(std::span<const std::int64_t> values) const {
    State& state = *m_state;
    if (values.size() != state.values.size())
        throw std::invalid_argument(fmt::format("'{}' has {} variables, and {} values were given", state.text,
                                                state.values.size(), values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] > largestExact || values[i] < -largestExact)
            throw ExpressionError(fmt::format("{} = {} lies beyond 2^53", state.names[i], values[i]), 0);
        state.values[i] = static_cast<double>(values[i]);
    }
    failure = nullptr;
    double result = 0.0;
    try {
        result = state.parser.Eval();
    } catch (const mu::ParserError& error) {
        throw translated(error, state.text, state.names);
    }
    // A failure in the condition of ?: leaves no NaN behind, only its note.
    if (failure != nullptr || std::isnan(result))
        throw ExpressionError(fmt::format("{} in '{}'", failure != nullptr ? failure : divisionByZero, state.text), 0);
    return static_cast<std::int64_t>(result);
}

const std::string& Expression::text() const {
    return m_state->text;
}

std::int64_t evaluate(std::string_view text, const Variables& variables) {
    std::vector<std::string> names;
    std::vector<std::int64_t> values;
    for (const auto& [name, value] : variables) {
        names.push_back(name);
        values.push_back(value);
    }
    // Stages ask the same few again and again, and to make a parser takes many times as long as to ask it.
    constexpr std::size_t kept = 256;
    thread_local std::map<std::pair<std::string, std::vector<std::string>>, Expression> known;
    std::pair key(std::string(text), std::move(names));
    auto found = known.find(key);
    if (found == known.end()) {
        Expression expression(text, key.second);
        if (known.size() >= kept)
            known.clear();
        found = known.emplace(std::move(key), std::move(expression)).first;
    }
    return found->second.evaluate(values);
}

} // namespace warplens::kernels
