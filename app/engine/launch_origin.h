// SPDX-License-Identifier: GPL-3.0-or-later
// What of a launch its file says, what is smaller than there, and what nobody has told: sorted here, for whoever says it.
#pragma once

#include "app/engine/suggested_launch.h"

#include <string>
#include <vector>

namespace warplens::engine {

struct LaunchPart {
    enum class What {
        Instance, ///< of a template of which the file launches several
        Grid,
        Block,
        ArraySize,
        Value,
        Contents, ///< of the arrays; no file says that
    };
    What what;
    std::string parameter; ///< of an array's size and of a value
};

struct LaunchOrigin {
    std::vector<LaunchPart> found;
    std::vector<LaunchPart> smaller; ///< the file's own launch has too many threads to begin with
    std::vector<LaunchPart> guessed;
};
LaunchOrigin originOf(const KernelSignature& kernel, const FoundInText& found);

} // namespace warplens::engine
