// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/stall_errors.h"

#include "app/engine/kernel_image.h"
#include "app/engine/launch_name.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/files/json_problem.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace warplens::engine {
namespace {

using nlohmann::ordered_json;

double shareOf(const StallShares& shares, const std::string& reason) {
    const auto found = shares.find(reason);
    return found == shares.end() ? 0 : found->second;
}

std::set<std::string> reasonsOf(const ComparedStalls& launch) {
    std::set<std::string> reasons;
    for (const StallShares* shares : {&launch.measured, &launch.modelled})
        for (const auto& [reason, share] : *shares)
            reasons.insert(reason);
    return reasons;
}

/// Of the launches on a GPU, on average.
struct Averages {
    double measured = 0, modelled = 0, off = 0;
};

Averages averagesOf(const std::vector<const ComparedStalls*>& launches, const std::string& reason) {
    Averages sum;
    const auto each = 1 / static_cast<double>(launches.size());
    for (const ComparedStalls* launch : launches) {
        sum.measured += each * shareOf(launch->measured, reason);
        sum.modelled += each * shareOf(launch->modelled, reason);
        sum.off += each * std::abs(launch->difference(reason));
    }
    return sum;
}

StallShares readShares(const ordered_json& json) {
    StallShares shares;
    for (const auto& [reason, share] : json.items())
        shares[reason] = share.get<double>();
    return shares;
}

} // namespace

StallShares sharesOf(const sim::time::Stalls& stalls) {
    StallShares shares;
    for (size_t n = 0; n < stalls.size(); ++n)
        shares.emplace(sim::time::stallName(static_cast<sim::time::Stall>(n)), stalls[n]);
    return shares;
}

std::string ComparedStalls::label() const {
    return fmt::format("{} {} {}", stage, kernels::variantText(parameters), kernels::sizeText(size));
}

double ComparedStalls::difference(const std::string& reason) const {
    return shareOf(modelled, reason) - shareOf(measured, reason);
}

double ComparedStalls::astray() const {
    double sum = 0;
    for (const std::string& reason : reasonsOf(*this))
        sum += std::abs(difference(reason)) / 2;
    return sum;
}

std::string stallTable(const std::vector<ComparedStalls>& launches) {
    std::map<std::string, std::vector<const ComparedStalls*>> byGpu;
    std::set<std::string> reasons;
    for (const ComparedStalls& launch : launches) {
        byGpu[launch.gpu].push_back(&launch);
        reasons.merge(reasonsOf(launch));
    }
    std::string head = "| |", line = "| --- |";
    for (const auto& [gpu, some] : byGpu) {
        head += fmt::format(" {}, {} launches: measured | modelled | off by |", gpu, some.size());
        line += " --- | --- | --- |";
    }
    struct Row {
        std::string text;
        double off = 0, largest = 0;
    };
    std::vector<Row> rows;
    for (const std::string& reason : reasons) {
        Row row{fmt::format("| `{}` |", reason)};
        for (const auto& [gpu, some] : byGpu) {
            const Averages averages = averagesOf(some, reason);
            row.text += fmt::format(" {:.1f} % | {:.1f} % | {:.1f} |", 100 * averages.measured, 100 * averages.modelled,
                                    100 * averages.off);
            row.off += averages.off;
            row.largest = std::max({row.largest, averages.measured, averages.modelled});
        }
        if (row.largest >= 0.0005)
            rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.off > b.off; });
    std::string table = head + "\n" + line + "\n";
    for (const Row& row : rows)
        table += row.text + "\n";
    table += "| time of warps with another reason |";
    for (const auto& [gpu, some] : byGpu) {
        double sum = 0;
        for (const ComparedStalls* launch : some)
            sum += launch->astray();
        table += fmt::format(" | | {:.1f} |", 100 * sum / static_cast<double>(some.size()));
    }
    return table + "\n";
}

ordered_json stallsJson(const std::vector<ComparedStalls>& launches) {
    ordered_json json;
    json["launches"] = ordered_json::array();
    for (const ComparedStalls& launch : launches) {
        ordered_json row{{"gpu", launch.gpu}};
        writeLaunchName(row, launch.stage, launch.parameters, launch.size);
        row["measured"] = launch.measured;
        row["modelled"] = launch.modelled;
        json["launches"].push_back(std::move(row));
    }
    return json;
}

std::vector<ComparedStalls> comparedStallsOf(const ordered_json& json) {
    std::vector<ComparedStalls> launches;
    try {
        for (const ordered_json& each : json.at("launches")) {
            ComparedStalls launch;
            launch.gpu = each.at("gpu").get<std::string>();
            readLaunchName(each, launch.stage, launch.parameters, launch.size);
            launch.measured = readShares(each.at("measured"));
            launch.modelled = readShares(each.at("modelled"));
            launches.push_back(std::move(launch));
        }
    } catch (const nlohmann::json::exception& problem) {
        throw EngineError(fmt::format("these are no compared stalls: {}", kernels::jsonProblem(problem.what())));
    }
    return launches;
}

} // namespace warplens::engine
