// SPDX-License-Identifier: GPL-3.0-or-later
// A text whose figures and claims are markers, read. docs/words.md tells how one is written:
//
//   {{sectors per request load A}}               a figure
//   {{time @naive size=4096 / time size=4096}}   … computed from others
//   {{registers @before : words}}                … and how it is shown
//   {{fewer | requests < requests @before}}      a claim: its words are shown while it holds
//   {{=32}}                                      a constant: shown as it stands
//   [[It takes {{time size=4096}}.]]             left out where a marker in it cannot be filled
#pragma once

#include "kernels/catalogue/size.h"
#include "kernels/catalogue/stage.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::words {

enum class Access { Any, Load, Store, Atomic };
enum class Space { Any, Global, Shared };

/// One fact that is asked for: "wavefronts per request store Bs @tiled-conflicts PAD=0".
struct Phrase {
    std::string quantity; ///< a row of quantities.h
    bool perRequest = false;
    bool ideal = false; ///< of sectors and wavefronts: what the same bytes take at least
    Access access = Access::Any;
    Space space = Space::Any;
    std::vector<std::string> subjects;           ///< other words: an array, a parameter, an operation
    std::string stage;                           ///< without its number, or a whole id; "before"; empty: the text's own
    std::vector<kernels::ParameterValue> chosen; ///< the others have their defaults
    std::optional<kernels::Size> size;
    std::string capability; ///< of the architecture; empty: 9.0
    std::string gpu;        ///< a part of the name of the GPU that was recorded; empty: the first that has it
    bool cold = false;      ///< with L2 overwritten before
    std::string text;       ///< as it was written
};

struct Expression {
    enum class Kind { Number, Phrase, Add, Subtract, Multiply, Divide };
    Kind kind = Kind::Number;
    double number = 0.0;
    words::Phrase phrase;
    std::shared_ptr<const Expression> left, right;
};

enum class Relation { Less, LessOrEqual, Equal, GreaterOrEqual, Greater, Different, About };

/// "requests < requests @before"
struct Condition {
    Expression left, right;
    Relation relation = Relation::Equal;
};

enum class Kind { Plain, Constant, Figure, Claim };

struct Segment {
    Kind kind = Kind::Plain;
    std::string words;  ///< of plain text, constants and claims
    Expression figure;  ///< of figures
    std::string format; ///< of figures: "words", "%", "million", a number of decimals; empty: as it comes
    std::vector<Condition> conditions; ///< of claims: all hold
    int group = -1;                    ///< the [[…]] that it is in; -1: none
    std::string marker;                ///< what stood between the braces
};

struct Text {
    std::vector<Segment> segments;
    std::vector<std::string> problems; ///< one sentence for each marker that could not be read
};

Text parse(std::string_view text);

/// What stands in plain text or in the words of a claim and should be a marker: figures, numbers in words, comparisons.
std::vector<std::string> plainFigures(const Text& text);

} // namespace warplens::words
