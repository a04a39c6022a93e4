// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/count_table.h"

#include "app/engine/metrics.h"

#include <QObject>

namespace warplens::app {

using engine::Quantity;

CountTable countTable(const SoFar* soFar, const sim::trace::Counts* launch, const kernels::RecordedCounters* counters,
                      MovedIn unit) {
    CountTable table;
    const auto add = [&](const QString& name, Quantity quantity, uint64_t SoFar::*ofBlock, bool indented = false) {
        CountRow row;
        row.name = name;
        row.metric = QString::fromStdString(engine::ncuNames(quantity));
        row.help = QString::fromStdString(engine::helpFor(quantity));
        row.indented = indented;
        if (soFar)
            row.soFar = static_cast<double>(soFar->*ofBlock);
        if (launch)
            row.model = engine::modelOf(quantity, *launch);
        if (counters)
            row.hardware = engine::hardwareOf(quantity, counters->metrics);
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
    // The hardware counts instructions of loads and stores. Mostly each makes one request; asynchronous copies make
    // requests without one, and then there is nothing to set beside what the block has requested so far.
    const bool alike = !launch || engine::modelOf(Quantity::SharedInstructions, *launch) ==
                                      launch->shared.load.requests + launch->shared.store.requests;
    add(alike ? QObject::tr("shared requests") : QObject::tr("shared ld + st"), Quantity::SharedInstructions,
        &SoFar::sharedRequests);
    if (!alike || (launch && launch->shared.atomic.requests > 0))
        table.rows.back().soFar.reset();
    add(QObject::tr("wavefronts"), Quantity::SharedWavefronts, &SoFar::wavefronts);
    add(QObject::tr("ideal"), Quantity::SharedWavefrontsIdeal, &SoFar::wavefrontsIdeal, true);
    addRatio(alike ? QObject::tr("per request") : QObject::tr("per instruction"), 1, 0);
    // The hardware counts the requests of loads and stores, those of atomics elsewhere; sectors are everybody's.
    const bool atomics = launch && launch->global.atomic.requests > 0;
    add(atomics ? QObject::tr("global ld + st") : QObject::tr("global requests"), Quantity::GlobalRequests,
        &SoFar::globalRequests);
    if (atomics)
        table.rows.back().soFar.reset();
    const size_t moved = table.rows.size();
    add(unit == MovedIn::Bytes ? QObject::tr("bytes moved") : QObject::tr("sectors"), Quantity::GlobalSectors,
        &SoFar::sectors);
    add(QObject::tr("ideal"), Quantity::GlobalSectorsIdeal, &SoFar::sectorsIdeal, true);
    for (size_t row = moved; row < table.rows.size() && unit == MovedIn::Bytes; ++row) {
        CountRow& each = table.rows[row];
        each.metric.clear(); // ncu counts none of such GPUs
        each.help = row == moved ? QObject::tr("Bytes of the transactions that requests to global memory make.")
                                 : QObject::tr("The least that such requests could move, with the lanes' elements side "
                                               "by side.");
        for (std::optional<double>* value : {&each.soFar, &each.model})
            if (*value)
                **value = told(unit, **value);
    }
    if (!atomics)
        addRatio(QObject::tr("per request"), 5, 4);
    return table;
}

} // namespace warplens::app
