// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture of the tiles has to know of a moment besides the state of its elements. No Qt.
#pragma once

#include "app/model/moment.h"
#include "app/model/replay_state.h"
#include "app/model/scene.h"

namespace warplens::app {

/// The arrays are A, B and C of C = A x B, and stand as one writes it down.
bool isProduct(const Scene& scene);

/// What was touched since then is fresh: in this interval or the one before it, or a moment ago.
Touched freshSince(const Scene& scene, const Moment& moment);

} // namespace warplens::app
