// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli measure`: verifies and times stages on a GPU, here or on another machine, and writes a recording.
#include "app/cli/interruption.h"
#include "app/cli/places.h"
#include "app/cli/progress.h"
#include "app/cli/verbs.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/define.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/measure/advice.h"
#include "kernels/measure/library_share.h"
#include "kernels/measure/measurement.h"
#include "kernels/measure/side_by_side.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>

namespace warplens::cli {
namespace {

using namespace warplens::kernels;

struct MeasureOptions {
    std::vector<std::string> stages;
    bool all = false;
    std::vector<std::string> sizes;
    std::vector<std::string> defines;
    std::size_t samples = 10;
    bool cold = false;
    bool verifyOnly = false;
    double timeout = 60.0;
    PlaceOptions places;
    std::string resume;
    std::string json;
    std::string folder;
};

/// "512", "509,487,501", or a list of several sizes with one number each: "512,1024". Three numbers are M,N,K.
std::vector<Size> parseSizes(const std::vector<std::string>& texts) {
    std::vector<Size> sizes;
    for (const std::string& text : texts) {
        const auto commas = std::count(text.begin(), text.end(), ',');
        const bool isList = commas == 1 || commas > 2;
        std::istringstream rest(text);
        for (std::string part; std::getline(rest, part, isList ? ',' : '\0');) {
            const Size size = parseSize(part);
            if (std::find(sizes.begin(), sizes.end(), size) == sizes.end())
                sizes.push_back(size);
        }
    }
    return sizes;
}

ParameterValues parseDefines(const std::vector<std::string>& texts) {
    ParameterValues defines;
    for (const std::string& text : texts)
        defines.push_back(definedParameter(text));
    return defines;
}

std::vector<Stage> chosenStages(const Catalogue& catalogue, const MeasureOptions& options) {
    std::vector<Stage> chosen;
    for (const std::string& id : options.stages) {
        const Stage* stage = catalogue.find(id);
        if (stage == nullptr)
            throw UsageError(fmt::format("there is no stage '{}'{}", id, suggestion(id, catalogue.ids())));
        chosen.push_back(*stage);
    }
    if (options.all)
        chosen = catalogue.stages;
    if (chosen.empty())
        throw UsageError("name the stages to measure (warplens-cli stages lists them), or write --all");

    if (options.verifyOnly)
        return chosen;
    // The line to beat belongs to every measurement.
    for (std::size_t i = 0, named = chosen.size(); i < named; ++i) {
        const Stage* line = chosen[i].cpu ? nullptr : catalogue.lineToBeat(chosen[i]);
        if (line && std::none_of(chosen.begin(), chosen.end(), [&](const Stage& each) { return each.id == line->id; }))
            chosen.push_back(*line);
    }
    return chosen;
}

/// All variants of the stages that agree with the given values.
std::vector<MeasuredVariant> chosenVariants(const std::vector<Stage>& stages, const ParameterValues& defines) {
    std::vector<std::string> known;
    std::vector<MeasuredVariant> variants;
    for (const Stage& stage : stages) {
        ParameterValues own; // those that this stage has
        for (const Parameter& parameter : stage.parameters)
            known.push_back(parameter.name);
        for (const ParameterValue& define : defines)
            if (stage.findParameter(define.name) != nullptr)
                own.push_back(define);
        completeParameters(stage, own); // refuses values that are not possible
        std::vector<ParameterValues> distinct;
        for (ParameterValues& variant : measuredVariants(stage)) {
            for (ParameterValue& value : variant)
                for (const ParameterValue& define : own)
                    if (define.name == value.name)
                        value.value = define.value;
            if (std::find(distinct.begin(), distinct.end(), variant) == distinct.end())
                distinct.push_back(std::move(variant));
        }
        for (ParameterValues& variant : distinct)
            variants.push_back({stage, std::move(variant)});
    }
    for (const ParameterValue& define : defines)
        if (std::find(known.begin(), known.end(), define.name) == known.end())
            throw UsageError(fmt::format("-D {}: none of the stages has this parameter{}", define.name,
                                         suggestion(define.name, known)));
    return variants;
}

void printTable(std::FILE* file, const Recording& recording, const Catalogue& catalogue) {
    std::size_t stageWidth = 5, variantWidth = 7;
    for (const RecordedResult& row : recording.results) {
        stageWidth = std::max(stageWidth, row.stage.size());
        variantWidth = std::max(variantWidth, variantText(row.parameters).size());
    }
    const std::string& driver = recording.provenance.driver;
    fmt::print(file, "{}{}{}, {}\n", recording.provenance.gpu, driver.empty() ? "" : ", driver ", driver,
               recording.provenance.date);
    fmt::print(file, "{:<{}}  {:<{}}  {:>16}  {:<5}  {:>11}  {:>6}  {:>12}  {:>10}  {:>9}  {:>8}  {:>9}\n", "stage",
               stageWidth, "variant", variantWidth, "size", "cache", "median ms", "IQR %", "SM cycles", "GFLOP/s",
               "GB/s", "% of lib", "max error");
    for (const RecordedResult& row : recording.results) {
        fmt::print(file, "{:<{}}  {:<{}}  {:>16}  {:<5}  ", row.stage, stageWidth, variantText(row.parameters),
                   variantWidth, sizeText(row.size), row.cache);
        if (!row.ok) {
            fmt::print(file, "{}: {}\n", row.kind, row.message);
            continue;
        }
        const auto cell = [&](const std::optional<double>& value, const char* format) {
            return value ? fmt::format(fmt::runtime(format), *value) : std::string("-");
        };
        std::optional<double> share, spread = row.spread();
        if (const auto library = libraryShare(recording, catalogue, row))
            share = library->percent;
        if (spread)
            *spread *= 100.0;
        fmt::print(file, "{:>11}  {:>6}  {:>12}  {:>10}  {:>9}  {:>8}  {:>9}\n", cell(row.median, "{:.5g}"),
                   cell(spread, "{:.2f}"), cell(row.cycles(), "{:.0f}"), cell(row.gflops, "{:.1f}"),
                   cell(row.gbps, "{:.1f}"), cell(share, "{:.1f}"),
                   cell(row.error ? row.error->largest : std::nullopt, "{:.2e}"));
    }
    std::set<std::string> failures;
    for (const RecordedResult& row : recording.results)
        if (!row.ok && failures.insert(row.kind).second && !adviceOn(row.kind).empty())
            fmt::print(file, "{}: {}\n", row.kind, adviceOn(row.kind));
    for (const RecordedResult& row : recording.results)
        if (row.throttledSamples.value_or(0) > 0)
            fmt::print(file, "{} {} at {}, {}: {} of {} samples while the clocks were held down ({})\n", row.stage,
                       variantText(row.parameters), sizeText(row.size), row.cache, *row.throttledSamples,
                       row.samples.size(), fmt::join(row.throttleReasons, ", "));
    // By stage, mode and kernel: which depends on the size.
    std::map<std::array<std::string, 3>, std::vector<std::string>> libraries;
    for (const RecordedResult& row : recording.results)
        if (!row.libraryKernel.empty()) {
            auto& sizes = libraries[{row.stage, row.mathMode, row.libraryKernel}];
            if (std::find(sizes.begin(), sizes.end(), sizeText(row.size)) == sizes.end())
                sizes.push_back(sizeText(row.size));
        }
    for (const auto& [library, sizes] : libraries)
        fmt::print(file, "{} at {}: {}{}{}\n", library[0], fmt::join(sizes, ", "), library[1],
                   library[1].empty() ? "" : ", ", library[2]);
    std::set<std::string> processors;
    for (const RecordedResult& row : recording.results)
        if (!row.processor.empty() && processors.insert(row.stage).second)
            fmt::print(file, "{} ran on one thread of the CPU: {}\n", row.stage, row.processor);
}

/// One line of JSON for each result, for scripts.
void writeVerifications(const Recording& recording, const std::string& file) {
    if (file.empty())
        return;
    std::string text;
    for (const RecordedResult& row : recording.results) {
        nlohmann::ordered_json line{{"stage", row.stage},
                                    {"variant", variantText(row.parameters)},
                                    {"size", {row.size.m, row.size.n, row.size.k}},
                                    {"status", row.ok ? "ok" : "error"}};
        if (!row.ok) {
            line["kind"] = row.kind;
            line["message"] = row.message;
        }
        if (row.error) {
            line["checked"] = row.error->checked;
            line["of"] = row.error->of;
            line["tolerance"] = row.error->tolerance;
            if (row.error->largest)
                line["max_error"] = *row.error->largest;
        }
        text += line.dump() + "\n";
    }
    if (file == "-")
        fmt::print("{}", text);
    else
        writeWhole(file, text);
}

/// Where the recording of a target goes, or comes from: the file that was named, or for several targets files beside
/// it: out.json → out-gpu-a.json.
std::string fileOf(const std::string& file, const std::vector<MeasureTarget>& targets, std::size_t target) {
    if (targets.size() == 1)
        return file;
    std::filesystem::path path(file);
    path.replace_filename(path.stem().string() + "-" + fileNameOf(targets[target].label) + path.extension().string());
    return path.string();
}

void resume(std::vector<MeasureTarget>& targets, const std::string& file, const Catalogue& catalogue) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const std::string own = fileOf(file, targets, i);
        // One of several may have had nothing to record.
        if (targets.size() > 1 && !std::filesystem::exists(own))
            continue;
        targets[i].resumed = loadRecording(own, catalogue);
        ++found;
    }
    if (found == 0)
        throw UsageError(fmt::format("--resume {}: there is no {}", file, fileOf(file, targets, 0)));
}

