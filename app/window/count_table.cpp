// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/count_table.h"

#include <QObject>

namespace warplens::app {

CountTable countTable(const SoFar* soFar, const sim::trace::Counts* launch, const kernels::RecordedCounters* counters) {
    CountTable table;
    // Where the hardware counts loads and stores apart, the row is their sum.
    const auto add = [&](const QString& name, const std::vector<const char*>& metrics, bool indented, auto ofBlock,
                         auto ofLaunch) {
        CountRow row;
        row.name = name;
        for (const char* metric : metrics)
            row.metric += (row.metric.isEmpty() ? QString() : QStringLiteral(" + ")) + QLatin1String(metric);
        row.indented = indented;
        if (soFar)
            row.soFar = static_cast<double>(ofBlock(*soFar));
        if (launch)
            row.model = static_cast<double>(ofLaunch(*launch));
        if (counters)
            for (const char* metric : metrics) {
                const auto found = counters->metrics.find(metric);
                if (found == counters->metrics.end()) {
                    row.hardware.reset();
                    break;
                }
                row.hardware = row.hardware.value_or(0) + found->second;
            }
        table.rows.push_back(std::move(row));
    };
    const auto addRatio = [&table](const QString& name, size_t over, size_t under) {
        const auto ratio = [](const std::optional<double>& a, const std::optional<double>& b) {
            return a && b && *b > 0 ? std::optional(*a / *b) : std::nullopt;
        };
        const CountRow &a = table.rows[over], &b = table.rows[under];
        CountRow row;
        row.name = name;
        row.indented = true;
        row.decimals = 2;
        row.soFar = ratio(a.soFar, b.soFar);
        row.model = ratio(a.model, b.model);
        row.hardware = ratio(a.hardware, b.hardware);
        table.rows.push_back(std::move(row));
    };
    using sim::trace::Counts;
    // The hardware counts instructions of loads and stores. Mostly each makes one request; asynchronous copies make
    // requests without one, and then there is nothing to set beside what the block has requested so far.
    const auto executed = [](const Counts& c) { return c.shared.load.instructions + c.shared.store.instructions; };
    const bool alike = !launch || executed(*launch) == launch->shared.load.requests + launch->shared.store.requests;
    add(
        alike ? QObject::tr("shared requests") : QObject::tr("shared ld + st"),
        {"smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum"}, false,
        [](const SoFar& s) { return s.sharedRequests; }, executed);
    if (!alike || (launch && launch->shared.atomic.requests > 0))
        table.rows.back().soFar.reset();
    add(
        QObject::tr("wavefronts"), {"memory_l1_wavefronts_shared"}, false, [](const SoFar& s) { return s.wavefronts; },
        [](const Counts& c) { return c.shared.sum().wavefronts; });
    add(
        QObject::tr("ideal"), {"memory_l1_wavefronts_shared_ideal"}, true,
        [](const SoFar& s) { return s.wavefrontsIdeal; },
        [](const Counts& c) { return c.shared.sum().wavefrontsIdeal; });
    addRatio(alike ? QObject::tr("per request") : QObject::tr("per instruction"), 1, 0);
    // The hardware counts the requests of loads and stores, those of atomics elsewhere; sectors are everybody's.
    const auto asked = [](const Counts& c) { return c.global.load.requests + c.global.store.requests; };
    const bool atomics = launch && launch->global.atomic.requests > 0;
    add(
        atomics ? QObject::tr("global ld + st") : QObject::tr("global requests"),
        {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}, false,
        [](const SoFar& s) { return s.globalRequests; }, asked);
    if (atomics)
        table.rows.back().soFar.reset();
    add(
        QObject::tr("sectors"), {"memory_l2_theoretical_sectors_global"}, false,
        [](const SoFar& s) { return s.sectors; }, [](const Counts& c) { return c.global.sum().sectors; });
    add(
        QObject::tr("ideal"), {"memory_l2_theoretical_sectors_global_ideal"}, true,
        [](const SoFar& s) { return s.sectorsIdeal; }, [](const Counts& c) { return c.global.sum().sectorsIdeal; });
    if (!atomics)
        addRatio(QObject::tr("per request"), 5, 4);
    return table;
}

} // namespace warplens::app
