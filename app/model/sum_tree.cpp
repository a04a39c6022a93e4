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

/// What happens between two barriers: one step, or several of warps that wait for their own lanes only.
class Steps {
public:
    Steps(const Scene& scene, int array)
        : m_scene(scene)
        , m_array(array) {}

    std::vector<SumTree::Step> between(size_t first, size_t end) {
        for (size_t event = first; event < end; ++event)
            if (isShared(m_scene.trace.events[event].kind))
                if (const Request request = lookAt(m_scene, event); request.array == m_array)
                    add(request, event);
        std::erase_if(m_steps, [](const SumTree::Step& step) { return step.joins.empty(); });
        for (size_t n = 0; n < m_steps.size(); ++n) {
            m_steps[n].begin = n == 0 ? first : m_steps[n].begin;
            m_steps[n].end = n + 1 < m_steps.size() ? m_steps[n + 1].begin : end;
        }
        return std::move(m_steps);
    }

private:
    struct Warp {
        size_t step = 0;
        uint32_t joined = 0;                                ///< lanes, in that step
        std::map<unsigned, std::vector<int64_t>> read = {}; ///< by lane, since it wrote last
    };

    void add(const Request& request, size_t event) {
        Warp& warp = m_warps[request.warp];
        uint32_t lanes = 0;
        for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
            lanes |= uint32_t{request.active(lane)} << lane;
        if (isLoad(request.kind) && (warp.joined & lanes) != 0) {
            ++warp.step;
            warp.joined = 0;
        }
        if (warp.step >= m_steps.size())
            m_steps.emplace_back().begin = event;
        SumTree::Step& step = m_steps[warp.step];
        uint32_t joined = 0;
        for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
            if (!request.active(lane))
                continue;
            const int64_t word = request.elements[lane].column;
            std::vector<int64_t>& own = warp.read[lane];
            if (isLoad(request.kind)) {
                for (unsigned i = 0; i < request.elementsPerLane; ++i)
                    own.push_back(word + i);
                continue;
            }
            if (!own.empty()) {
                step.joins.push_back({word, own, static_cast<uint32_t>(event), request.warp});
                joined |= 1u << lane;
            }
            own.clear();
        }
        warp.joined |= joined;
        if (!isLoad(request.kind) && joined == 0)
            return;
        if (m_partakes[warp.step].insert(request.warp).second)
            ++step.warps;
        step.conflicts +=
            request.cost.wavefronts - std::min<unsigned>(request.cost.wavefronts, request.cost.wavefrontsIdeal);
    }

    const Scene& m_scene;
    int m_array;
    std::vector<SumTree::Step> m_steps;
    std::map<uint16_t, Warp> m_warps;
    std::map<size_t, std::set<uint16_t>> m_partakes; ///< warps, by step
};

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
        for (SumTree::Step& step : Steps(scene, tree.array).between(begins[interval], end))
            tree.steps.push_back(std::move(step));
    }
    return tree.steps.size() >= 2 ? std::optional(tree) : std::nullopt;
}

} // namespace warplens::app
