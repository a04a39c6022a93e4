// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/time_errors.h"

#include "app/engine/kernel_image.h"
#include "app/engine/launch_name.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/files/json_problem.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace warplens::engine {
namespace {

using nlohmann::ordered_json;

double middle(std::vector<double> values, double at = 0.5) {
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, static_cast<size_t>(at * static_cast<double>(values.size())))];
}

std::string trackOf(const EstimatedLaunch& launch) {
    return launch.stage.substr(0, launch.stage.find('/'));
}

ordered_json summaryJson(const std::vector<EstimatedLaunch>& launches) {
    const ErrorSummary summary = summaryOf(launches);
    const Order order = orderOf(launches);
    return {{"launches", summary.launches},
            {"median_error", summary.median},
            {"error_of_90_percent", summary.ninetieth},
            {"share_within_15_percent", summary.within},
            {"median_of_estimated_over_recorded", summary.bias},
            {"pairs", order.pairs},
            {"pairs_in_order", order.right}};
}

} // namespace

double EstimatedLaunch::error() const {
    return std::abs(ratio() - 1);
}

std::string EstimatedLaunch::label() const {
    return fmt::format("{} {} {}{}", stage, kernels::variantText(parameters), kernels::sizeText(size),
                       cache == "warm" ? "" : " " + cache);
}

ErrorSummary summaryOf(const std::vector<EstimatedLaunch>& launches) {
    ErrorSummary summary;
    summary.launches = launches.size();
    std::vector<double> errors, ratios;
    size_t within = 0;
    for (const EstimatedLaunch& launch : launches) {
        errors.push_back(launch.error());
        ratios.push_back(launch.ratio());
        within += launch.error() <= ErrorSummary::narrow;
    }
    summary.median = middle(errors);
    summary.ninetieth = middle(errors, 0.9);
    summary.bias = middle(ratios);
    summary.within = launches.empty() ? 0 : double(within) / double(launches.size());
    return summary;
}

Order orderOf(const std::vector<EstimatedLaunch>& launches) {
    Order order;
    for (const EstimatedLaunch& fast : launches)
        for (const EstimatedLaunch& slow : launches) {
            if (trackOf(fast) != trackOf(slow) || !(fast.size == slow.size) || fast.cache != slow.cache ||
                slow.recorded <= fast.recorded * (1 + ErrorSummary::narrow))
                continue;
            ++order.pairs;
            if (fast.estimated < slow.estimated)
                ++order.right;
            else
                order.wrong.emplace_back(&fast, &slow);
        }
    std::stable_sort(order.wrong.begin(), order.wrong.end(), [](const auto& a, const auto& b) {
        return a.second->recorded / a.first->recorded > b.second->recorded / b.first->recorded;
    });
    return order;
}

std::vector<EstimatedLaunch> largeOnes(const std::vector<EstimatedLaunch>& launches) {
    std::vector<EstimatedLaunch> large;
    std::copy_if(launches.begin(), launches.end(), std::back_inserter(large),
                 [](const EstimatedLaunch& launch) { return launch.size.m >= 512; });
    return large;
}

std::vector<EstimatedLaunch> ofTrack(const std::vector<EstimatedLaunch>& launches, const std::string& track) {
    std::vector<EstimatedLaunch> some;
    std::copy_if(launches.begin(), launches.end(), std::back_inserter(some),
                 [&](const EstimatedLaunch& launch) { return trackOf(launch) == track; });
    return some;
}

std::string errorTable(const std::vector<EstimatedLaunch>& launches) {
    std::map<std::string, std::vector<EstimatedLaunch>> byStage, byTrack;
    for (const EstimatedLaunch& launch : launches) {
        byStage[launch.stage].push_back(launch);
        byTrack[trackOf(launch)].push_back(launch);
    }
    std::string table = "| | launches | median error | within 15 % | estimated / recorded, median | pairs in order |\n"
                        "| --- | --- | --- | --- | --- | --- |\n";
    const auto row = [&](const std::string& name, const std::vector<EstimatedLaunch>& some, bool pairs) {
        const ErrorSummary summary = summaryOf(some);
        std::string inOrder;
        if (pairs) {
            const Order order = orderOf(some);
            inOrder = fmt::format("{} of {}", order.right, order.pairs);
        }
        table += fmt::format("| {} | {} | {:.1f} % | {:.0f} % | {:.2f} | {} |\n", name, summary.launches,
                             100 * summary.median, 100 * summary.within, summary.bias, inOrder);
    };
    row("all", launches, true);
    row("without matrices below 512", largeOnes(launches), true);
    std::vector<EstimatedLaunch> others = largeOnes(launches);
    std::erase_if(others, [](const EstimatedLaunch& launch) { return trackOf(launch) == "patterns"; });
    if (!others.empty())
        row("… and without *patterns*", others, true);
    for (const auto& [track, some] : byTrack)
        row("*" + track + "*", some, true);
    for (const auto& [stage, some] : byStage)
        row("`" + stage + "`", some, false);
    return table;
}

ordered_json errorsJson(const std::vector<EstimatedLaunch>& launches) {
    ordered_json json;
    json["all"] = summaryJson(launches);
    json["without_matrices_below_512"] = summaryJson(largeOnes(launches));
    json["launches"] = ordered_json::array();
    for (const EstimatedLaunch& launch : launches) {
        ordered_json row;
        writeLaunchName(row, launch.stage, launch.parameters, launch.size);
        row["cache"] = launch.cache;
        row["measured_ms"] = launch.recorded;
        row["estimated_ms"] = launch.estimated;
        row["clock_mhz"] = launch.clockMhz;
        row["estimated_l1_misses"] = std::round(launch.l1Misses);
        row["estimated_l2_sectors"] = std::round(launch.l2Sectors);
        json["launches"].push_back(std::move(row));
    }
    return json;
}

std::vector<EstimatedLaunch> launchesOf(const ordered_json& json) {
    std::vector<EstimatedLaunch> launches;
    try {
        for (const ordered_json& each : json.at("launches")) {
            EstimatedLaunch launch;
            readLaunchName(each, launch.stage, launch.parameters, launch.size);
            launch.cache = each.at("cache").get<std::string>();
            launch.recorded = each.at("measured_ms").get<double>();
            launch.estimated = each.at("estimated_ms").get<double>();
            launch.clockMhz = each.at("clock_mhz").get<double>();
            launch.l1Misses = each.at("estimated_l1_misses").get<double>();
            launch.l2Sectors = each.at("estimated_l2_sectors").get<double>();
            launches.push_back(std::move(launch));
        }
    } catch (const nlohmann::json::exception& problem) {
        throw EngineError(fmt::format("these are no estimated launches: {}", kernels::jsonProblem(problem.what())));
    }
    return launches;
}

} // namespace warplens::engine
