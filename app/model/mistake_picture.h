// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a launch, as a picture: the threads of the first mistake on lines of time with the barriers that they
// passed, the one that is missing between them, and the lines of the source. No Qt.
#pragma once

#include "app/model/moment.h"
#include "sim/simt/findings.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplens::app {

/// Of a whole launch; nullptr: not known yet.
using KnownFindings = std::shared_ptr<const std::vector<sim::simt::Finding>>;

struct MistakePicture {
    Sentence sentence;
    std::string origin; ///< "first of 3 mistakes of the whole launch, modelled"

    /// A thread and what it did, from left to right.
    struct Thread {
        std::string who; ///< "thread (1,2) of block 2"
        struct Event {
            size_t column = 0;
            bool access = false; ///< else a barrier or fence that it passed
            std::string label;   ///< "reads tile[33], line 16"
        };
        std::vector<Event> events;
    };
    std::vector<Thread> threads; ///< one or two: first the one whose access comes before what is missing
    /// Barriers of the block that both threads passed: a bar through both lines.
    struct Together {
        size_t column = 0;
        std::string label; ///< "__syncthreads, line 14"
    };
    std::vector<Together> together;
    std::optional<size_t> missing; ///< the column where something is missing between the two
    std::string missingText;       ///< "a barrier is missing here"
    size_t columns = 0;

    struct Line {
        uint32_t line = 0; ///< 0: it is not in the source
        std::string code;
        std::string note; ///< "thread (1,2) reads tile[33]"
        enum class Kind : uint8_t { Plain, Bad, Proposed } kind = Kind::Plain;
    };
    std::vector<Line> lines;         ///< of the source, and what is proposed between them
    std::vector<std::string> others; ///< the other mistakes, a sentence each

    bool clean = false; ///< the launch is known, and nothing is wrong with it
};

/// `source`: the text of the file that is compiled, `fileName` its name in findings.
MistakePicture mistakePicture(const KnownFindings& findings, const std::string& source, const std::string& fileName);

/// The first mistake that is one, and no note; nullptr: there is none.
const sim::simt::Finding* firstMistake(const std::vector<sim::simt::Finding>& findings);

} // namespace warplens::app
