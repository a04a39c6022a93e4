// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/tiles_picture.h"

#include <algorithm>

namespace warplens::app {

bool isProduct(const Scene& scene) {
    const auto& g = scene.globals;
    return g.size() == 3 && !g[0].result && !g[1].result && g[2].result && g[0].columns == g[1].rows &&
           g[0].rows == g[2].rows && g[1].columns == g[2].columns;
}

Touched freshSince(const Scene& scene, const Moment& moment) {
    const auto& trace = scene.trace;
    const size_t now = moment.position.event;
    size_t first = now - std::min<size_t>(now, 2ull * trace.warps);
    if (const uint32_t interval = moment.interval; trace.intervals() > 1)
        first = std::min<size_t>(first, trace.intervalBegins[interval - std::min(interval, 1u)]);
    return static_cast<Touched>(first + 1);
}

} // namespace warplens::app
