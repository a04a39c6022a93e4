// SPDX-License-Identifier: GPL-3.0-or-later
// From a place, which a link can name, to a position in one block's events, and back. No Qt.
#pragma once

#include "app/model/exhibit.h"
#include "app/model/navigator.h"
#include "app/model/scene.h"

#include <optional>

namespace warplens::app {

Place placeOf(const Scene& scene, Position position);
/// The nearest there is.
Position positionOf(const Scene& scene, const Place& place);
/// Where the other scene stands when this one stands there: the same warp, its n-th visit to the same source line
/// between the same barriers. Nothing where that warp never comes there.
std::optional<Position> samePosition(const Scene& from, Position position, const Scene& to);

/// The moment that shows what a scene is about: the request that costs most beyond what it would have to, the first of
/// equal ones. `shared`: only of shared memory, or only of global memory.
Position tellingPosition(const Scene& scene, std::optional<bool> shared = {});

/// What one looks for in a block's time.
enum class Sought : uint8_t {
    Conflict, ///< a request to shared memory that takes more wavefronts than it would have to
    Waste,    ///< a request to global memory that touches more sectors than it would have to
    Other,    ///< a request of another instruction, or one that costs something else: what repeats is skipped
};
/// The next such request after a position, or the one before it. Nothing: there is none.
std::optional<Position> nextSought(const Scene& scene, Position from, Sought sought, bool back = false);

} // namespace warplens::app
