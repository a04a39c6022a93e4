// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture beside a wrong answer shows: what is so, counted by the model, and what was said. And what can be tried:
// a change with which that answer would be right, or the request cheaper. No Qt.
#pragma once

#include "app/lessons/judging.h"

#include <optional>
#include <string>
#include <vector>

namespace warplens::lessons {

struct Picturing {
    struct Request {
        Drawn drawn;
        uint64_t cost = 0, ideal = 0; ///< wavefronts, or sectors
    };
    /// What was asked about; where choices are requests, that of the answer and that of the key.
    std::vector<Request> requests;
    std::optional<uint64_t> said; ///< a count
    std::vector<size_t> marked;   ///< banks
    /// Stages in the order of the answer.
    struct Bar {
        std::string text, time;
        double ms = 0;
        bool inPlace = false;
    };
    std::vector<Bar> bars;

    bool empty() const { return requests.empty() && bars.empty(); }
};

Picturing::Request counted(const Drawn& drawn);
Picturing picturing(const Question& question, const Answer& answer);

/// Of the question's changes; nullptr: none makes the answer right, and none costs less.
const Drawn* suggestedChange(const Question& question, const Answer& answer);

} // namespace warplens::lessons
