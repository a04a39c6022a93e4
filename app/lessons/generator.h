// SPDX-License-Identifier: GPL-3.0-or-later
// New questions: accesses drawn at random, their keys counted by the model, and stages, their keys recorded. The same seed gives the same questions on
// any machine. No Qt.
#pragma once

#include "app/lessons/telling.h"
#include "kernels/measure/recording.h"
#include "sim/memory/access.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::lessons {

constexpr int levels = 3;

enum class QuestionKind {
    Count, ///< how many sectors or wavefronts, or which padding
    Banks, ///< which banks, to be marked
    Line,  ///< which line of four will not coalesce
    Order, ///< stages by their speed, to be put in order
};

/// "count", "banks", "line", "order", or "all"; nothing for another name.
std::optional<std::vector<QuestionKind>> questionKindsOf(std::string_view name);

enum class Counted { Sectors, Wavefronts, Padding, Banks, Line, Order };

struct Generated {
    Question question;
    Counted counted = Counted::Sectors;
    sim::memory::Access access;             ///< of the right answer: what its key is counted of
    std::vector<sim::memory::Access> lines; ///< of each choice, where lines are asked for
    uint64_t key = 0; ///< sectors, wavefronts, words of padding, banks as a mask, or the number of a choice
};

/// Where the times of stages are from; both may be missing where nothing is asked about them.
struct Recorded {
    const kernels::Catalogue* catalogue = nullptr;
    const std::vector<kernels::Recording>* recordings = nullptr;
};

/// Level 1: words side by side, with gaps, or shifted. 2: rows and columns, wider elements, some of the lanes. 3: XOR,
/// structures, the least padding; banks that conflict. Stages: 3, 4 and 5 of them, which differ less and less. Throws
/// std::invalid_argument where there is nothing to ask about.
std::vector<Generated> generateQuestions(uint64_t seed, int level, size_t count,
                                         const std::vector<QuestionKind>& asked = {QuestionKind::Count},
                                         const Recorded& recorded = {});

/// Which question it is: one of a seed's, of a level and of kinds. Whoever knows it can ask it again.
struct Asked {
    uint64_t seed = 0;
    int level = 1;
    std::string kind = "all"; ///< a name of questionKindsOf
    size_t number = 0;        ///< from 0
    bool operator==(const Asked&) const = default;
};
/// Throws std::invalid_argument where there is none such.
Generated generateQuestion(const Asked& asked, const Recorded& recorded = {});

/// Another question of that seed and level which counts the same and is not the one it is like.
Asked anotherLike(const Question& like, Counted counted, uint64_t seed, int level, const Recorded& recorded = {});
/// The same of a question that a lesson asks: of the middle level, of padding the last one.
Asked anotherLike(const Question& like, uint64_t seed);

} // namespace warplens::lessons
