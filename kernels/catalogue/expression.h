// SPDX-License-Identifier: GPL-3.0-or-later
// Integer expressions over named variables, as in stage files ("ceil_div(N, TILE)") and in the playground
// ("(lane % 8) * 33 + lane / 8"). They mean what the same text means in C: operators, precedence, truncating
// division, short-circuit && and ||. Functions: ceil_div(a, b), round_up(a, b), min(a, b), max(a, b).
//
// muParser parses and evaluates. It computes in double, so values are exact up to 2^53 in magnitude; a result or
// an intermediate value beyond that is an error, and so is a division by zero or a shift by a negative distance.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::kernels {

/// What is wrong, and where in the text: position counts characters from 0.
class ExpressionError : public std::runtime_error {
public:
    ExpressionError(const std::string& message, int position)
        : std::runtime_error(message)
        , m_position(position) {}
    int position() const { return m_position; }

private:
    int m_position;
};

using Variables = std::map<std::string, std::int64_t>;

/// An expression that is parsed once and evaluated many times. One object must not be evaluated by two threads at
/// the same time; objects of their own may.
class Expression {
public:
    /// Throws ExpressionError where the text is no expression of these variables.
    Expression(std::string_view text, const std::vector<std::string>& variables);
    ~Expression();
    Expression(Expression&&) noexcept;
    Expression& operator=(Expression&&) noexcept;

    /// The value for these values of the variables, in the order of the constructor. Throws ExpressionError.
    std::int64_t evaluate(std::span<const std::int64_t> values) const;

    const std::string& text() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Parses and evaluates once. Throws ExpressionError.
std::int64_t evaluate(std::string_view text, const Variables& variables);

} // namespace warplens::kernels
