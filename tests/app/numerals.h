// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what is said in English agrees with its numbers: "1 sectors" does not.
#pragma once

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <utility>

namespace warplens::tests {

/// What stands for more than one after a 1; empty: nothing. "1 of 4 goals" is right, "L1 wavefronts" and "warp 1 waits", too.
inline std::string disagreement(const std::string& english) {
    constexpr std::array plurals{"banks",        "barriers", "blocks",     "bytes",  "elements",  "events",   "goals",
                                 "lanes",        "launches", "lines",      "loads",  "registers", "requests", "rows",
                                 "samples",      "sectors",  "steps",      "stores", "sums",      "threads",  "times",
                                 "transactions", "warps",    "wavefronts", "words"};
    constexpr std::array numbered{"bank", "block", "line", "of", "row", "step", "warp", "wavefront"};
    std::istringstream words(english);
    std::string two, one;
    for (std::string word; words >> word;) {
        const std::string bare = word.substr(0, word.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
        if ((one == "1" || one == "(1") && std::find(plurals.begin(), plurals.end(), bare) != plurals.end() &&
            std::find(numbered.begin(), numbered.end(), two) == numbered.end())
            return one + ' ' + word;
        two = std::exchange(one, word);
    }
    return {};
}

} // namespace warplens::tests
