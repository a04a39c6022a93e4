// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/why.h"
#include "app/engine/why_changes.h"
#include "app/tongue/numbers.h"
#include "app/tongue/say.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

namespace warplens::engine {

using nlohmann::ordered_json;
using sim::time::originName;
using sim::time::resourceName;

std::string verdict(const Why& why) {
    const auto told = [](const sim::time::Limit& limit) {
        const bool several = limit.unit == "wavefronts" || limit.resource == sim::time::Resource::L1Tags;
        return fmt::format("{} alone {} {} {} ms", resourceName(limit.resource), several ? "take" : "takes",
                           limit.floor ? "at least" : "about", figure(limit.milliseconds));
    };
    const sim::time::Limit& binds = why.binds();
    const std::string alone = told(binds);
    if (!why.recorded) {
        std::string text = fmt::format("{} ({})", alone, originName(binds.amount.origin));
        if (const sim::time::Limit* floor = sim::time::longestFloor(why.limits); floor != nullptr && !binds.floor)
            text += fmt::format(", {} ({})", told(*floor), originName(floor->amount.origin));
        return text + "; no time of this launch is recorded";
    }
    const double share = binds.milliseconds / why.recorded->milliseconds;
    return fmt::format("of {} ms ({}), {}: {:.0f} %", figure(why.recorded->milliseconds),
                       why.recorded->quoted ? "quoted" : "recorded", alone, 100 * share);
}

std::string estimateText(const EstimatedTime& estimated) {
    const std::string ms = tongue::grouped(figure(estimated.time.milliseconds));
    const std::string clock = fmt::format("{:.0f}", estimated.clockMhz);
    return estimated.borrowed
               ? tongue::said("estimated {0} ms (modelled, at {1} MHz; latencies of {2}, another GPU: less certain)",
                              ms, clock, estimated.calibration)
               : tongue::said("estimated {0} ms (modelled, at {1} MHz; latencies of {2})", ms, clock,
                              estimated.calibration);
}

double LineStalls::sum() const {
    return std::accumulate(stalls.begin(), stalls.end(), 0.0);
}

std::vector<std::pair<std::string, double>> largestStalls(const StallShares& shares) {
    std::vector<std::pair<std::string, double>> largest;
    for (const auto& [name, share] : shares)
        if (share >= 0.01)
            largest.emplace_back(name, share);
    std::stable_sort(largest.begin(), largest.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    return largest;
}

std::string stallText(const StallShares& shares) {
    std::string text;
    for (const auto& [name, share] : largestStalls(shares))
        text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : "  ", name, 100 * share);
    return text;
}

std::string mixText(const InstructionMix& mix) {
    std::string text;
    for (size_t n = 0; n < mix.size(); ++n)
        if (mix[n] >= 0.01)
            text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : "  ", purposeName(static_cast<Purpose>(n)),
                                100 * mix[n]);
    return text;
}

namespace {

void addEstimate(ordered_json& json, const EstimatedTime& estimated) {
    const sim::time::TimeEstimate& time = estimated.time;
    json["estimated"] = {{"origin", "estimated"},
                         {"clock_mhz", estimated.clockMhz},
                         {"calibration", estimated.calibration},
                         {"borrowed", estimated.borrowed}};
    if (!time.known) {
        json["estimated"]["why_not"] = time.why;
        return;
    }
    json["estimated_ms"] = time.milliseconds;
    json["estimated"]["launch_ms"] = time.launchMilliseconds;
    json["estimated"]["sampled"] = time.sampled;
    json["estimated"]["instructions_followed"] = time.followed;
    json["estimated"]["l1_hit_share"] = time.l1Hits;
    json["estimated"]["dram_share_of_l1_misses"] = time.dramShare;
    json["estimated"]["dram_bytes"] = time.dramBytes;
    json["stalls"] = sharesOf(time.stalls);
    json["stalls_by_line"] = ordered_json::array();
    for (const LineStalls& line : estimated.lines)
        json["stalls_by_line"].push_back(
            {{"file", line.file}, {"line", line.line}, {"share", line.sum()}, {"stalls", sharesOf(line.stalls)}});
}

} // namespace

