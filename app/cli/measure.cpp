// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli measure`: verifies and times stages on a GPU, here or on another machine, and writes a recording.
#include "app/cli/interruption.h"
#include "app/cli/verbs.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/host.h"
#include "kernels/measure/measurement.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>

namespace warplens::cli {
namespace {

using namespace warplens::kernels;

struct Options {
    std::vector<std::string> stages;
    bool all = false;
    std::vector<std::string> sizes;
    std::vector<std::string> defines;
    int device = 0;
    std::size_t samples = 10;
    bool cold = false;
    bool verifyOnly = false;
    double timeout = 60.0;
    std::string host;
    std::string via;
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
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        ParameterValue define{text.substr(0, equals), 0};
        const std::string digits = equals == std::string::npos ? "" : text.substr(equals + 1);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), define.value);
        if (error != std::errc{} || end != digits.data() + digits.size() || define.name.empty())
            throw UsageError(fmt::format("-D {}: write -D NAME=NUMBER, as in -D TILE=16", text));
        defines.push_back(std::move(define));
    }
    return defines;
}

std::vector<Stage> chosenStages(const Catalogue& catalogue, const Options& options) {
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
    // The line to beat belongs to every measurement of its track.
    for (const Stage& stage : catalogue.stages) {
        const auto isIn = [&](const auto& matches) { return std::any_of(chosen.begin(), chosen.end(), matches); };
        if (stage.library && isIn([&](const Stage& other) { return other.track == stage.track && !other.cpu; }) &&
            !isIn([&](const Stage& other) { return other.id == stage.id; }))
            chosen.push_back(stage);
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
        for (ParameterValues& variant : allVariants(stage)) {
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

/// One line for each subject and phase that begins; on a terminal one line that changes.
class ProgressPrinter {
public:
    void show(const MeasureProgress& progress) {
        std::string text = fmt::format("[{}/{}] {}: {}", progress.sizeIndex + 1, progress.sizeCount,
                                       sizeText(progress.size), progress.phase);
        if (progress.phase == "timing") {
            // Subjects are timed in turns, so only the share that is done says anything.
            text += fmt::format(", {:.0f} % of the variants done", 100.0 * progress.fraction);
        } else if (!progress.stage.empty()) {
            text += fmt::format(" {} {}", progress.stage, progress.variant);
        }
        if (text == m_last)
            return;
        if (m_isTerminal)
            fmt::print(stderr, "\r\x1b[K{}", text);
        else
            fmt::print(stderr, "{}\n", text);
        std::fflush(stderr);
        m_last = std::move(text);
    }

    void end() {
        if (m_isTerminal && !m_last.empty())
            fmt::print(stderr, "\r\x1b[K");
        m_last.clear();
    }

private:
    bool m_isTerminal = isatty(STDERR_FILENO) == 1;
    std::string m_last;
};

/// Milliseconds of the library at the same size and cache, for "% of lib".
std::optional<double> libraryMedian(const Recording& recording, const std::set<std::string>& libraries,
                                    const RecordedResult& row) {
    const std::string track = row.stage.substr(0, row.stage.find('/'));
    for (const RecordedResult& other : recording.results)
        if (libraries.count(other.stage) != 0 && other.stage.starts_with(track + "/") && other.size == row.size &&
            other.cache == row.cache)
            return other.median;
    return std::nullopt;
}

void printTable(std::FILE* file, const Recording& recording, const std::set<std::string>& libraries) {
    std::size_t stageWidth = 5, variantWidth = 7;
    for (const RecordedResult& row : recording.results) {
        stageWidth = std::max(stageWidth, row.stage.size());
        variantWidth = std::max(variantWidth, variantText(row.parameters).size());
    }
    const std::string& driver = recording.provenance.driver;
    fmt::print(file, "{}{}{}, {}\n", recording.provenance.gpu, driver.empty() ? "" : ", driver ", driver,
               recording.provenance.date);
    fmt::print(file, "{:<{}}  {:<{}}  {:>16}  {:<5}  {:>11}  {:>6}  {:>10}  {:>9}  {:>8}  {:>9}\n", "stage", stageWidth,
               "variant", variantWidth, "size", "cache", "median ms", "IQR %", "GFLOP/s", "GB/s", "% of lib",
               "max error");
    for (const RecordedResult& row : recording.results) {
        // The × in a size is one character of two bytes, which the width would count.
        const std::string size = sizeText(row.size);
        const auto sizeWidth = 16 + std::count(size.begin(), size.end(), '\xc3');
        fmt::print(file, "{:<{}}  {:<{}}  {:>{}}  {:<5}  ", row.stage, stageWidth, variantText(row.parameters),
                   variantWidth, size, sizeWidth, row.cache);
        if (!row.ok) {
            fmt::print(file, "{}: {}\n", row.kind, row.message);
            continue;
        }
        const auto library = libraryMedian(recording, libraries, row);
        const auto cell = [&](const std::optional<double>& value, const char* format) {
            return value ? fmt::format(fmt::runtime(format), *value) : std::string("-");
        };
        std::optional<double> share, spread = row.spread();
        if (row.median && library)
            share = 100.0 * *library / *row.median;
        if (spread)
            *spread *= 100.0;
        fmt::print(file, "{:>11}  {:>6}  {:>10}  {:>9}  {:>8}  {:>9}\n", cell(row.median, "{:.5g}"),
                   cell(spread, "{:.2f}"), cell(row.gflops, "{:.1f}"), cell(row.gbps, "{:.1f}"), cell(share, "{:.1f}"),
                   cell(row.error ? row.error->largest : std::nullopt, "{:.2e}"));
    }
    for (const RecordedResult& row : recording.results)
        if (row.throttledSamples.value_or(0) > 0)
            fmt::print(file, "{} {} at {}, {}: {} of {} samples while the clocks were held down ({})\n", row.stage,
                       variantText(row.parameters), sizeText(row.size), row.cache, *row.throttledSamples,
                       row.samples.size(), fmt::join(row.throttleReasons, ", "));
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
    std::FILE* out = file == "-" ? stdout : std::fopen(file.c_str(), "w");
    const bool written = out != nullptr && std::fputs(text.c_str(), out) >= 0 && std::fflush(out) == 0;
    if (out != nullptr && out != stdout)
        std::fclose(out);
    if (!written)
        throw UsageError(fmt::format("cannot write {}: check the folder and its rights", file));
}

/// A failure that means that there is nothing to measure on, as the line that the user needs.
std::string explained(const WorkerFailure& failure, const Options& options) {
    const bool noGpu = failure.kind() == "no-worker" || failure.kind() == "no-driver" || failure.kind() == "no-device";
    if (noGpu && options.host.empty() && options.via.empty())
        return fmt::format("cannot measure here: {}; --host NAME measures on another machine through ssh",
                           failure.what());
    if (options.host.empty() && options.via.empty())
        return fmt::format("cannot measure: {}", failure.what());
    if (options.host.empty())
        return fmt::format("cannot measure through `{}`: {}", options.via, failure.what());
    return fmt::format("cannot measure on {}: {}", options.host, failure.what());
}

int measureStages(const Options& options) {
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
    plan.device = options.device;
    plan.minSamples = options.samples;
    plan.cold = options.cold;
    plan.skipTooSlow = options.all;
    plan.verifyOnly = options.verifyOnly;
    plan.launchTimeout = options.timeout;
    if (options.verifyOnly && (options.cold || !options.resume.empty()))
        throw UsageError("--verify-only takes no times: leave out --cold and --resume");
    std::set<std::string> libraries;
    for (const Stage& stage : stages)
        if (stage.library)
            libraries.insert(stage.id);

    if (!options.resume.empty())
        plan.resumed = loadRecording(options.resume);

    const bool toFile = !options.json.empty() && options.json != "-";
    if (toFile) { // better now than after the first hour
        const std::filesystem::path folder = std::filesystem::absolute(options.json).parent_path();
        if (access(folder.c_str(), W_OK | X_OK) != 0)
            throw UsageError(fmt::format("cannot write {}: check the folder and its rights", options.json));
    }

    // With the JSON on standard output, the table goes to standard error.
    std::FILE* tableFile = options.json == "-" ? stderr : stdout;
    ProgressPrinter printer;
    MeasureCallbacks callbacks;
    callbacks.onProgress = [&](const MeasureProgress& progress) { printer.show(progress); };
    callbacks.onSizeDone = [&](const Recording& recording) {
        if (toFile && !options.verifyOnly) // after each size: a run that ends early keeps what it has
            saveRecording(recording, options.json);
    };

    Measured measured;
    try {
        const std::string worker = needsWorker(plan) ? localWorker() : std::string();
        const std::vector<std::string> command = worker.empty()         ? std::vector<std::string>{}
                                                 : !options.via.empty() ? launchedWorkerCommand(options.via, worker)
                                                 : options.host.empty() ? std::vector{worker}
                                                                        : remoteWorkerCommand(options.host, worker);
        const Interruption interruption; // until here, ssh may ask for a password, and Ctrl+C simply ends
        const StageCompiler compiler;
        WorkerClient client(command);
        measured = measure(client, compiler, plan, callbacks, interruption.token());
    } catch (const WorkerFailure& failure) {
        printer.end();
        throw UsageError(explained(failure, options));
    }
    printer.end();
    if (options.verifyOnly)
        writeVerifications(measured.recording, options.json);
    else if (options.json == "-")
        writeJson(recordingJson(measured.recording), "-");
    printTable(tableFile, measured.recording, libraries);
    if (measured.cancelled)
        fmt::print(stderr, "interrupted: {} of {} rows were measured\n", measured.recording.results.size(),
                   plan.variants.size() * plan.sizes.size() * (plan.cold ? 2 : 1));
    const bool allOk = std::all_of(measured.recording.results.begin(), measured.recording.results.end(),
                                   [](const RecordedResult& row) { return row.ok; });
    return allOk && !measured.cancelled ? 0 : 1;
}

} // namespace

void addMeasureVerb(CLI::App& app, int& exitCode) {
    const auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand("measure", "Verify and time stages on a GPU");
    verb->add_option("stages", options->stages, "Stages to measure, as in matmul/07-tiled");
    verb->add_flag("--all", options->all, "All stages");
    verb->add_option("--size", options->sizes,
                     "M,N,K or N; may be repeated. Two numbers, or more than three, are a list of sizes (default 1024)")
        ->allow_extra_args(false);
    verb->add_option("-D", options->defines, "NAME=VALUE: only variants with this value (default: all variants)")
        ->allow_extra_args(false);
    verb->add_option("--device", options->device, "Number of the GPU, from 0");
    verb->add_option("--samples", options->samples, "At least this many samples (10 or more)")
        ->check(CLI::Range(10, 100000));
    verb->add_flag("--cold", options->cold, "Time with an overwritten L2 cache, too");
    verb->add_flag("--verify-only", options->verifyOnly,
                   "Run each once and compare its result, without timing it; --json then writes a line for each");
    verb->add_option("--timeout", options->timeout, "Seconds that one launch may take (default 60)")
        ->check(CLI::Range(0.1, 86400.0));
    auto* host = verb->add_option("--host", options->host, "Measure on this machine, through ssh");
    verb->add_option("--via", options->via, "Start the worker through a launcher: \"srun --gres=gpu:1\"")
        ->excludes(host);
    verb->add_option("--resume", options->resume,
                     "Keep what this recording of an earlier run has, and measure the rest");
    verb->add_option("--json", options->json, "Write a recording to this file (- for the terminal)");
    verb->add_option("--stages", options->folder, "Folder of stages to read instead of the program's own");
    verb->callback([options, &exitCode] { exitCode = measureStages(*options); });
}

} // namespace warplens::cli
