// SPDX-License-Identifier: GPL-3.0-or-later
// The warps of one multiprocessor in time, modelled: a row for each warp that it holds, clocks to the right, and what the warp
// waits for. Made of the timeline of sim/time. No Qt.
#pragma once

#include "app/model/moment.h"
#include "app/model/reason.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplens::app {

struct CyclesPicture {
    Sentence sentence; ///< alone where nothing can be told
    std::string origin;
    unsigned places = 0, warpsPerBlock = 0; ///< rows: the warps of the first place for a block, those of the second, …
    double end = 0;                         ///< clocks
    struct Share {
        sim::time::Stall stall = sim::time::Stall::Selected;
        double share = 0; ///< of the warps' time up to `end`
    };
    std::vector<Share> shares; ///< the largest first

    size_t rows() const { return size_t(places) * warpsPerBlock; }
    bool empty() const { return rows() == 0 || end <= 0; }
};

/// Of what is known of a launch; nullptr: not known yet.
CyclesPicture cyclesPicture(const Reasons* reasons);

/// A piece of a row: columns from `first` on, in most of whose clocks the warp does that.
struct CyclesPiece {
    unsigned row = 0, first = 0, count = 0;
    sim::time::Stall stall = sim::time::Stall::Selected;
    bool operator==(const CyclesPiece&) const = default;
};
/// The clocks from `begin` to `end` in so many columns. A column in which an instruction is issued in a quarter of the clocks
/// shows that. Columns without a warp have no piece.
std::vector<CyclesPiece> piecesOf(const sim::time::Timeline& timeline, double begin, double end, unsigned columns);

/// Nullptr: there is none.
const sim::time::Timeline* timelineOf(const Reasons* reasons);
/// What the warp of that row does at that clock, and the line of the source.
struct CyclesMoment {
    std::string text;
    std::optional<uint32_t> line;
};
std::optional<CyclesMoment> momentAt(const Reason& reason, unsigned row, double clock);

} // namespace warplens::app