void writeRecordings(const std::vector<const Measured*>& all, const std::string& file, bool several) {
    if (file != "-")
        return; // each was written when a size was done
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Measured* measured : all)
        list.push_back(recordingJson(measured->recording));
    writeJson(several ? list : list.at(0), "-");
}

int measureStages(const MeasureOptions& options) {
    const Catalogue catalogue =
        loadCatalogue(options.folder.empty() ? stagesDir() : std::filesystem::path(options.folder));
    for (const Problem& problem : catalogue.problems)
        fmt::print(stderr, "{}\n", problemText(problem));

    MeasurePlan plan;
    const std::vector<Stage> stages = chosenStages(catalogue, options);
    plan.variants = chosenVariants(stages, parseDefines(options.defines));
    plan.sizes = parseSizes(options.sizes);
    if (plan.sizes.empty())
        plan.sizes.push_back({1024, 1024, 1024});
    plan.minSamples = options.samples;
    plan.cold = options.cold;
    plan.skipTooSlow = options.all;
    plan.verifyOnly = options.verifyOnly;
    plan.launchTimeout = options.timeout;
    if (options.verifyOnly && (options.cold || !options.resume.empty()))
        throw UsageError("--verify-only takes no times: leave out --cold and --resume");
    std::vector<MeasureTarget> targets = labelTargets(places(options.places));
    const bool several = targets.size() > 1;
    if (!options.resume.empty())
        resume(targets, options.resume, catalogue);

    const bool toFile = !options.json.empty() && options.json != "-";
    if (toFile) { // better now than after the first hour
        const std::filesystem::path folder = std::filesystem::absolute(options.json).parent_path();
        if (access(folder.c_str(), W_OK | X_OK) != 0)
            throw UsageError(fmt::format("cannot write {}: check the folder and its rights", options.json));
    }

    // With the JSON on standard output, the table goes to standard error.
    std::FILE* tableFile = options.json == "-" ? stderr : stdout;
    std::vector<std::string> labels;
    for (const MeasureTarget& target : targets)
        labels.push_back(several ? target.label : "");
    ProgressPrinter printer(labels);
    SideBySideCallbacks callbacks;
    callbacks.onProgress = [&](std::size_t target, const MeasureProgress& progress) { printer.show(target, progress); };
    callbacks.onSizeDone = [&](std::size_t target, const Recording& recording) {
        if (toFile && !options.verifyOnly) // after each size: a run that ends early keeps what it has
            saveRecording(recording, fileOf(options.json, targets, target));
    };

    std::vector<TargetOutcome> outcomes;
    {
        const Interruption interruption;
        const StageCompiler compiler;
        outcomes = measureSideBySide(targets, findLocalWorker(), true, compiler, plan, callbacks, interruption.token());
    }
    printer.end();

    bool allWell = true;
    std::vector<const Measured*> all;
    Recording together; // of verifications, which are lines
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const TargetOutcome& outcome = outcomes[i];
        if (outcome.failure) {
            allWell = false;
            const std::string text = whyNothing(*outcome.failure, targets[i].place, "measure");
            if (!several)
                throw UsageError(text);
            fmt::print(stderr, "{}: {}\n", targets[i].label, text);
            continue;
        }
        all.push_back(&*outcome.measured);
        const auto& rows = outcome.measured->recording.results;
        together.results.insert(together.results.end(), rows.begin(), rows.end());
    }
    if (all.empty())
        throw UsageError("nothing could be measured");
    if (options.verifyOnly)
        writeVerifications(together, options.json);
    else
        writeRecordings(all, options.json, several);
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (!outcomes[i].measured)
            continue;
        const Measured& measured = *outcomes[i].measured;
        const auto& rows = measured.recording.results;
        if (several)
            fmt::print(tableFile, "{}{}: ", i > 0 ? "\n" : "", targets[i].label);
        printTable(tableFile, measured.recording, catalogue);
        const std::string prefix = several ? targets[i].label + ": " : "";
        const std::size_t planned = plan.variants.size() * plan.sizes.size() * (plan.cold ? 2 : 1);
        if (measured.cancelled)
            fmt::print(stderr, "{}interrupted: {} of {} rows were measured\n", prefix, rows.size(), planned);
        if (!measured.problem.empty())
            fmt::print(stderr, "{}{}\n{}{} of {} rows were measured; {}\n", prefix, measured.problem, prefix,
                       rows.size(), planned,
                       toFile ? fmt::format("--resume {} goes on from there", options.json)
                              : std::string("with --json FILE they would be kept for --resume"));
        allWell = allWell && !measured.cancelled && measured.problem.empty() &&
                  std::all_of(rows.begin(), rows.end(), [](const RecordedResult& row) { return row.ok; });
    }
    return allWell ? 0 : 1;
}

} // namespace

