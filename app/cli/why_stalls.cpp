// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli why --stalls`: what warps wait for, modelled beside measured.
#include "app/cli/interruption.h"
#include "app/cli/why.h"
#include "kernels/catalogue/paths.h"

#include <algorithm>
#include <cmath>

namespace warplens::cli {
namespace {

using namespace kernels;
using engine::ComparedStalls;

/// "mio_throttle -52 short_scoreboard +50": the largest differences, in hundredths.
std::string differencesOf(const ComparedStalls& launch) {
    constexpr size_t shown = 3;
    std::vector<std::pair<std::string, double>> all;
    for (const auto& [reason, share] : launch.measured)
        all.emplace_back(reason, launch.difference(reason));
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
    std::string text;
    for (size_t n = 0; n < std::min(shown, all.size()); ++n)
        text += fmt::format("  {} {:+.0f}", all[n].first, 100 * all[n].second);
    return text;
}

void printRow(const ComparedStalls& launch) {
    fmt::print("{:<24} {:<50} {:>5.0f} %{}\n", launch.gpu, launch.label(), 100 * launch.astray(),
               differencesOf(launch));
    std::fflush(stdout);
}

std::vector<ComparedStalls> compareAll(const WhyVerbOptions& given) {
    const Interruption interruption;
    const StageCompiler compiler;
    const Catalogue catalogue = openCatalogue(given.subject);
    const LoadedRecordings loaded = knownRecordings();
    const engine::Calibrations calibrations(resourcesDir() / "calibrations");
    std::vector<Size> sizes;
    for (const std::string& size : given.sizes)
        sizes.push_back(parseSize(size));
    const bool quiet = given.json == "-" || given.markdown;
    std::vector<ComparedStalls> launches;
    for (const auto& [file, recording] : loaded.recordings) {
        const sim::time::Device* device = sim::time::findDevice(recording.provenance.gpu);
        if (!recording.stalls || device == nullptr ||
            (!given.gpu.empty() && sim::time::findDevice(given.gpu) != device))
            continue;
        WhyVerbOptions options = given;
        options.subject.architecture = std::string(device->capability);
        for (const RecordedCounters& row : recording.stalls->launches) {
            const Stage* stage = catalogue.find(row.stage);
            if (stage == nullptr || stallShares(row).empty() || (!given.name.empty() && row.stage != given.name) ||
                (!sizes.empty() && std::find(sizes.begin(), sizes.end(), row.size) == sizes.end()))
                continue;
            const Subject subject = stageSubject(compiler, options.subject, *stage, row.parameters, row.size);
            const engine::Why why = engine::explain(subject.image, subject.launch, *device,
                                                    factsOf(loaded, *device, *stage, subject, "warm"),
                                                    {.calibrations = &calibrations, .stop = interruption.token()});
            if (!why.estimated->time.known) {
                fmt::print(stderr, "{}: no estimate: {}\n", subject.label, why.estimated->time.why);
                continue;
            }
            launches.push_back({recording.provenance.gpu, row.stage, row.parameters, row.size, stallShares(row),
                                engine::sharesOf(why.estimated->time.stalls)});
            if (quiet)
                continue;
            if (launches.size() == 1)
                fmt::print("{:<24} {:<50} {:>7}  {}\n", "GPU", "launch", "astray", "modelled less measured, largest");
            printRow(launches.back());
        }
    }
    return launches;
}

} // namespace

int tellStalls(const WhyVerbOptions& options) {
    const std::vector<ComparedStalls> launches =
        options.from.empty() ? compareAll(options) : rowsFrom(options.from, engine::comparedStallsOf);
    if (launches.empty())
        throw UsageError("what warps of these launches wait for was not measured: name others");
    if (!options.json.empty())
        writeJson(engine::stallsJson(launches), options.json);
    if (options.json == "-")
        return 0;
    if (!options.markdown)
        fmt::print("\n");
    fmt::print("{}", engine::stallTable(launches));
    return 0;
}

} // namespace warplens::cli
