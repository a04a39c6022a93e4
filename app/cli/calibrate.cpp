// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli calibrate`: what a GPU does at most and how long warps wait for what, measured by micro-benchmarks, as a file for
// resources/calibrations; and how far it is from the one that is kept.
#include "app/cli/interruption.h"
#include "app/cli/places.h"
#include "app/cli/verbs.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/files/json_problem.h"
#include "kernels/measure/calibrating.h"
#include "kernels/measure/calibration.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

namespace warplens::cli {
namespace {

using namespace warplens::kernels;
using nlohmann::ordered_json;

struct CalibrateOptions {
    PlaceOptions places;
    std::string to, against, json;
    std::optional<double> within;
    double timeout = 60.0;
};

struct Kept {
    std::filesystem::path file;
    nlohmann::json content;
};

nlohmann::json readCalibration(const std::filesystem::path& file) {
    try {
        return nlohmann::json::parse(readText(file, sourceLimit));
    } catch (const nlohmann::json::exception& problem) {
        throw UsageError(fmt::format("{} is no calibration: {}", file.string(), jsonProblem(problem.what())));
    } catch (const FileError& problem) {
        throw UsageError(problem.what());
    }
}

std::vector<Kept> keptCalibrations() {
    std::vector<Kept> all;
    for (const std::filesystem::path& file : filesIn(resourcesDir() / "calibrations", ".json"))
        all.push_back({file, readCalibration(file)});
    return all;
}

/// That of the GPU itself; null: none is kept.
const Kept* keptOf(const std::vector<Kept>& all, const std::string& gpu) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Kept& one) { return one.content.value("gpu", "") == gpu; });
    return found == all.end() ? nullptr : &*found;
}

/// From which figures are carried over that `calibrate` does not measure: the GPU's own, else the first that says what was
/// measured there.
nlohmann::json referenceFor(const std::vector<Kept>& all, const std::string& gpu) {
    if (const Kept* own = keptOf(all, gpu); own != nullptr && own->content.contains("measured"))
        return own->content;
    for (const Kept& one : all)
        if (one.content.contains("measured"))
            return one.content;
    return nullptr;
}

void refuseUnwritable(const std::string& file) {
    if (file.empty() || file == "-")
        return;
    const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        throw UsageError(fmt::format("cannot write {}: check the folder and its rights", file));
}

/// A line on standard error whenever something else begins; on a terminal one that changes.
void show(const CalibrationProgress& progress) {
    const bool terminal = isatty(STDERR_FILENO) == 1;
    const std::string text = progress.phase == "benchmark"
                                 ? fmt::format("[{}/{}] {}", progress.done + 1, progress.of, progress.name)
                             : progress.phase == "start" ? progress.name
                             : progress.phase == "copy"  ? std::string("a copy on the device")
                                                         : std::string("compiling the benchmarks");
    fmt::print(stderr, "{}{}{}", terminal ? "\r\x1b[K" : "", text, terminal ? "" : "\n");
    std::fflush(stderr);
}

MeasuredCalibration measured(const CalibrateOptions& options, const Place& place, const std::stop_token& stop) {
    CalibrationPlan plan;
    plan.place = place;
    plan.worker = findLocalWorker();
    plan.source = readText(resourcesDir() / "calibrations" / "benchmarks.cu", sourceLimit);
    plan.launchTimeout = options.timeout;
    const StageCompiler compiler;
    try {
        return calibrate(plan, compiler, show, stop);
    } catch (const CannotCompile& problem) {
        throw UsageError(fmt::format("cannot calibrate: {}", problem.what()));
    }
}

void print(std::FILE* file, const ordered_json& calibration, const std::vector<ComparedFigure>& figures,
           const std::string& with) {
    const ordered_json& from = calibration.at("provenance");
    fmt::print(file, "{}, driver {}, {}, {}, commit {}\n\n", from.at("gpu").get<std::string>(),
               from.at("driver").get<std::string>(), from.at("toolkit").get<std::string>(),
               from.at("date").get<std::string>(), from.at("commit").get<std::string>());
    fmt::print(file, "{:<34} {:>10} {:>10} {:>8}\n", "", "measured", with.empty() ? "" : "kept",
               with.empty() ? "" : "off");
    for (const auto& [name, value] : calibration.items()) {
        if (!value.is_number())
            continue;
        const auto found = std::find_if(figures.begin(), figures.end(),
                                        [&, &key = name](const ComparedFigure& each) { return each.name == key; });
        fmt::print(file, "{:<34} {:>10} {:>10} {:>8}\n", name, value.get<double>(),
                   found == figures.end() ? "" : fmt::to_string(found->kept),
                   found == figures.end() ? "" : fmt::format("{:+.1f} %", found->percent()));
    }
}

