// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cache_errors.h"

#include "app/engine/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace warplens::engine {
namespace {

/// Modelled over counted, of one figure.
class Ratios {
public:
    void add(double modelled, double counted) { m_all.push_back(modelled / counted); }
    std::string columns(double narrow) const {
        std::vector<double> errors;
        for (const double ratio : m_all)
            errors.push_back(std::abs(ratio - 1));
        const auto within = std::count_if(errors.begin(), errors.end(), [&](double error) { return error <= narrow; });
        return fmt::format(" {:.1f} % | {} of {} | {:.2f} |", 100 * middle(errors), within, m_all.size(),
                           middle(m_all));
    }

private:
    static double middle(std::vector<double> values) {
        std::sort(values.begin(), values.end());
        return values.empty() ? 0 : values[values.size() / 2];
    }
    std::vector<double> m_all;
};

double valueOf(const kernels::RecordedCounters& row, Metric id) {
    const auto value = row.metrics.find(metric(id).ncu);
    return value == row.metrics.end() ? 0 : value->second;
}

/// Those beside what warps waited for were counted as times are, with L2 as the launch before left it; the others with L2 flushed,
/// so that warps wait for DRAM at first and stay closer together.
const kernels::RecordedCounters* countersOf(const EstimatedLaunch& launch, const kernels::Recording& recording) {
    const kernels::RecordedCounters* row = recording.findStalls(launch.stage, launch.parameters, launch.size);
    if (row == nullptr || valueOf(*row, Metric::L1Sectors) == 0 || valueOf(*row, Metric::L2Sectors) == 0)
        row = recording.findCounters(launch.stage, launch.parameters, launch.size);
    return row;
}

} // namespace

std::vector<CachedLaunch> cachedLaunches(const std::vector<EstimatedLaunch>& launches,
                                         const kernels::Recording& recording) {
    std::vector<CachedLaunch> found;
    for (const EstimatedLaunch& launch : launches) {
        const kernels::RecordedCounters* row = countersOf(launch, recording);
        if (row == nullptr || launch.cache != "warm")
            continue;
        const auto counted = [&](Metric id) { return valueOf(*row, id); };
        const CachedLaunch cached{launch.stage,     launch.size,
                                  launch.l1Misses,  counted(Metric::L1Sectors) - counted(Metric::L1Hits),
                                  launch.l2Sectors, counted(Metric::L2Sectors)};
        if (cached.missesCounted > 0 && cached.sectorsCounted > 0)
            found.push_back(cached);
    }
    return found;
}

std::string cacheErrorTable(const std::vector<CachedLaunch>& launches) {
    std::map<std::string, std::vector<CachedLaunch>> byStage, byTrack;
    std::map<int64_t, std::vector<CachedLaunch>> byEdge; // of products
    for (const CachedLaunch& launch : launches) {
        byStage[launch.stage].push_back(launch);
        byTrack[launch.stage.substr(0, launch.stage.find('/'))].push_back(launch);
        if (launch.stage.starts_with("matmul/"))
            byEdge[launch.size.m].push_back(launch);
    }
    std::string table =
        "| | L1 misses: median error | within 5 % | modelled / counted | L2 sectors: median error | within 10 % | "
        "modelled / counted |\n| --- | --- | --- | --- | --- | --- | --- |\n";
    const auto row = [&](const std::string& name, const std::vector<CachedLaunch>& some) {
        Ratios l1, l2;
        for (const CachedLaunch& launch : some) {
            l1.add(launch.misses, launch.missesCounted);
            l2.add(launch.sectors, launch.sectorsCounted);
        }
        table += fmt::format("| {} |{}{}\n", name, l1.columns(0.05), l2.columns(0.1));
    };
    row("all", launches);
    for (const auto& [track, some] : byTrack)
        row("*" + track + "*", some);
    for (const auto& [edge, some] : byEdge)
        row(fmt::format("products of {}", edge), some);
    for (const auto& [stage, some] : byStage)
        row("`" + stage + "`", some);
    return table;
}

} // namespace warplens::engine
