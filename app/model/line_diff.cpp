// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/line_diff.h"

#include <algorithm>
#include <cstdint>

namespace warplens::app {
namespace {

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

} // namespace

std::vector<DiffLine> lineDiff(std::string_view before, std::string_view after) {
    const auto a = linesOf(before), b = linesOf(after);
    // longest[i][j]: of the common lines of a from i and b from j. Sources have some hundred lines.
    const size_t width = b.size() + 1;
    std::vector<uint32_t> longest((a.size() + 1) * width, 0);
    for (size_t i = a.size(); i-- > 0;)
        for (size_t j = b.size(); j-- > 0;)
            longest[i * width + j] = a[i] == b[j] ? longest[(i + 1) * width + j + 1] + 1
                                                  : std::max(longest[(i + 1) * width + j], longest[i * width + j + 1]);
    std::vector<DiffLine> diff;
    size_t i = 0, j = 0;
    while (i < a.size() || j < b.size()) {
        if (i < a.size() && j < b.size() && a[i] == b[j]) {
            diff.push_back(
                {DiffLine::Kind::Same, static_cast<unsigned>(i + 1), static_cast<unsigned>(j + 1), std::string(a[i])});
            ++i;
            ++j;
        } else if (i < a.size() && (j == b.size() || longest[(i + 1) * width + j] >= longest[i * width + j + 1])) {
            diff.push_back({DiffLine::Kind::Removed, static_cast<unsigned>(i + 1), 0, std::string(a[i])});
            ++i;
        } else {
            diff.push_back({DiffLine::Kind::Added, 0, static_cast<unsigned>(j + 1), std::string(b[j])});
            ++j;
        }
    }
    return diff;
}

} // namespace warplens::app
