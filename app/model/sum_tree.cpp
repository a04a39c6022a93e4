// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/sum_tree.h"

#include "app/model/moment.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace warplens::app {

using sim::memory::lanesPerWarp;

namespace {

constexpr size_t longest = 100'000; ///< events that are looked through: more of them are no tree that could be seen

/// The one shared array of a single row; -1: there is none, or there are others.
int rowOf(const Scene& scene) {
    return scene.shareds.size() == 1 && scene.shareds[0].rows == 1 && scene.shareds[0].columns >= 4 ? 0 : -1;
}

/// One step: what happens between two barriers.
SumTree::Step stepOf(const Scene& scene, int array, uint32_t interval, size_t first, size_t end) {
    SumTree::Step step;
    step.interval = interval;
    std::map<std::pair<uint16_t, unsigned>, std::vector<int64_t>> read; // by thread, since it wrote last
    std::set<uint16_t> warps;
    for (size_t event = first; event < end; ++event) {
        if (!isShared(scene.trace.events[event].kind))
            continue;
        const Request request = lookAt(scene, event);
        if (request.array != array)
            continue;
        unsigned joined = 0;
        for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
            if (!request.active(lane))
                continue;
            const int64_t word = request.elements[lane].column;
            auto& own = read[{request.warp, lane}];
            if (isLoad(request.kind)) {
                for (unsigned i = 0; i < request.elementsPerLane; ++i)
                    own.push_back(word + i);
                continue;
            }
            if (!own.empty()) {
                step.joins.push_back({word, own, static_cast<uint32_t>(event), request.warp});
                ++joined;
            }
            own.clear();
        }
        if (isLoad(request.kind) || joined > 0) {
            warps.insert(request.warp);
            step.conflicts +=
                request.cost.wavefronts - std::min<unsigned>(request.cost.wavefronts, request.cost.wavefrontsIdeal);
        }
    }
    step.warps = static_cast<unsigned>(warps.size());
    return step;
}

} // namespace

std::optional<SumTree> sumTree(const Scene& scene) {
    SumTree tree;
    tree.array = rowOf(scene);
    if (tree.array < 0 || scene.trace.events.size() > longest)
        return std::nullopt;
    tree.leaves = scene.shareds[0].columns;
    const auto& begins = scene.trace.intervalBegins;
    for (uint32_t interval = 0; interval < scene.trace.intervals(); ++interval) {
        const size_t end = interval + 1 < begins.size() ? begins[interval + 1] : scene.trace.events.size();
        SumTree::Step step = stepOf(scene, tree.array, interval, begins[interval], end);
        if (!step.joins.empty())
            tree.steps.push_back(std::move(step));
    }
    return tree.steps.size() >= 2 ? std::optional(tree) : std::nullopt;
}

} // namespace warplens::app
