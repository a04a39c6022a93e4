// SPDX-License-Identifier: GPL-3.0-or-later
// What became of the answers that students gave to questions of practice and lessons, from the files that they kept.
#pragma once

#include <string>
#include <vector>

namespace warplens::cli {

/// Whether that is a file of answers to questions, by its name, and no kernel.
bool isFileOfAnswers(const std::string& file);

struct AnswersGrading {
    std::vector<std::string> files, students;
    std::string csv, gradescope; ///< where to; empty: to the terminal, and nowhere
};
/// Asks each question again and judges its first answer anew. Returns the exit code: files that cannot be read are told in
/// the table.
int gradeAnswers(const AnswersGrading& grading);

} // namespace warplens::cli
