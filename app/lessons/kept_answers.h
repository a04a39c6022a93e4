// SPDX-License-Identifier: GPL-3.0-or-later
// Answers that are kept, in a file that the learner owns: a line of JSON for each, below a line that says what the file is.
// A line is added at its end and none is ever changed. Who grades asks each question again, by its seed or its step, and
// judges the answer anew: that a line says "right" counts for nothing. No Qt.
//
//   {"format":"warplens answers","version":1}
//   {"date":"2026-11-24T19:55:00Z","seed":7,"level":2,"kind":"all","number":3,"question":"9f3c…","answer":[2],"right":true}
//   {"date":"2026-11-24T19:56:10Z","lesson":"matmul/06-tiled-conflicts","step":1,"question":"51d0…","answer":[0],"right":false}
#pragma once

#include "app/lessons/generator.h"
#include "app/lessons/judging.h"

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace warplens::lessons {

/// A question of a lesson: its steps are counted from 0.
struct AskedByStep {
    std::string lesson;
    size_t step = 0;
    bool operator==(const AskedByStep&) const = default;
};
using AskedBy = std::variant<Asked, AskedByStep>;

struct KeptAnswer {
    std::string date; ///< UTC, as ISO 8601 has it
    AskedBy asked;
    std::string question; ///< its mark, see questionMark
    Answer answer;
    bool right = false;
    bool operator==(const KeptAnswer&) const = default;
};

/// The same in every language, another one where choices, key or times differ: a question that another version of the
/// program, or other recordings, make of the same seed is told from the one that was answered.
std::string questionMark(const Question& question);

struct KeptAnswers {
    std::vector<KeptAnswer> answers;
    std::vector<std::string> problems; ///< lines that cannot be read, with their numbers
};
/// Throws kernels::FileError where it is no such file.
KeptAnswers readAnswers(const std::filesystem::path& file);

/// Adds it, and begins the file where there is none. What was in it stays as it is. Throws kernels::FileError, also where
/// the file is something else.
void keepAnswer(const std::filesystem::path& file, const KeptAnswer& answer);

} // namespace warplens::lessons
