// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli check`: runs kernels on the GPU and on the emulator; results are compared bit by bit, and the model's
// counts with the hardware's counters.
#include "app/cli/interruption.h"
#include "app/cli/subject.h"
#include "app/cli/verbs.h"
#include "app/engine/check_report.h"
#include "app/engine/markup.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/measure/recording.h"
#include "kernels/measure/worker_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <tuple>

namespace warplens::cli {
namespace {

using nlohmann::ordered_json;
using namespace kernels;

struct CheckOptions {
    SubjectOptions subject;
    std::vector<std::string> names;
    bool all = false;
    std::vector<std::string> sizes;
    int device = 0;
    bool withoutCounters = false;
    bool recorded = false;
    std::string recording;
    std::vector<std::string> profiles;
    std::vector<std::string> bounds;
    bool lines = false;
    std::string json, sarif, junit;
};

std::vector<Subject> subjectsOf(const CheckOptions& options) {
    engine::checkedArchitecture(options.subject.architecture);
    const StageCompiler compiler;
    const Catalogue catalogue = openCatalogue(options.subject);
    std::vector<Size> sizes;
    for (const std::string& size : options.sizes)
        sizes.push_back(parseSize(size));
    if (sizes.empty())
        sizes.push_back(parseSize("512"));

    std::vector<std::string> names = options.names;
    if (options.all)
        for (const Stage& stage : catalogue.stages)
            if (stage.kernel)
                names.push_back(stage.id);
    if (names.empty())
        throw UsageError("nothing to check: name stages or files, or write --all");
    std::vector<Subject> subjects;
    for (const std::string& name : names) {
        if (engine::isKernelFile(name)) {
            subjects.push_back(fileSubject(compiler, options.subject, name));
            continue;
        }
        const Stage& stage = findStage(catalogue, name);
        if (stage.cpu)
            throw UsageError(fmt::format("{} runs on the CPU: it has no model to check", name));
        if (!stage.kernel)
            throw UsageError(fmt::format("{} calls a library that ships compiled: it has no model to check", name));
        std::vector<ParameterValues> variants;
        if (options.subject.defines.empty())
            variants = measuredVariants(stage);
        else
            variants.push_back(chosenParameters(options.subject));
        for (const Size& size : sizes)
            for (const ParameterValues& variant : variants)
                subjects.push_back(stageSubject(compiler, options.subject, stage, variant, size));
    }
    return subjects;
}

/// Whether --size and -D, where they are given, ask for it.
bool isAskedFor(const CheckOptions& options, const RecordedCounters& counters) {
    const auto sameSize = [&](const std::string& size) { return parseSize(size) == counters.size; };
    const auto has = [&](const ParameterValue& value) {
        return std::find(counters.parameters.begin(), counters.parameters.end(), value) != counters.parameters.end();
    };
    const ParameterValues chosen = chosenParameters(options.subject);
    return (options.sizes.empty() || std::any_of(options.sizes.begin(), options.sizes.end(), sameSize)) &&
           std::all_of(chosen.begin(), chosen.end(), has);
}

/// The launches whose counters came with the program, of the stages, sizes and variants asked for: each with its counters.
std::pair<std::vector<Subject>, std::vector<engine::Profile>> recordedSubjects(const CheckOptions& options) {
    const StageCompiler compiler;
    const Catalogue catalogue = openCatalogue(options.subject);
    if (options.names.empty() && !options.all)
        throw UsageError("nothing to check: name stages, or write --all");
    std::set<const Stage*> asked;
    for (const std::string& name : options.names)
        asked.insert(&findStage(catalogue, name));
    std::pair<std::vector<Subject>, std::vector<engine::Profile>> found;
    const LoadedRecordings loaded = knownRecordings(&catalogue);
    for (const auto& recording : loaded.recordings)
        for (const RecordedCounters& counters : recording.second.counters) {
            const Stage* stage = catalogue.findKernel(counters.stage);
            if (stage == nullptr || (!options.all && !asked.contains(stage)) || !isAskedFor(options, counters))
                continue;
            SubjectOptions subject = options.subject;
            subject.architecture = recording.second.provenance.computeCapability;
            Subject& made =
                found.first.emplace_back(stageSubject(compiler, subject, *stage, counters.parameters, counters.size));
            made.label += ", counted on " + recording.second.provenance.gpu;
            found.second.emplace_back().launches.push_back({made.image.name, {}, {}, counters.metrics});
        }
    if (found.first.empty())
        throw UsageError("no counters of such launches were recorded: name other stages, sizes or variants, or leave "
                         "--recorded out to measure these");
    return found;
}

std::string percent(const engine::CounterCheck& counter) {
    if (counter.exact())
        return "exact";
    if (!counter.hardware)
        return "not counted";
    if (*counter.hardware == 0)
        return "different";
    return fmt::format("{:+.3g} %", 100 * (counter.model - *counter.hardware) / *counter.hardware);
}

std::string lineVerdict(const engine::LineCheck& line) {
    if (line.exact())
        return "exact";
    if (line.hardware == 0 || line.model == 0)
        return "different";
    return fmt::format("{:+.3g} %", 100 * (line.model - line.hardware) / line.hardware);
}

/// How far apart the elements are that differ.
std::string distance(const engine::OutputCheck& output) {
    if (!std::isfinite(output.greatestDifference))
        return "";
    const std::string most = fmt::format(", by {:.2g} of 1 or the value at most", output.greatestDifference);
    return output.bound
               ? fmt::format("{}, {} the bound {:g}", most, output.accepted() ? "within" : "beyond", *output.bound)
               : most;
}

/// The lines that differ, or all of them.
void printLines(const engine::CheckResult& result, bool all) {
    if (!result.linesProblem.empty())
        fmt::print("  not compared line by line: {}\n", result.linesProblem);
    if (result.lines.empty())
        return;
    const auto exact = static_cast<size_t>(std::count_if(result.lines.begin(), result.lines.end(),
                                                         [](const engine::LineCheck& line) { return line.exact(); }));
    fmt::print("  line by line: {} of {} figures exact\n", exact, result.lines.size());
    for (const engine::LineCheck& line : result.lines)
        if (all || !line.exact())
            fmt::print("    {:<24} {:>15.0f} {:>15.0f}  {:<12} {}:{} {}\n", line.name, line.model, line.hardware,
                       lineVerdict(line), line.file, line.line, line.metric);
}

void print(const engine::CheckResult& result, bool allLines) {
    fmt::print("\n{}\n", result.label);
    if (!result.problem.empty())
        fmt::print("  not checked: {}\n", result.problem);
    for (const engine::OutputCheck& output : result.outputs)
        if (output.sameBits())
            fmt::print("  {:<26} {:>15} bytes, the same bits\n", output.name, output.bytes);
        else
            fmt::print("  {:<26} {:>15} bytes, {} elements differ, the first is number {}{}\n", output.name,
                       output.bytes, output.differentElements, output.firstDifference, distance(output));
    for (const engine::CounterCheck& counter : result.counters)
        fmt::print("  {:<26} {:>15.0f} {:>15}  {:<12} {}\n", counter.name, counter.model,
                   counter.hardware ? fmt::format("{:.0f}", *counter.hardware) : "–", percent(counter), counter.metric);
    printLines(result, allLines);
    for (const sim::sass::Unmatched& u : result.unmatched)
        fmt::print("  PTX line {}: {}\n", u.ptxLine, u.why);
}

ordered_json toJson(const engine::CheckResult& result) {
    ordered_json json{{"label", result.label}};
    if (!result.problem.empty())
        json["problem"] = result.problem;
    json["same_bits"] = result.sameBits();
    json["within_bounds"] = result.withinBounds();
    json["same_counts"] = result.sameCounts();
    json["outputs"] = ordered_json::array();
    for (const engine::OutputCheck& output : result.outputs) {
        ordered_json row{
            {"name", output.name}, {"bytes", output.bytes}, {"different_elements", output.differentElements}};
        if (std::isfinite(output.greatestDifference))
            row["greatest_difference"] = output.greatestDifference;
        if (output.bound)
            row["bound"] = *output.bound;
        json["outputs"].push_back(std::move(row));
    }
    json["counters"] = ordered_json::array();
    for (const engine::CounterCheck& counter : result.counters) {
        ordered_json row{{"name", counter.name}, {"metric", counter.metric}, {"model", counter.model}};
        if (counter.hardware)
            row["hardware"] = *counter.hardware;
        row["verdict"] = percent(counter);
        json["counters"].push_back(std::move(row));
    }
    json["lines"] = ordered_json::array();
    for (const engine::LineCheck& line : result.lines)
        json["lines"].push_back({{"file", line.file},
                                 {"line", line.line},
                                 {"name", line.name},
                                 {"metric", line.metric},
                                 {"model", line.model},
                                 {"hardware", line.hardware},
                                 {"verdict", lineVerdict(line)}});
    if (!result.linesProblem.empty())
        json["lines_problem"] = result.linesProblem;
    json["metrics"] = result.metrics;
    json["simulated_seconds"] = result.simulatedSeconds;
    return json;
}

/// The hardware's counters go into a recording, so that the window shows them beside the model's.
void keep(const std::string& file, const Catalogue& catalogue, const std::vector<Subject>& subjects,
          const std::vector<engine::CheckResult>& results) {
    Recording recording = loadRecording(file, catalogue);
    for (size_t i = 0; i < subjects.size(); ++i) {
        if (subjects[i].stage.empty() || results[i].metrics.empty())
            continue;
        RecordedCounters counters{subjects[i].stage, subjects[i].parameters, subjects[i].size, results[i].metrics};
        std::erase_if(recording.counters, [&](const RecordedCounters& old) {
            return old.stage == counters.stage && old.parameters == counters.parameters && old.size == counters.size;
        });
        recording.counters.push_back(std::move(counters));
    }
    saveRecording(recording, file);
}

engine::Profile readProfiles(const std::vector<std::string>& files) {
    engine::Profile all;
    for (const std::string& name : files) {
        const std::string text = kernels::readText(name, kernels::dataLimit);
        try {
            engine::Profile profile = engine::readProfileTables(text);
            std::move(profile.launches.begin(), profile.launches.end(), std::back_inserter(all.launches));
            std::move(profile.sources.begin(), profile.sources.end(), std::back_inserter(all.sources));
        } catch (const engine::EngineError& error) {
            throw UsageError(fmt::format("{}: {}", name, error.what()));
        }
    }
    return all;
}

/// Whose counters are still to come: a stage may be newer than the last measurement.
void printNotCountedYet(const CheckOptions& options) {
    const Catalogue catalogue = openCatalogue(options.subject);
    std::set<const Stage*> asked;
    for (const std::string& name : options.names)
        asked.insert(&findStage(catalogue, name));
    const auto loaded = knownRecordings(&catalogue);
    for (const Uncounted& missing : notCountedYet(catalogue, loaded.recordings))
        if (options.all || asked.contains(missing.stage))
            fmt::print("{} {}: not counted yet\n", missing.stage->id, variantText(missing.parameters));
}

int runCheck(const CheckOptions& options) {
    const Interruption interruption;
    std::vector<engine::Profile> recorded;
    std::vector<Subject> subjects;
    if (options.recorded)
        std::tie(subjects, recorded) = recordedSubjects(options);
    else
        subjects = subjectsOf(options);
    engine::CheckOptions checkOptions;
    checkOptions.stop = interruption.token();
    checkOptions.tell = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
    std::vector<engine::CheckSubject> toCheck;
    std::map<std::string, double> bounds;
    for (const std::string& text : options.bounds) {
        const size_t equals = text.find('=');
        char* end = nullptr;
        const double value = equals == std::string::npos ? 0 : std::strtod(text.c_str() + equals + 1, &end);
        if (end == nullptr || end == text.c_str() + equals + 1 || *end != '\0' || !(value > 0))
            throw UsageError(
                fmt::format("'--bound {}': write --bound K=1e-6, K being an array's number or name", text));
        bounds[text.substr(0, equals)] = value;
    }
    for (const Subject& subject : subjects)
        toCheck.push_back({subject.label, subject.image, subject.launch, bounds});
    const bool profiled = options.recorded || !options.profiles.empty();
    std::vector<engine::CheckResult> results;
    if (options.recorded) {
        for (size_t i = 0; i < toCheck.size(); ++i)
            results.push_back(engine::checkAgainst({toCheck[i]}, recorded[i], checkOptions).front());
    } else if (profiled) {
        results = engine::checkAgainst(toCheck, readProfiles(options.profiles), checkOptions);
    } else {
        checkOptions.worker = localWorker();
        checkOptions.device = options.device;
        if (!options.withoutCounters) {
            checkOptions.profiler = engine::findProfiler();
            if (checkOptions.profiler.empty())
                throw UsageError(
                    "ncu (Nsight Compute) was not found, so there are no counters to compare with: install it, or "
                    "write --results-only");
        }
        results = engine::check(toCheck, checkOptions);
    }

    size_t bits = 0, within = 0, counts = 0;
    ordered_json list = ordered_json::array();
    for (const engine::CheckResult& result : results) {
        bits += result.sameBits();
        within += result.withinBounds();
        counts += result.sameCounts();
        list.push_back(toJson(result));
        if (options.json != "-")
            print(result, options.lines);
    }
    if (!options.json.empty())
        writeJson({{"checks", std::move(list)}}, options.json);
    if (!options.sarif.empty())
        writeWhole(options.sarif, engine::jsonText(engine::checksSarif(results, !options.withoutCounters)));
    if (!options.junit.empty())
        writeWhole(options.junit, engine::checksJUnit(results, !options.withoutCounters));
    if (!options.recording.empty())
        keep(options.recording, openCatalogue(options.subject), subjects, results);
    if (options.json != "-") {
        const std::string approximate =
            within > bits ? fmt::format(", {} more are within their bounds", within - bits) : "";
        if (profiled)
            fmt::print("\n{} of {} have the same counts (results are not in a profile)\n", counts, results.size());
        else if (options.withoutCounters)
            fmt::print("\n{} of {} give the same bits{}\n", bits, results.size(), approximate);
        else
            fmt::print("\n{} of {} give the same bits{}, {} of {} the same counts\n", bits, results.size(), approximate,
                       counts, results.size());
    }
    if (options.recorded && options.json != "-")
        printNotCountedYet(options);
    return within != results.size() || (!options.withoutCounters && counts != results.size()) ? 1 : 0;
}

} // namespace

void addCheckVerb(CommandLine& commands) {
    auto options = std::make_shared<CheckOptions>();
    Verb verb = commands.verb("check", "Hold the emulator and the model against a GPU and its counters");
    verb.option("stage", options->names, "Stages, or files: FILE.cu");
    verb.flag("--all", options->all, "All stages that have a kernel");
    verb.option("--size", options->sizes, "Problem size of stages: M,N,K or N; may be repeated");
    options->subject.addTo(verb);
    verb.option("--device", options->device, "Number of the GPU", {.tellsDefault = true});
    verb.flag("--results-only", options->withoutCounters, "Compare results, not counters: needs no ncu");
    verb.option("--profile", options->profiles,
                "Compare with what Nsight Compute exported elsewhere: a CSV of `--page raw` or `--page source`; may "
                "be repeated");
    verb.flag("--recorded", options->recorded, "Compare with the counters that come with the program: needs no GPU");
    verb.option("--bound", options->bounds,
                "K=X: elements of array K (its number from 0, or its name) may differ by X of 1 or of the value, "
                "whichever is larger, as approximate functions make it; counted apart from the same bits");
    verb.flag("--lines", options->lines, "Print every source line, not only those that differ");
    verb.option("--into", options->recording, "Add the hardware's counters to this recording");
    verb.option("--json", options->json, "Write the answer to a file; - for standard output");
    verb.option("--sarif", options->sarif, "Write what differs to a file as SARIF 2.1.0, for editors and code hosts");
    verb.option("--junit", options->junit, "Write the answer to a file as JUnit XML, a test for each launch");
    verb.does([options] {
        if (const std::string ptx = options->subject.nameOr(""); !ptx.empty())
            options->names.push_back(ptx);
        return runCheck(*options);
    });
}

} // namespace warplens::cli