ordered_json whyJson(const Why& why) {
    ordered_json json;
    json["gpu"] = why.device->name;
    json["compute_capability"] = why.device->capability;
    json["clock_mhz"] = why.device->clockMhz;
    json["source"] = why.device->source;
    json["verdict"] = verdict(why);
    json["binds"] = resourceName(why.binds().resource);
    json["binds_origin"] = originName(why.binds().amount.origin);
    json["binds_ms"] = why.binds().milliseconds;
    const sim::time::Limit* floor = sim::time::longestFloor(why.limits);
    json["floor_ms"] = floor != nullptr ? ordered_json(floor->milliseconds) : ordered_json(nullptr);
    if (const auto& touched = why.touched)
        json["touched"] = {{"origin", "estimated"}, {"read_bytes", touched->read}, {"written_bytes", touched->written}};
    json["measured_ms"] = nullptr;
    if (const auto& recorded = why.recorded) {
        json["measured_ms"] = recorded->milliseconds;
        json["measured"] = {{"origin", recorded->quoted ? "quoted" : "recorded"},
                            {"gpu", recorded->gpu},
                            {"date", recorded->date},
                            {"cache", recorded->cache}};
        if (recorded->clockMhz)
            json["measured"]["clock_mhz"] = *recorded->clockMhz;
        if (!recorded->textOf.empty())
            json["measured"]["text_of"] = recorded->textOf;
        if (why.binds().floor)
            json["unexplained_ms"] = recorded->milliseconds - why.binds().milliseconds;
    }
    json["estimated_ms"] = nullptr;
    if (why.estimated)
        addEstimate(json, *why.estimated);
    if (why.stalls)
        json["stalls_measured"] = {{"origin", "recorded"},
                                   {"gpu", why.stalls->gpu},
                                   {"date", why.stalls->date},
                                   {"shares", why.stalls->shares}};
    json["limits"] = ordered_json::array();
    for (const sim::time::Limit& limit : why.limits) {
        ordered_json row{{"resource", resourceName(limit.resource)},
                         {"ms", limit.milliseconds},
                         {"floor", limit.floor},
                         {"origin", limit.floor ? originName(limit.amount.origin) : "estimated"},
                         {"amount", limit.amount.value},
                         {"unit", limit.unit},
                         {"amount_origin", originName(limit.amount.origin)},
                         {"rate", limit.rate},
                         {"rate_unit", limit.rateUnit},
                         {"rate_origin", originName(limit.rateOrigin)},
                         {"fill", limit.fill}};
        row["share"] = why.recorded ? ordered_json(limit.milliseconds / why.recorded->milliseconds) : nullptr;
        json["limits"].push_back(std::move(row));
    }
    json["instructions"] = {{"executed", why.work.instructions.value},
                            {"origin", originName(why.work.instructions.origin)},
                            {"shares", ordered_json::object()}};
    for (size_t n = 0; n < why.mix.size(); ++n)
        json["instructions"]["shares"][purposeName(static_cast<Purpose>(n))] = why.mix[n];
    json["moved"] = ordered_json::array();
    for (const auto& [level, bytes] : why.moved)
        json["moved"].push_back(
            {{"level", levelName(level)}, {"bytes", bytes.value}, {"origin", originName(bytes.origin)}});
    json["occupancy"] = {{"blocks", why.work.residentBlocks},
                         {"warps", why.occupancy->warps},
                         {"maximum_warps", why.occupancy->maximumWarps},
                         {"limited_by", ordered_json::array()}};
    for (const sim::memory::Resource resource : why.occupancy->limitedBy)
        json["occupancy"]["limited_by"].push_back(sim::memory::resourceName(resource));
    json["blocks"] = why.work.blocks;
    json["waves"] = why.waves;
    json["fill"] = why.fill;
    json["lines_origin"] = originName(why.binds().amount.origin);
    json["lines"] = ordered_json::array();
    for (const LineOfLimit& line : why.lines)
        json["lines"].push_back({{"file", line.file}, {"line", line.line}, {"share", line.share}});
    json["changes"] = ordered_json::array();
    for (const Change& change : why.changes) {
        const auto& ms = change.milliseconds;
        json["changes"].push_back({{"text", textOf(change)},
                                   {"floor_ms", ms && change.floor ? ordered_json(*ms) : ordered_json(nullptr)},
                                   {"estimated_ms", ms && !change.floor ? ordered_json(*ms) : ordered_json(nullptr)}});
    }
    json["notes"] = why.notes;
    return json;
}

} // namespace warplens::engine
