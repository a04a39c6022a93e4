// SPDX-License-Identifier: GPL-3.0-or-later
// What changed from one source to another, line by line. No Qt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warplens::app {

struct DiffLine {
    enum class Kind { Same, Removed, Added } kind = Kind::Same;
    unsigned before = 0, after = 0; ///< line numbers from 1; 0: it is not there
    std::string text;
    bool operator==(const DiffLine&) const = default;
};

/// The fewest removed and added lines that lead from one text to the other; of neighbours, the removed come first.
std::vector<DiffLine> lineDiff(std::string_view before, std::string_view after);

} // namespace warplens::app
