// SPDX-License-Identifier: GPL-3.0-or-later
// What a marker can ask for: one table, which docs/words.md lists.
#pragma once

#include "app/words/facts.h"
#include "app/words/text.h"

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace warplens::words {

/// The marker asks for what there is not: an unknown quantity, an array that the stage does not have. A mistake of the
/// text's author, in one sentence.
struct BadMarker : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Value {
    double number = 0.0;
    std::string unit;   ///< "ms", "GFLOP/s", "GB/s", "bytes"; empty: a number of things, or a ratio
    std::string text;   ///< where it is no number: "LDS.128 and LDS.32"
    std::string origin; ///< "modelled at 512", "recorded on an NVIDIA H200, 2026-11-21"; empty: of the source itself
};

/// How the value of a phrase is got.
struct Query {
    Facts& facts;
    const kernels::Stage& stage; ///< the one that the phrase means
    const Phrase& phrase;
    const kernels::Stage& own; ///< the one whose text it stands in
    std::stop_token stop = {};
};

/// Nothing: it was never measured.
using Answered = std::optional<Value>;

struct QuantityRow {
    std::string_view name;
    std::string_view meaning; ///< for docs/words.md: one line
    Answered (*of)(const Query& query);
};

std::span<const QuantityRow> quantities();

/// The stage that the phrase names, seen from the stage whose text it stands in. Throws BadMarker.
const kernels::Stage& stageOf(const Phrase& phrase, const kernels::Stage& own, const kernels::Catalogue& catalogue);

/// Throws BadMarker, Stopped, and what engine and catalogue throw.
Answered evaluate(const Phrase& phrase, const kernels::Stage& own, Facts& facts, const std::stop_token& stop);

} // namespace warplens::words
