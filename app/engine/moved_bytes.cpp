// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/moved_bytes.h"

#include "app/engine/counted_bytes.h"
#include "app/engine/why.h"
#include "app/tongue/numbers.h"

#include <fmt/format.h>

namespace warplens::engine {

using sim::time::Amount;
using sim::time::Origin;

namespace {

std::optional<Amount> ofL2(const Why& why, const kernels::RecordedCounters* counters) {
    if (const auto bytes = countedBytes(Level::L2, counters))
        return Amount{*bytes, Origin::Recorded};
    if (why.work.l2Sectors)
        return Amount{sectorBytes * why.work.l2Sectors->value, why.work.l2Sectors->origin};
    if (why.estimated && why.estimated->time.known)
        return Amount{why.estimated->l2Bytes, Origin::Estimated};
    return std::nullopt;
}

std::optional<Amount> ofDram(const Why& why, const kernels::RecordedCounters* counters) {
    if (const auto bytes = countedBytes(Level::Dram, counters))
        return Amount{*bytes, Origin::Recorded};
    if (why.estimated && why.estimated->time.known)
        return Amount{why.estimated->time.dramBytes, Origin::Estimated};
    if (why.work.dramBytes)
        return Amount{why.work.dramBytes->value, Origin::Estimated};
    return std::nullopt;
}

} // namespace

std::string_view levelName(Level level) {
    constexpr std::string_view names[] = {"asked by lanes", "sectors of L1", "between L1 and L2", "DRAM"};
    return names[static_cast<size_t>(level)];
}

std::vector<MovedBytes> movedBytes(const Why& why, uint64_t sectors, const kernels::RecordedCounters* counters) {
    const Amount& asked = why.work.bytesAsked;
    if (asked.value <= 0)
        return {};
    std::vector<MovedBytes> moved{{Level::Lanes, asked},
                                  {Level::L1, {sectorBytes * static_cast<double>(sectors), asked.origin}}};
    if (const auto bytes = ofL2(why, counters))
        moved.push_back({Level::L2, *bytes});
    if (const auto bytes = ofDram(why, counters))
        moved.push_back({Level::Dram, *bytes});
    return moved;
}

std::string movedText(const std::vector<MovedBytes>& moved) {
    constexpr std::string_view units[] = {"B", "kB", "MB", "GB", "TB"};
    std::string text;
    for (const auto& [level, bytes] : moved) {
        double value = bytes.value;
        size_t n = 0;
        for (; value >= 999.5 && n + 1 < std::size(units); ++n)
            value /= 1000;
        text += fmt::format("{}{} {} {} ({})", text.empty() ? "" : "  ", levelName(level), tongue::plain(value),
                            units[n], originName(bytes.origin));
    }
    return text;
}

} // namespace warplens::engine
