// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/moments.h"

#include <map>
#include <tuple>

namespace warplens::lessons {

std::vector<Notable> notableMoments(const app::Scene& scene) {
    std::vector<Notable> moments;
    std::map<std::tuple<uint32_t, bool, uint16_t, uint16_t>, size_t> known;
    for (size_t i = 0; i < scene.trace.events.size(); ++i) {
        const sim::trace::Shape& cost = scene.trace.events.shapeAt(i);
        if (cost.kind == sim::trace::EventKind::Barrier)
            continue;
        const auto [place, isNew] =
            known.try_emplace({cost.op, isShared(cost.kind), cost.sectors, cost.wavefronts}, moments.size());
        if (isNew)
            moments.push_back({i, cost.sectors > cost.sectorsIdeal || cost.wavefronts > cost.wavefrontsIdeal, 0});
        ++moments[place->second].times;
    }
    return moments;
}

} // namespace warplens::lessons
