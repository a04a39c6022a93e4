// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace warplens::kernels {
namespace {

/// Levenshtein distance.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = std::exchange(row[j + 1], std::min({replaced, row[j + 1] + 1, row[j] + 1}));
        }
    }
    return row.back();
}

} // namespace

std::string nearestWord(std::string_view word, std::span<const std::string> candidates) {
    std::string best;
    std::size_t bestDistance = std::max<std::size_t>(word.size() / 3, 1) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = editDistance(word, candidate);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
    if (const std::string nearest = nearestWord(word, candidates); !nearest.empty())
        return fmt::format(": did you mean '{}'?", nearest);
    if (candidates.empty())
        return ": there are none";
    return fmt::format(": known are {}", fmt::join(candidates, ", "));
}

} // namespace warplens::kernels
