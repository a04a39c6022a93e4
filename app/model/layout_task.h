// SPDX-License-Identifier: GPL-3.0-or-later
// A layout to construct: a tile of shared memory, the accesses to it, where the lanes of one more access go, and the
// learner's own padding or XOR. It has a link of its own; beside it stands what a search finds. No Qt.
//
//   layout:32x32?element=4&access=column:4&access=row:16&lanes=lane*33&pad=1&xor=5,0,0&wanted=1
#pragma once

#include "sim/memory/tile_layout.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::app {

struct LayoutTask {
    sim::memory::Tile tile;
    std::vector<std::string> accesses; ///< names, as sim::memory::tileAccess has them
    std::string
        lanes; ///< the element of each lane, counted along the rows: an expression of `lane`, or 32 numbers and "-"
    sim::memory::Layout layout; ///< the learner's
    unsigned wanted = 0;        ///< wavefronts that the worst request is to take; 0: nobody has said
    bool operator==(const LayoutTask&) const = default;
};

bool isLayoutLink(std::string_view text);
/// Throws std::invalid_argument with what is wrong and what to write.
LayoutTask layoutTaskOf(std::string_view link);
std::string layoutLink(const LayoutTask& task);

/// What a request of the typed lanes asks for. Throws std::invalid_argument.
sim::memory::TileRequest typedRequest(const sim::memory::Tile& tile, const std::string& lanes);
/// As `lanes` has it where somebody has put each lane by hand.
std::string lanesText(const sim::memory::TileRequest& request);

/// All accesses of a task, the typed one ("lanes") last. Throws std::invalid_argument; also where tile or layout cannot be.
std::vector<sim::memory::TileAccess> accessesOf(const LayoutTask& task);

/// "float tile[32][32 + 1]; tile[row][column]", "tile[row][column ^ (row & 31)]".
std::string layoutCode(const sim::memory::Tile& tile, const sim::memory::Layout& layout);
/// "padding 1", "XOR of 4 bits", "nothing": in the language that is spoken.
std::string layoutName(const sim::memory::Layout& layout);

/// What was found and how it is known that there is no less, a sentence or two.
std::string searchText(const LayoutTask& task, const sim::memory::LayoutSearch& search);

/// What others have published about a layout, and where.
struct PublishedLayout {
    const char* title;  ///< English, to be translated
    const char* source; ///< an address
    const char* says;   ///< English, to be translated: the claim in our words
    const char* link;
    const char* access; ///< that it says it of
    unsigned ways;      ///< so many ways it conflicts, it says: 1 is none
};
const std::vector<PublishedLayout>& publishedLayouts();

/// How many ways a conflict has: wavefronts of the worst request for each that its bytes need.
unsigned waysOf(const sim::memory::AccessCost& cost);

} // namespace warplens::app