void addMeasureVerb(CommandLine& commands) {
    const auto options = std::make_shared<MeasureOptions>();
    Verb verb = commands.verb("measure", "Verify and time stages on a GPU");
    verb.option("stage", options->stages, "Stages to measure, as in matmul/07-tiled");
    verb.flag("--all", options->all, "All stages");
    verb.option("--size", options->sizes,
                "M,N,K or N; may be repeated. Two numbers, or more than three, are a list of sizes (default 1024)");
    verb.option("-D", options->defines, "NAME=VALUE: only variants with this value (default: all variants)");
    verb.option("--samples", options->samples, "At least this many samples (10 or more)", {.range = {{10, 100000}}});
    verb.flag("--cold", options->cold, "Time with an overwritten L2 cache, too");
    verb.flag("--verify-only", options->verifyOnly,
              "Run each once and compare its result, without timing it; --json then writes a line for each");
    verb.option("--timeout", options->timeout, "Seconds that one launch may take (default 60)",
                {.range = {{0.1, 86400.0}}});
    addPlaceOptions(verb, options->places);
    verb.option("--resume", options->resume, "Keep what this recording of an earlier run has, and measure the rest");
    verb.option("--json", options->json,
                "Write a recording to this file (- for the terminal). Several GPUs have a file each: out-NAME.json");
    verb.option("--stages", options->folder, "Folder of stages to read instead of the program's own");
    verb.does([options] { return measureStages(*options); });
}

} // namespace warplens::cli
