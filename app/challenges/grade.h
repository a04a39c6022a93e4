// SPDX-License-Identifier: GPL-3.0-or-later
// What became of the answers that students handed in to a challenge, as a table and as Gradescope reads it.
#pragma once

#include "app/challenges/challenge.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace warplens::challenges {

struct Grade {
    enum class State : uint8_t {
        Judged,
        Refused,  ///< it does not compile, does not fit the launch, or runs too long: the message says
        TimedOut, ///< its process was ended
        Crashed,  ///< its process broke down
        Failed,   ///< it could not be judged: a pipe in place of a file, no compiler
    };
    struct Goal {
        std::string wanted, found;
        bool met = false;
        uint32_t line = 0;
    };
    std::string student, file;
    State state = State::Judged;
    std::string message;     ///< empty where it was judged
    std::vector<Goal> goals; ///< all of the challenge's

    size_t goalsMet() const;
};

std::string_view stateName(Grade::State state);

/// Takes over what `warplens-cli challenges NAME --solution FILE --json -` has written. Throws
/// nlohmann::json::exception for another document.
void takeVerdict(Grade& grade, const nlohmann::ordered_json& verdict);

/// Names of the students of these files: the file's name, and with its folder where two are called the same.
std::vector<std::string> studentsOf(const std::vector<std::string>& files);

/// A cell of a table; what a spreadsheet would take for a formula is made a text.
std::string csvCell(std::string text);
/// One row for each, one column for each goal.
std::string gradesCsv(const Challenge& challenge, const std::vector<Grade>& grades);
/// The results.json of Gradescope's autograder: a point for each goal.
nlohmann::ordered_json gradescopeJson(const Grade& grade);

} // namespace warplens::challenges
