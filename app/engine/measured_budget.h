// SPDX-License-Identifier: GPL-3.0-or-later
// What a budget's kernel costs, line by line, and how that differs from what it has cost before. Lines are the same where
// their text is, wherever they stand.
#pragma once

#include "app/engine/budgets.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplens::engine {

struct MeasuredLine {
    std::string file;
    uint32_t line = 0;
    std::string text;                      ///< of the source, without the spaces around it; empty: not known
    std::array<uint64_t, limits> values{}; ///< by Limit; registers and occupancy are of no line
};

struct Measured {
    std::string subject;
    std::array<std::optional<double>, limits> values; ///< by Limit; nothing: it is not known
    std::vector<MeasuredLine> lines;                  ///< by file and line
};

/// A line that costs more or less than before. 0 as a line: there is none.
struct LineChange {
    std::string file;
    uint32_t before = 0, now = 0;
    uint64_t valueBefore = 0, valueNow = 0;
    bool rewritten = false; ///< another text stands in its place
};

struct LimitChange {
    Limit limit{};
    double before = 0, now = 0;
    std::vector<LineChange> lines; ///< the greatest difference first
};

/// In the order of Limit. A quantity whose sum is the same may have changed from line to line.
std::vector<LimitChange> changesBetween(const Measured& before, const Measured& now);
/// "shared wavefronts: 64 → 1056 (+1550.0 %)".
std::string changeText(const LimitChange& change);
/// "strided.cu:6 (it was line 5): 32 → 1024".
std::string changeText(const LineChange& change);

nlohmann::ordered_json measuredJson(const Measured& measured);
nlohmann::ordered_json changesJson(const std::vector<LimitChange>& changes);
/// What `gate --json` has written. Throws EngineError where it is something else.
std::vector<Measured> readMeasured(const std::string& file);

} // namespace warplens::engine