/// How many are within so many per cent.
std::size_t countWithin(const std::vector<ComparedFigure>& figures, double percent) {
    return static_cast<std::size_t>(std::count_if(figures.begin(), figures.end(), [&](const ComparedFigure& each) {
        return std::abs(each.percent()) <= percent;
    }));
}

int runCalibrate(const CalibrateOptions& options) {
    const std::vector<Place> all = places(options.places);
    if (all.size() > 1)
        throw UsageError("one GPU is calibrated at a time: name one machine and one device");
    refuseUnwritable(options.to);
    refuseUnwritable(options.json);
    const std::vector<Kept> kept = keptCalibrations();
    std::optional<Kept> other;
    if (!options.against.empty())
        other = Kept{options.against, readCalibration(options.against)};
    std::optional<MeasuredCalibration> result;
    {
        const Interruption interruption;
        try {
            result = measured(options, all.front(), interruption.token());
        } catch (const WorkerFailure& failure) {
            if (failure.kind() == "cancelled") {
                fmt::print(stderr, "\ninterrupted: nothing was written\n");
                return 1;
            }
            throw UsageError(whyNothing(failure, all.front(), "calibrate"));
        }
    }
    if (isatty(STDERR_FILENO) == 1)
        fmt::print(stderr, "\r\x1b[K");
    if (const Kept* own = keptOf(kept, result->provenance.gpu); !other && own != nullptr)
        other = *own;
    const ordered_json calibration = calibrationDocument(result->gpu, result->figures, result->provenance,
                                                         result->copyGbps, referenceFor(kept, result->provenance.gpu));
    if (!options.to.empty())
        writeWhole(options.to, calibration.dump(1) + "\n");

    const std::vector<ComparedFigure> figures =
        other ? compared(calibration, other->content) : std::vector<ComparedFigure>();
    const ComparedFigure* furthest = furthestOff(figures);
    const double percent = options.within.value_or(5);
    const std::size_t near = countWithin(figures, percent);
    std::FILE* table = options.json == "-" ? stderr : stdout;
    print(table, calibration, figures, other ? other->file.string() : "");
    if (furthest == nullptr)
        fmt::print(table, "\nno calibration of this GPU is kept to compare it with\n");
    else
        fmt::print(table, "\n{} of {} figures are within {} % of {}; furthest off is {} with {:+.1f} %\n", near,
                   figures.size(), percent, other->file.string(), furthest->name, furthest->percent());
    if (!options.json.empty()) {
        ordered_json document{{"calibration", calibration}, {"compared", ordered_json::array()}};
        if (other)
            document["against"] = other->file.string();
        for (const ComparedFigure& each : figures)
            document["compared"].push_back(
                {{"name", each.name}, {"value", each.value}, {"kept", each.kept}, {"percent", each.percent()}});
        writeJson(document, options.json);
    }
    return options.within && near < figures.size() ? 1 : 0;
}

} // namespace

void addCalibrateVerb(CommandLine& commands) {
    const auto options = std::make_shared<CalibrateOptions>();
    Verb verb = commands.verb("calibrate", "Measure what a GPU does at most, and how long warps wait for what");
    addPlaceOptions(verb, options->places);
    verb.option("--to", options->to, "Write the calibration to this file, as resources/calibrations has them");
    verb.option("--against", options->against,
                "Compare it with this calibration (default: the one that is kept of this GPU)");
    verb.option("--within", options->within, "End with exit code 1 where a figure is further off, in per cent",
                {.range = {{0.0, 1000.0}}});
    verb.option("--timeout", options->timeout, "Seconds that one launch may take (default 60)",
                {.range = {{0.1, 86400.0}}});
    verb.option("--json", options->json, "Write the calibration and the comparison to this file (- for the terminal)");
    verb.does([options] { return runCalibrate(*options); });
}

} // namespace warplens::cli
