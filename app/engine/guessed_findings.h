// SPDX-License-Identifier: GPL-3.0-or-later
// Of a launch that is guessed in part: which findings may be the guess's. Where it leads to, or whether it is reached, hangs
// on what was guessed: then a finding is no more than a note, that says on what.
#pragma once

#include "app/engine/simulation.h"
#include "app/engine/suggested_launch.h"

#include <optional>
#include <string>
#include <vector>

namespace warplens::engine {

/// What of a launch nobody has told. What arrays hold is guessed wherever anything is.
struct GuessedLaunch {
    bool grid = false, block = false;
    struct Part {
        std::string name;
        bool guessed, pointer;
        bool begins = false; ///< where an array begins that the file allocates: what lies before it is nobody's
        bool counts = false; ///< a factor of the size of something that the file allocates: it is 1 or more
    };
    std::vector<Part> parameters;
};
GuessedLaunch guessedParts(const KernelSignature& kernel, const FoundInText& found, const kernels::SourceText& text);

/// Of a file as it is launched to begin with; nothing where somebody has told what its arrays hold, and how large they are.
std::optional<GuessedLaunch> guessOf(const KernelFile& file);

/// Turns those findings into notes.
void softenGuessed(std::vector<sim::simt::Finding>& findings, const GuessedLaunch& guessed, Simulation& simulation);

} // namespace warplens::engine
