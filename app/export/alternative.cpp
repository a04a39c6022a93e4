// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/alternative.h"

#include "app/charts/chart_labels.h"
#include "app/model/reason.h"
#include "app/views/picture.h"

#include <QCoreApplication>

namespace warplens::app {
namespace {

constexpr size_t longTrace = 1'000'000; ///< events

QString tr(const char* text) {
    return QCoreApplication::translate("export", text);
}

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
    alternative.label = tr("with %1 it would be").arg(parameterLabel(stage, *value));
    alternative.wavefrontsPerRequest =
        static_cast<double>(store ? cost.storeWavefronts : cost.loadWavefronts) / static_cast<double>(requests);
    alternative.instruction =
        (store ? tr("each store of line %1") : tr("each load of line %1, on average")).arg(shown.moment.shared->line);
    return alternative;
}

} // namespace warplens::app
