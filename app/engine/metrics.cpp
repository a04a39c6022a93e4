// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/metrics.h"

#include <iterator>

namespace warplens::engine {
namespace {

using sim::trace::Counts;

constexpr MetricInfo metricTable[] = {
#define METRIC(id, ncu, title, unit, quantity, name, help, compared, figure)                                           \
    {Metric::id,                                                                                                       \
     ncu,                                                                                                              \
     title,                                                                                                            \
     MetricUnit::unit,                                                                                                 \
     Quantity::quantity,                                                                                               \
     name,                                                                                                             \
     help,                                                                                                             \
     Compared::compared,                                                                                               \
     [](const Counts& c) -> uint64_t { return figure; }},
#define HARDWARE_METRIC(id, ncu, title, unit, quantity, name, help)                                                    \
    {Metric::id, ncu, title, MetricUnit::unit, Quantity::quantity, name, help, Compared::Nothing, nullptr},
#include "app/engine/metrics.def"
#undef METRIC
#undef HARDWARE_METRIC
};

/// Calls `each` with every metric of the quantity.
template<class Each>
void forEach(Quantity quantity, Each each) {
    for (const MetricInfo& info : metricTable)
        if (info.quantity == quantity && quantity != Quantity::None)
            each(info);
}

} // namespace

std::span<const MetricInfo> metrics() {
    return metricTable;
}

const MetricInfo& metric(Metric id) {
    return metricTable[static_cast<size_t>(id)];
}

std::string_view unitName(MetricUnit unit) {
    constexpr std::string_view names[] = {"instructions", "requests", "wavefronts", "sectors", "lines", "bytes"};
    return names[static_cast<size_t>(unit)];
}

std::optional<double> modelOf(Quantity quantity, const Counts& counts) {
    std::optional<double> sum;
    bool known = true;
    forEach(quantity, [&](const MetricInfo& info) {
        known = known && info.model != nullptr;
        if (known)
            sum = sum.value_or(0) + static_cast<double>(info.model(counts));
    });
    return known ? sum : std::nullopt;
}

std::optional<double> hardwareOf(Quantity quantity, const std::map<std::string, double>& figures) {
    std::optional<double> sum;
    bool known = true;
    forEach(quantity, [&](const MetricInfo& info) {
        const auto found = figures.find(info.ncu);
        known = known && found != figures.end();
        if (known)
            sum = sum.value_or(0) + found->second;
    });
    return known ? sum : std::nullopt;
}

std::string ncuNames(Quantity quantity) {
    std::string names;
    forEach(quantity, [&](const MetricInfo& info) { names += (names.empty() ? "" : " + ") + std::string(info.ncu); });
    return names;
}

std::string helpFor(Quantity quantity) {
    std::string help;
    forEach(quantity, [&](const MetricInfo& info) { help += (help.empty() ? "" : " ") + std::string(info.help); });
    return help;
}

} // namespace warplens::engine
