// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli why --errors`: estimated beside recorded times.
#include "app/cli/interruption.h"
#include "app/cli/verbs.h"
#include "app/cli/why.h"
#include "app/engine/cache_errors.h"
#include "app/engine/error_scatter.h"
#include "app/tongue/numbers.h"
#include "kernels/catalogue/paths.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace warplens::cli {
namespace {

using namespace kernels;
using engine::EstimatedLaunch;

void printRow(const EstimatedLaunch& launch) {
    fmt::print("{:<66} {:>10} {:>10} {:>+7.1f} %\n", launch.label(), tongue::plain(launch.recorded, 4),
               tongue::plain(launch.estimated, 4), 100 * (launch.ratio() - 1));
    std::fflush(stdout);
}

void printSummary(const char* name, const std::vector<EstimatedLaunch>& launches) {
    if (launches.empty())
        return;
    const engine::ErrorSummary summary = engine::summaryOf(launches);
    const engine::Order order = engine::orderOf(launches);
    fmt::print(
        "{:<28} {:>5} launches: median error {:.1f} %, {:.0f} % within 15 %, 90 % within {:.1f} %; of {} pairs that "
        "differ by more than 15 % {} are in order\n",
        name, summary.launches, 100 * summary.median, 100 * summary.within, 100 * summary.ninetieth, order.pairs,
        order.right);
}

void print(const std::vector<EstimatedLaunch>& launches) {
    fmt::print("\n");
    printSummary("all", launches);
    printSummary("without matrices below 512", engine::largeOnes(launches));
    for (const char* track : {"matmul", "reduction", "transpose", "patterns"})
        printSummary(track, engine::ofTrack(launches, track));
    constexpr size_t shown = 10;
    std::vector<const EstimatedLaunch*> worst;
    for (const EstimatedLaunch& launch : launches)
        worst.push_back(&launch);
    std::stable_sort(worst.begin(), worst.end(), [](const auto* a, const auto* b) { return a->error() > b->error(); });
    fmt::print("\nfurthest off:\n");
    for (size_t n = 0; n < std::min(shown, worst.size()); ++n)
        printRow(*worst[n]);
    const engine::Order order = engine::orderOf(launches);
    if (!order.wrong.empty())
        fmt::print("\nthe wrong way round (recorded as faster, recorded as slower):\n");
    for (size_t n = 0; n < std::min(shown, order.wrong.size()); ++n)
        fmt::print("{} ms {} and {} ms {}\n", tongue::plain(order.wrong[n].first->recorded, 4),
                   order.wrong[n].first->label(), tongue::plain(order.wrong[n].second->recorded, 4),
                   order.wrong[n].second->label());
}

std::vector<EstimatedLaunch> estimateAll(const WhyVerbOptions& options, const sim::time::Device& device) {
    const Interruption interruption;
    const StageCompiler compiler;
    const Catalogue catalogue = openCatalogue(options.subject);
    const LoadedRecordings loaded = knownRecordings();
    const engine::Calibrations calibrations(resourcesDir() / "calibrations");
    const bool quiet = options.json == "-" || options.markdown || options.caches;
    std::vector<EstimatedLaunch> launches;
    for (const auto& [result, stage] : recordedLaunches(options, device, loaded, catalogue)) {
        const Subject subject = stageSubject(compiler, options.subject, *stage, result->parameters, result->size);
        const engine::Why why = engine::explain(subject.image, subject.launch, device,
                                                factsOf(loaded, device, *stage, subject, options.cache),
                                                {.calibrations = &calibrations, .stop = interruption.token()});
        const sim::time::TimeEstimate& time = why.estimated->time;
        if (!time.known) {
            fmt::print(stderr, "{}: no estimate: {}\n", subject.label, time.why);
            continue;
        }
        launches.push_back({result->stage, result->parameters, result->size, result->cache, *result->median,
                            time.milliseconds, why.estimated->clockMhz, why.estimated->l1Misses,
                            why.estimated->l2Sectors});
        if (quiet)
            continue;
        if (launches.size() == 1)
            fmt::print("{:<66} {:>10} {:>10} {:>9}\n", "launch, ms", "recorded", "estimated", "off by");
        printRow(launches.back());
    }
    return launches;
}

std::string cacheTable(const std::vector<EstimatedLaunch>& launches, const sim::time::Device& device) {
    std::vector<engine::CachedLaunch> cached;
    const LoadedRecordings loaded = knownRecordings();
    for (const auto& [file, recording] : loaded.recordings)
        if (recording.provenance.gpu == device.name)
            std::ranges::copy(engine::cachedLaunches(launches, recording), std::back_inserter(cached));
    if (cached.empty())
        throw UsageError(fmt::format("no counters were recorded of these launches on {}: name others", device.name));
    return engine::cacheErrorTable(cached);
}

} // namespace

int tellErrors(const WhyVerbOptions& options, const sim::time::Device& device) {
    const std::vector<EstimatedLaunch> launches =
        options.from.empty() ? estimateAll(options, device) : rowsFrom(options.from, engine::launchesOf);
    if (launches.empty())
        throw UsageError("no launch of these could be estimated: name others");
    if (!options.json.empty())
        writeJson(engine::errorsJson(launches), options.json);
    if (!options.picture.empty())
        writeWhole(options.picture, engine::errorScatter(launches, std::string(device.name)));
    if (options.caches)
        fmt::print("{}", cacheTable(launches, device));
    else if (options.markdown)
        fmt::print("{}", engine::errorTable(launches));
    else if (options.json != "-")
        print(launches);
    return 0;
}

} // namespace warplens::cli
