// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/check.h"

#include "app/engine/placed_arguments.h"
#include "app/engine/program_counters.h"
#include "app/engine/temporary_folder.h"
#include "kernels/measure/worker_client.h"
#include "kernels/process/child_process.h"
#include "kernels/protocol/base64.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <span>
#include <sstream>

namespace warplens::engine {
namespace {

using nlohmann::json;
using sim::trace::Counts;

json requestOf(const CheckSubject& subject, const Simulation& simulation, const CheckOptions& options,
               const TemporaryFolder& folder) {
    requirePlainArguments(subject.launch);
    json request{{"verb", "run"}, {"device", options.device}};
    request["code"] = {{"cubin", kernels::base64Encoded(subject.image.cubin)}, {"name", subject.image.name}};
    const auto dim = [](const sim::simt::Dim3& d) { return json{d.x, d.y, d.z}; };
    request["grid"] = dim(subject.launch.grid);
    request["block"] = dim(subject.launch.block);
    request["shared_bytes"] = subject.launch.dynamicShared;
    request["arguments"] = json::array();
    for (size_t i = 0; i < subject.launch.arguments.size(); ++i) {
        const NamedArgument& argument = subject.launch.arguments[i];
        json row{{"spec", argument.text}, {"name", simulation.arrays()[i].name}};
        if (argument.spec.isArray)
            row["output"] = folder.file(fmt::format("argument-{}", i));
        request["arguments"].push_back(std::move(row));
    }
    return request;
}

std::vector<OutputCheck> compareOutputs(const CheckSubject& subject, Simulation& simulation,
                                        const TemporaryFolder& folder) {
    std::vector<OutputCheck> checks;
    for (size_t i = 0; i < subject.launch.arguments.size(); ++i) {
        if (!subject.launch.arguments[i].spec.isArray)
            continue;
        const Simulation::Array& array = simulation.arrays()[i];
        const std::vector<std::byte> ours = simulation.contents(array);
        std::ifstream file(folder.file(fmt::format("argument-{}", i)), std::ios::binary);
        std::vector<std::byte> theirs(ours.size());
        file.read(reinterpret_cast<char*>(theirs.data()), static_cast<std::streamsize>(theirs.size()));
        if (!file)
            throw EngineError(fmt::format("the worker did not write the array {} as a whole", array.name));
        checks.push_back(compareArrays(array.name, array.type, ours, theirs));
    }
    for (const auto& [name, bound] : subject.bounds) {
        const Simulation::Array& array = simulation.array(name);
        for (OutputCheck& check : checks)
            if (check.name == array.name)
                check.bound = bound;
    }
    return checks;
}

double numberAt(kernels::ElementType type, const std::byte* at) {
    if (type == kernels::ElementType::F64) {
        double value;
        std::memcpy(&value, at, sizeof value);
        return value;
    }
    if (type == kernels::ElementType::F32) {
        float value;
        std::memcpy(&value, at, sizeof value);
        return value;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

void addLines(CheckResult& result, const ModelledLines& model, const KernelImage& image, const ProfiledSource& source) {
    try {
        result.lines = compareLines(
            model, sim::sass::readCubin(std::as_bytes(std::span(image.cubin.data(), image.cubin.size()))), source);
    } catch (const std::exception& error) {
        result.linesProblem = error.what();
    }
}

size_t instructionsOf(const KernelImage& image) {
    if (!image.cubin.empty())
        for (const sim::sass::Function& function :
             sim::sass::readCubin(std::as_bytes(std::span(image.cubin.data(), image.cubin.size()))).functions)
            if (function.name == image.name)
                return function.instructions.size();
    return 0;
}

/// "tile<32, 1>(float*, int)" and "tile", "_Z4tile..." and "tile": a profile may have names with their parameters.
bool sameKernel(const std::string& profiled, const std::string& ours) {
    return profiled == ours || profiled.starts_with(ours + "(") || profiled.starts_with(ours + "<");
}

} // namespace

OutputCheck compareArrays(std::string name, kernels::ElementType type, std::span<const std::byte> ours,
                          std::span<const std::byte> theirs) {
    OutputCheck check;
    check.name = std::move(name);
    check.bytes = ours.size();
    const size_t element = kernels::elementSize(type);
    for (size_t at = 0; at + element <= ours.size(); at += element) {
        if (std::memcmp(ours.data() + at, theirs.data() + at, element) == 0)
            continue;
        if (check.differentElements++ == 0)
            check.firstDifference = at / element;
        const double x = numberAt(type, ours.data() + at), y = numberAt(type, theirs.data() + at);
        const double difference =
            std::isnan(x) && std::isnan(y) && (type == kernels::ElementType::F32 || type == kernels::ElementType::F64)
                ? 0
                : std::fabs(x - y) / std::max(1.0, std::fabs(y));
        check.greatestDifference = std::isfinite(difference) ? std::max(check.greatestDifference, difference)
                                                             : std::numeric_limits<double>::infinity();
    }
    return check;
}

bool CheckResult::sameBits() const {
    return problem.empty() &&
           std::all_of(outputs.begin(), outputs.end(), [](const OutputCheck& output) { return output.sameBits(); });
}

bool CheckResult::withinBounds() const {
    return problem.empty() &&
           std::all_of(outputs.begin(), outputs.end(), [](const OutputCheck& output) { return output.accepted(); });
}

bool CheckResult::sameCounts() const {
    const auto counted = [](const CounterCheck& counter) { return counter.hardware.has_value(); };
    const bool any = !lines.empty() || std::any_of(counters.begin(), counters.end(), counted);
    return problem.empty() && any &&
           std::all_of(counters.begin(), counters.end(),
                       [&](const CounterCheck& counter) { return !counted(counter) || counter.exact(); }) &&
           std::all_of(lines.begin(), lines.end(), [](const LineCheck& line) { return line.exact(); });
}

std::string findProfiler() {
    std::vector<std::filesystem::path> folders;
    if (const char* path = std::getenv("PATH")) {
        std::istringstream list(path);
        for (std::string folder; std::getline(list, folder, ':');)
            folders.emplace_back(folder);
    }
    folders.emplace_back("/usr/local/cuda/bin");
    for (const std::filesystem::path& folder : folders)
        if (std::error_code ignored; std::filesystem::is_regular_file(folder / "ncu", ignored))
            return (folder / "ncu").string();
    return {};
}

std::vector<CheckResult> check(const std::vector<CheckSubject>& subjects, const CheckOptions& options) {
    const TemporaryFolder folder("warplens-check");
    const std::string report = folder.file("profile.ncu-rep");
    std::vector<std::string> command;
    if (!options.profiler.empty())
        command = profilerWords(options.profiler, report);
    command.push_back(options.worker);

    std::vector<CheckResult> results;
    std::vector<size_t> profiled; ///< the results whose launches the profile has, in order
    std::vector<Counts> modelled;
    std::vector<ModelledLines> modelledByLine;
    {
        kernels::WorkerClient client(command);
        for (const CheckSubject& subject : subjects) {
            CheckResult result;
            result.label = subject.label;
            Counts counts;
            ModelledLines byLine;
            try {
                if (subject.image.cubin.empty())
                    throw EngineError("there is no machine code to run: a PTX file cannot be checked");
                Simulation simulation(subject.image, subject.launch);
                result.unmatched = simulation.unmatched();
                kernels::RequestOptions requestOptions;
                requestOptions.stop = options.stop;
                client.request(requestOf(subject, simulation, options, folder), requestOptions);
                profiled.push_back(results.size());
                const auto start = std::chrono::steady_clock::now();
                sim::simt::RunOptions run;
                run.stop = options.stop;
                const sim::simt::RunResult ran = simulation.run(run);
                result.simulatedSeconds =
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
                if (!ran.findings.empty())
                    result.problem = "the emulator found: " + ran.findings.front().message;
                counts = sim::trace::totals(simulation.program(), ran);
                byLine = modelledLines(simulation, ran);
                result.outputs = compareOutputs(subject, simulation, folder);
            } catch (const kernels::WorkerFailure& failure) {
                if (failure.kind() == "no-worker" || failure.kind() == "no-driver" || failure.kind() == "no-device" ||
                    failure.kind() == "cancelled")
                    throw EngineError(failure.what());
                result.problem = failure.what();
            } catch (const std::exception& error) {
                result.problem = error.what();
            }
            if (options.tell)
                options.tell(result.problem.empty() ? subject.label : subject.label + ": " + result.problem);
            results.push_back(std::move(result));
            modelled.push_back(counts);
            modelledByLine.push_back(std::move(byLine));
        }
        client.stop(); // the profiler writes its table when the program ends
    }
    if (options.profiler.empty())
        return results;
    const std::string raw = profilePage(options.profiler, report, "raw");
    const std::vector<ProfiledLaunch> launches = readProfile(raw);
    if (launches.size() != profiled.size())
        throw EngineError(fmt::format("{} kernels were launched and ncu profiled {}: {}", profiled.size(),
                                      launches.size(), raw.substr(0, 400)));
    const std::vector<ProfiledSource> sources =
        readProfileTables(profilePage(options.profiler, report, "source")).sources;
    for (size_t i = 0; i < launches.size(); ++i) {
        CheckResult& result = results[profiled[i]];
        result.metrics = launches[i].metrics;
        result.counters = comparedCounters(modelled[profiled[i]], result.metrics);
        if (sources.size() == launches.size())
            addLines(result, modelledByLine[profiled[i]], subjects[profiled[i]].image, sources[i]);
        else
            result.linesProblem =
                fmt::format("ncu's source page has {} kernels instead of {}", sources.size(), launches.size());
    }
    return results;
}

std::vector<CheckResult> checkAgainst(const std::vector<CheckSubject>& subjects, const Profile& profile,
                                      const CheckOptions& options) {
    std::vector<bool> launchUsed(profile.launches.size()), sourceUsed(profile.sources.size());
    std::vector<CheckResult> results;
    for (const CheckSubject& subject : subjects) {
        CheckResult result;
        result.label = subject.label;
        try {
            Simulation simulation(subject.image, subject.launch);
            result.unmatched = simulation.unmatched();
            const ProfiledLaunch* launch = nullptr;
            const ProfiledSource* source = nullptr;
            const auto& g = subject.launch.grid;
            const auto& b = subject.launch.block;
            const std::string grid = fmt::format("({}, {}, {})", g.x, g.y, g.z);
            const std::string block = fmt::format("({}, {}, {})", b.x, b.y, b.z);
            for (size_t i = 0; i < profile.launches.size() && launch == nullptr; ++i)
                if (!launchUsed[i] && sameKernel(profile.launches[i].kernel, subject.image.name) &&
                    (profile.launches[i].grid.empty() || profile.launches[i].grid == grid) &&
                    (profile.launches[i].block.empty() || profile.launches[i].block == block)) {
                    launch = &profile.launches[i];
                    launchUsed[i] = true;
                }
            // Variants of a kernel differ in their code: the number of instructions tells them apart.
            const size_t instructions = instructionsOf(subject.image);
            for (size_t i = 0; i < profile.sources.size() && source == nullptr; ++i)
                if (!sourceUsed[i] && sameKernel(profile.sources[i].kernel, subject.image.name) &&
                    (profile.sources[i].instructions.size() == instructions || profile.sources.size() == 1)) {
                    source = &profile.sources[i];
                    sourceUsed[i] = true;
                }
            if (launch == nullptr && source == nullptr)
                throw EngineError(fmt::format("the profile has no launch of {} with a grid of {} and blocks of {}",
                                              subject.image.name, grid, block));
            sim::simt::RunOptions run;
            run.stop = options.stop;
            const sim::simt::RunResult ran = simulation.runSample(run);
            if (!ran.exact)
                result.problem = "the counts depend on the data, and the grid is too large to run all of it";
            if (launch != nullptr) {
                result.metrics = launch->metrics;
                result.counters = comparedCounters(sim::trace::totals(simulation.program(), ran), launch->metrics);
            }
            if (source != nullptr)
                addLines(result, modelledLines(simulation, ran), subject.image, *source);
        } catch (const std::exception& error) {
            result.problem = error.what();
        }
        if (options.tell)
            options.tell(result.problem.empty() ? subject.label : subject.label + ": " + result.problem);
        results.push_back(std::move(result));
    }
    return results;
}

std::vector<CounterCheck> comparedCounters(const Counts& model, const std::map<std::string, double>& figures) {
    std::vector<CounterCheck> compared;
    for (const MetricInfo& info : metrics()) {
        if (!info.ofLaunch())
            continue;
        CounterCheck& counter = compared.emplace_back(
            CounterCheck{info.id, info.name, info.ncu, static_cast<double>(info.model(model)), {}});
        if (const auto found = figures.find(info.ncu); found != figures.end())
            counter.hardware = found->second;
    }
    return compared;
}

} // namespace warplens::engine
