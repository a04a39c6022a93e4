// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/why.h"
#include "app/engine/why_changes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warplens::engine {

using nlohmann::ordered_json;
using sim::time::Limit;
using sim::time::originName;
using sim::time::resourceName;

std::string verdict(const Why& why) {
    const Limit& binds = why.binds();
    const std::string alone = fmt::format("{} alone {} at least {} ms", resourceName(binds.resource),
                                          binds.resource == sim::time::Resource::SharedWavefronts ? "take" : "takes",
                                          figure(binds.milliseconds));
    if (!why.recorded)
        return fmt::format("{} ({}); no time of this launch is recorded", alone, originName(binds.amount.origin));
    const double share = binds.milliseconds / why.recorded->milliseconds;
    return fmt::format("of {} ms ({}), {}: {:.0f} %", figure(why.recorded->milliseconds),
                       why.recorded->quoted ? "quoted" : "recorded", alone, 100 * share);
}

ordered_json whyJson(const Why& why) {
    ordered_json json;
    json["gpu"] = why.device->name;
    json["compute_capability"] = why.device->capability;
    json["clock_mhz"] = why.device->clockMhz;
    json["source"] = why.device->source;
    json["verdict"] = verdict(why);
    json["binds"] = resourceName(why.binds().resource);
    json["floor_ms"] = why.binds().milliseconds;
    json["measured_ms"] = nullptr;
    if (const auto& recorded = why.recorded) {
        json["measured_ms"] = recorded->milliseconds;
        json["measured"] = {{"origin", recorded->quoted ? "quoted" : "recorded"},
                            {"gpu", recorded->gpu},
                            {"date", recorded->date},
                            {"cache", recorded->cache}};
        if (recorded->clockMhz)
            json["measured"]["clock_mhz"] = *recorded->clockMhz;
        json["unexplained_ms"] = recorded->milliseconds - why.binds().milliseconds;
    }
    json["limits"] = ordered_json::array();
    for (const Limit& limit : why.limits) {
        ordered_json row{{"resource", resourceName(limit.resource)},
                         {"ms", limit.milliseconds},
                         {"floor", limit.floor},
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
    json["occupancy"] = {{"blocks", why.work.residentBlocks},
                         {"warps", why.occupancy->warps},
                         {"maximum_warps", why.occupancy->maximumWarps},
                         {"limited_by", ordered_json::array()}};
    for (const sim::memory::Resource resource : why.occupancy->limitedBy)
        json["occupancy"]["limited_by"].push_back(sim::memory::resourceName(resource));
    json["blocks"] = why.work.blocks;
    json["waves"] = why.waves;
    json["fill"] = why.fill;
    json["lines"] = ordered_json::array();
    for (const LineOfLimit& line : why.lines)
        json["lines"].push_back({{"file", line.file}, {"line", line.line}, {"share", line.share}});
    json["changes"] = ordered_json::array();
    for (const Change& change : why.changes)
        json["changes"].push_back(
            {{"text", change.text},
             {"floor_ms", change.milliseconds ? ordered_json(*change.milliseconds) : ordered_json(nullptr)}});
    json["notes"] = why.notes;
    return json;
}

} // namespace warplens::engine
