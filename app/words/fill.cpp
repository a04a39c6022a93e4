// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/words/fill.h"

#include "app/tongue/say.h"
#include "app/words/quantities.h"
#include "app/words/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace warplens::words {
namespace {

/// Times differ from run to run by less.
constexpr double about = 0.02;

class Filler {
public:
    Filler(const kernels::Stage& stage, Facts& facts, const std::stop_token& stop)
        : m_stage(stage)
        , m_facts(facts)
        , m_stop(stop) {}

    Piece piece(const Segment& segment) {
        m_origins.clear();
        Piece made;
        made.kind = segment.kind;
        made.marker = segment.marker;
        if (segment.kind == Kind::Plain || segment.kind == Kind::Constant) {
            made.text = segment.words;
            return made;
        }
        try {
            if (segment.kind == Kind::Figure)
                fillFigure(segment, made);
            else
                fillClaim(segment, made);
        } catch (const Stopped&) {
            throw;
        } catch (const std::exception& mistake) {
            made.state = State::Broken;
            made.why = mistake.what();
            made.text = "(?)";
        }
        for (const std::string& origin : m_origins)
            made.origin += (made.origin.empty() ? "" : "; ") + origin;
        return made;
    }

    const std::set<std::string>& origins() const { return m_origins; }

private:
    void fillFigure(const Segment& segment, Piece& made) {
        if (const Answered value = evaluate(segment.figure))
            made.text = valueText(*value, segment.format);
        else
            miss(made);
    }

    void fillClaim(const Segment& segment, Piece& made) {
        made.text = segment.words;
        for (const Condition& condition : segment.conditions) {
            const Answered left = evaluate(condition.left), right = evaluate(condition.right);
            if (!left || !right)
                return miss(made);
            if (!left->text.empty() || !right->text.empty())
                throw BadMarker("words cannot be compared");
            if (!holds(left->number, condition.relation, right->number)) {
                const std::string instead = fmt::format("{} and {}", valueText(*left, ""), valueText(*right, ""));
                made.state = State::Broken;
                made.why = fmt::format("'{}' does not hold: {}", segment.words, instead);
                made.text = fmt::format("(not {}: {})", segment.words, instead);
                return;
            }
        }
    }

    static void miss(Piece& made) {
        made.state = State::Missing;
        made.text = tongue::said("(not measured yet)");
    }

    static bool holds(double left, Relation relation, double right) {
        switch (relation) {
        case Relation::Less:
            return left < right;
        case Relation::LessOrEqual:
            return left <= right;
        case Relation::Equal:
            return left == right;
        case Relation::GreaterOrEqual:
            return left >= right;
        case Relation::Greater:
            return left > right;
        case Relation::Different:
            return left != right;
        case Relation::About:
            return std::fabs(left - right) <= about * std::max(std::fabs(left), std::fabs(right));
        }
        return false;
    }

    Answered evaluate(const Expression& expression) {
        if (expression.kind == Expression::Kind::Number)
            return Value{expression.number, {}, {}, {}};
        if (expression.kind == Expression::Kind::Phrase) {
            Answered value = words::evaluate(expression.phrase, m_stage, m_facts, m_stop);
            for (std::string_view left = value ? std::string_view(value->origin) : std::string_view(); !left.empty();) {
                const std::size_t end = std::min(left.find("; "), left.size()); // of several GPUs
                m_origins.emplace(left.substr(0, end));
                left.remove_prefix(std::min(end + 2, left.size()));
            }
            return value;
        }
        const Answered left = evaluate(*expression.left), right = evaluate(*expression.right);
        if (!left || !right)
            return {};
        return combined(expression.kind, *left, *right);
    }

    static Value combined(Expression::Kind kind, const Value& left, const Value& right) {
        if (!left.text.empty() || !right.text.empty())
            throw BadMarker("words cannot be computed with");
        Value value;
        switch (kind) {
        case Expression::Kind::Add:
            value.number = left.number + right.number;
            break;
        case Expression::Kind::Subtract:
            value.number = left.number - right.number;
            break;
        case Expression::Kind::Multiply:
            value.number = left.number * right.number;
            break;
        default:
            if (right.number == 0.0)
                throw BadMarker("a division by zero");
            value.number = left.number / right.number;
        }
        // The unit of a sum is that of its parts, a ratio of two times has none.
        if (left.unit == right.unit)
            value.unit = kind == Expression::Kind::Divide ? "" : left.unit;
        else
            value.unit = left.unit.empty() ? right.unit : right.unit.empty() ? left.unit : "";
        return value;
    }

    const kernels::Stage& m_stage;
    Facts& m_facts;
    const std::stop_token& m_stop;
    std::set<std::string> m_origins; ///< of the piece at work
};

} // namespace

std::string Filled::text() const {
    std::string whole;
    for (const Piece& piece : pieces)
        whole += piece.text;
    return whole;
}

Filled fill(const Text& text, const kernels::Stage& stage, Facts& facts, const std::stop_token& stop) {
    struct Made {
        Piece piece;
        int group;
        std::set<std::string> origins;
    };
    Filler filler(stage, facts, stop);
    std::vector<Made> made;
    std::set<int> dropped;
    for (const Segment& segment : text.segments) {
        Piece piece = filler.piece(segment);
        if (segment.group >= 0 && piece.state == State::Missing)
            dropped.insert(segment.group);
        made.push_back({std::move(piece), segment.group, filler.origins()});
    }
    Filled filled;
    std::set<std::string> origins;
    for (Made& each : made) {
        if (dropped.contains(each.group))
            continue;
        filled.pieces.push_back(std::move(each.piece));
        origins.merge(each.origins);
    }
    filled.origins.assign(origins.begin(), origins.end());
    return filled;
}

Filled unfilled(const Text& text) {
    Filled filled;
    for (const Segment& segment : text.segments) {
        if (segment.group >= 0)
            continue;
        Piece piece;
        piece.kind = segment.kind;
        piece.marker = segment.marker;
        const bool asks = segment.kind == Kind::Figure || segment.kind == Kind::Claim;
        piece.text = asks ? "…" : segment.words;
        piece.state = asks ? State::Pending : State::Known;
        filled.pieces.push_back(std::move(piece));
    }
    return filled;
}

} // namespace warplens::words
