// SPDX-License-Identifier: GPL-3.0-or-later
// Challenges: a kernel with a flaw, goals, and hints in steps. resources/challenges/en/NN-name holds one; docs/challenges.md
// tells how it is written. No Qt.
//
// Terms
//   reference  what the result has to be: of reference.cu, launched with one thread; without such a file, of the kernel as
//              it is given, whose result is right then
//   others     data that the learner does not see: other random values and, where the challenge says so, another launch
#pragma once

#include "app/challenges/goal.h"
#include "app/engine/kernel_file.h"
#include "kernels/catalogue/catalogue.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::challenges {

struct Challenge {
    std::string id;     ///< "coalesce-a-copy": the folder without its number
    std::string number; ///< "01"
    std::string title;
    int level = 1;                       ///< 1 to 3
    std::vector<std::string> paragraphs; ///< Markdown
    std::vector<Goal> goals;
    std::vector<std::string> hints; ///< from a nudge to nearly the answer
    std::string fileName;           ///< of the kernel, as findings name it: "coalesce-a-copy.cu"
    kernels::SourceText source;     ///< with the flaw
    std::optional<kernels::SourceText> reference;
    engine::FileLaunch launch;
    engine::FileLaunch others;          ///< the launch with data that the learner does not see
    std::vector<std::string> arguments; ///< their names, as the kernel has them
    std::filesystem::path folder;
};

constexpr int levels = 3;

struct Challenges {
    std::vector<Challenge> all; ///< in the order of their numbers
    std::vector<kernels::Problem> problems;

    /// By its id, with or without the number. nullptr: there is none.
    const Challenge* find(std::string_view name) const;
    std::vector<std::string> ids() const;
};

/// Of a folder such as resourcesDir(). A mistake in a challenge costs that challenge, and is told with its place. A text that
/// is there in the language that is `spoken` is taken in that; kernels have one language.
Challenges loadChallenges(const std::filesystem::path& folder, std::string_view language = "en",
                          std::string_view spoken = {});

/// Of its own folder, described by `text`. Throws words::TextMistake about that, and engine::EngineError about a file beside it.
Challenge readChallenge(const std::filesystem::path& folder, const std::filesystem::path& text);

} // namespace warplens::challenges
