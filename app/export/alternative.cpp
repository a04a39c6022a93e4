// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/alternative.h"

#include "app/charts/chart_labels.h"
#include "app/export/saying.h"
#include "app/model/reason.h"
#include "app/paint/speech.h"
#include "app/views/picture.h"

namespace warplens::app {
namespace {

constexpr size_t longTrace = 1'000'000; ///< events

} // namespace

std::optional<Exhibit> alternativeTo(const Sources& sources, const Exhibit& exhibit, const Shown& shown) {
    if (!shown.scene || !shown.moment.shared || exhibit.comparison || exhibit.isKept() || exhibit.text ||
        shown.scene->trace.events.size() > longTrace)
        return std::nullopt;
    return thrownOf(sources, exhibit);
}

std::optional<Alternative> alternativeOf(const Sources& sources, const Exhibit& exhibit, const Shown& shown,
                                         const Scene& thrown) {
    const kernels::Stage stage = sources.stage(exhibit);
    const auto value = switched(stage, exhibit.parameters);
    const auto line = thrown.lines.find(shown.moment.shared->line);
    if (!value || line == thrown.lines.end())
        return std::nullopt;
    const bool store = !isLoad(shown.moment.shared->kind);
    const LineCost& cost = line->second;
    const uint64_t requests = store ? cost.storeRequests : cost.loadRequests;
    if (requests == 0)
        return std::nullopt;
    Alternative alternative;
    alternative.label = exportText("with %1 it would be").arg(parameterLabel(stage, *value));
    // Of wider loads there are fewer, and then one of each is not against one of the other.
    const auto here = shown.scene->lines.find(shown.moment.shared->line);
    const uint64_t mine = here == shown.scene->lines.end() ? 0
                          : store                          ? here->second.storeRequests
                                                           : here->second.loadRequests;
    if (mine != 0 && mine != requests) {
        const double times = static_cast<double>(requests) / static_cast<double>(mine);
        alternative.label = (store ? exportText("with %1, of %2 times as many stores, it would be")
                                   : exportText("with %1, of %2 times as many loads, it would be"))
                                .arg(parameterLabel(stage, *value), decimal(times, times < 1 ? 2 : 1));
    }
    alternative.wavefrontsPerRequest =
        static_cast<double>(store ? cost.storeWavefronts : cost.loadWavefronts) / static_cast<double>(requests);
    alternative.instruction =
        (store ? exportText("each store of line %1") : exportText("each load of line %1, on average"))
            .arg(shown.moment.shared->line);
    return alternative;
}

} // namespace warplens::app
