// SPDX-License-Identifier: GPL-3.0-or-later
// Texts with their markers filled: what the window, the command line, lessons and exports show of a stage's words.
#pragma once

#include "app/words/facts.h"
#include "app/words/text.h"

#include <string>
#include <vector>

namespace warplens::words {

enum class State {
    Known,
    Pending, ///< shown as "…": nobody has asked yet
    Missing, ///< was never measured
    Broken,  ///< the claim does not hold, or the marker asks for what there is not
};

struct Piece {
    Kind kind = Kind::Plain;
    State state = State::Known;
    std::string text;   ///< as it is shown
    std::string marker; ///< what stood between the braces; empty: plain text
    std::string origin; ///< "modelled at 512", "recorded on NVIDIA H200, 2026-11-21"; a claim may have several
    std::string why;    ///< of a broken one: what holds instead
};

struct Filled {
    std::vector<Piece> pieces;
    std::vector<std::string> origins; ///< of all pieces, each once

    std::string text() const;
};

/// Emulates what it takes. What is in [[ ]] is left out where a marker in it is missing. Never throws for what a marker
/// asks: that makes it broken. Throws Stopped.
Filled fill(const Text& text, const kernels::Stage& stage, Facts& facts, const std::stop_token& stop = {});

/// With "…" for every figure and claim, and nothing of what is in [[ ]]: what can be shown at once.
Filled unfilled(const Text& text);

} // namespace warplens::words
