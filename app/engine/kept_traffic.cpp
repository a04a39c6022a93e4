// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/kept_traffic.h"

#include "kernels/compiler/hash.h"
#include "kernels/files/bounded_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace warplens::engine {

using nlohmann::ordered_json;

std::string trafficName(const kernels::StageInstance& launch, const KernelImage& image, const sim::time::Device& device,
                        const WhyFacts& facts, const Calibrations* calibrations) {
    const double clock = facts.recorded && facts.recorded->clockMhz ? *facts.recorded->clockMhz : device.clockMhz;
    return fmt::format("{} {} {} grid {} block {}+{} {} {} MHz {} code {} {}", launch.stageId,
                       kernels::variantText(launch.parameters), kernels::sizeText(launch.size),
                       fmt::join(launch.grid, ","), fmt::join(launch.block, ","), launch.dynamicSharedBytes,
                       device.name, clock, facts.warm ? "warm" : "cold", kernels::hashOf(image.ptx + image.cubin),
                       calibrations == nullptr ? "limits" : calibrations->forDevice(device).calibration.source);
}

KeptTraffic trafficOf(const Why& why) {
    KeptTraffic traffic{why.work.bytesAsked.value, why.work.bytesAsked.origin == sim::time::Origin::Modelled};
    if (why.estimated && why.estimated->time.known) {
        traffic.estimated = true;
        traffic.betweenL1AndL2 = why.estimated->l2Bytes;
    }
    return traffic;
}

Why whyOf(const KeptTraffic& traffic, const sim::time::Device& device) {
    Why why;
    why.device = &device;
    why.work.bytesAsked = {traffic.asked, traffic.exact ? sim::time::Origin::Modelled : sim::time::Origin::Estimated};
    if (traffic.estimated) {
        EstimatedTime& estimated = why.estimated.emplace();
        estimated.time.known = true;
        estimated.l2Bytes = traffic.betweenL1AndL2;
    }
    return why;
}

KeptTraffics readTraffics(const std::filesystem::path& file) {
    KeptTraffics all;
    try {
        const ordered_json document = ordered_json::parse(kernels::readText(file, kernels::dataLimit));
        for (const ordered_json& row : document.at("launches")) {
            KeptTraffic traffic{row.at("asked_bytes").get<double>(), row.at("exact").get<bool>()};
            if (row.contains("l1_l2_bytes")) {
                traffic.estimated = true;
                traffic.betweenL1AndL2 = row.at("l1_l2_bytes").get<double>();
            }
            if (!(traffic.asked >= 0) || !(traffic.betweenL1AndL2 >= 0))
                throw EngineError("bytes must not be negative");
            all[row.at("launch").get<std::string>()] = traffic;
        }
    } catch (const std::exception& problem) {
        throw EngineError(fmt::format("{}: {}", file.string(), problem.what()));
    }
    return all;
}

std::string traffics(const KeptTraffics& all) {
    ordered_json rows = ordered_json::array();
    for (const auto& [name, traffic] : all) {
        ordered_json row{{"launch", name}, {"asked_bytes", traffic.asked}, {"exact", traffic.exact}};
        if (traffic.estimated)
            row["l1_l2_bytes"] = traffic.betweenL1AndL2;
        rows.push_back(std::move(row));
    }
    return ordered_json{{"launches", rows}}.dump(1) + "\n";
}

} // namespace warplens::engine
