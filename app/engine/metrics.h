// SPDX-License-Identifier: GPL-3.0-or-later
// Nsight Compute's counters, as metrics.def has them, and the model's figures beside them.
#pragma once

#include "sim/trace/counts.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace warplens::engine {

enum class Metric {
#define METRIC(id, ...) id,
#define HARDWARE_METRIC(id, ...) id,
#include "app/engine/metrics.def"
#undef METRIC
#undef HARDWARE_METRIC
};

enum class MetricUnit { Instructions, Requests, Wavefronts, Sectors, Lines, Bytes };

/// Of what the model's figure and the hardware's must be equal.
enum class Compared {
    Nothing,
    Launch,
    Line,     ///< each line of the source, and with them the launch
    LineOnly, ///< ncu has it for single instructions alone
};

/// What tables and charts show. Where the hardware counts loads and stores apart, it is their sum; atomics make
/// requests and instructions that the hardware counts elsewhere.
enum class Quantity {
    None,
    SharedInstructions,
    SharedWavefronts,
    SharedWavefrontsIdeal,
    GlobalRequests,
    GlobalSectors,
    GlobalSectorsIdeal,
    DramBytes,
};

struct MetricInfo {
    Metric id;
    const char* ncu;
    const char* title;
    MetricUnit unit;
    Quantity quantity;
    const char* name;
    const char* help;
    Compared compared;
    uint64_t (*model)(const sim::trace::Counts& c); ///< nullptr: the model has no such figure

    bool ofLaunch() const { return compared == Compared::Launch || compared == Compared::Line; }
    bool ofLines() const { return compared == Compared::Line || compared == Compared::LineOnly; }
    bool collected() const { return compared != Compared::LineOnly; } ///< asked of ncu for each launch
};

std::span<const MetricInfo> metrics();
const MetricInfo& metric(Metric id);
std::string_view unitName(MetricUnit unit); ///< "sectors"

/// The model's figure of a quantity. Nothing where it has none.
std::optional<double> modelOf(Quantity quantity, const sim::trace::Counts& counts);
/// The hardware's, of its figures by ncu's names. Nothing where one of its metrics is missing.
std::optional<double> hardwareOf(Quantity quantity, const std::map<std::string, double>& figures);
std::string ncuNames(Quantity quantity); ///< "a.sum + b.sum"
std::string helpFor(Quantity quantity);  ///< the sentences of its metrics

} // namespace warplens::engine
