// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli gate`: holds kernels against budgets that are under version control, for a build server.
#include "app/cli/interruption.h"
#include "app/cli/subject.h"
#include "app/cli/verbs.h"
#include "app/engine/budgets.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>

namespace warplens::cli {
namespace {

using namespace warplens::kernels;
using engine::Budget;
using engine::LineShare;
using engine::Outcome;
namespace fs = std::filesystem;
namespace simt = sim::simt;

constexpr size_t toldLines = 5; ///< of a limit that does not hold

struct Options {
    std::string budgets, sarif, junit, json;
    bool annotate = false;
    unsigned threads = 0;
};

Subject subjectOf(const Budget& budget, const fs::path& folder, const StageCompiler& compiler,
                  const std::optional<Catalogue>& catalogue, SubjectOptions& options) {
    options.kernel = budget.kernel;
    options.defines = budget.parameters;
    options.grid = budget.grid;
    options.block = budget.block;
    options.sharedBytes = budget.sharedBytes;
    options.arguments = budget.arguments;
    if (!budget.architecture.empty())
        options.architecture = budget.architecture;
    engine::checkedArchitecture(options.architecture);
    if (budget.stage.empty() && !budget.size.empty())
        throw UsageError("size is for stages: a kernel from a file takes grid, block and args");
    if (!budget.stage.empty())
        return stageSubject(compiler, options, findStage(*catalogue, budget.stage), chosenParameters(options),
                            parseSize(budget.size.empty() ? "512" : budget.size));
    if (!budget.launch.empty())
        return keptSubject(options, (folder / budget.launch).lexically_normal().string());
    return fileSubject(compiler, options, (folder / budget.file).lexically_normal().string());
}

/// The file that annotations name, as it is seen from here.
std::string fileOf(const Budget& budget, const fs::path& folder, const Subject& subject,
                   const std::optional<Catalogue>& catalogue) {
    if (!budget.file.empty())
        return (folder / budget.file).lexically_normal().string();
    if (!budget.stage.empty())
        return findStage(*catalogue, budget.stage).sourceFile.string();
    return subject.image.fileName;
}

/// The lines of the source that cost something, the most expensive first.
std::vector<LineShare> sharesOf(const std::vector<sim::trace::LineCounts>& lines, engine::Limit limit) {
    std::vector<LineShare> shares;
    for (const sim::trace::LineCounts& line : lines) {
        LineShare share{line.file, line.line};
        if (limit == engine::Limit::Wavefronts) {
            share.cost = line.counts.shared.sum().wavefronts;
            share.ideal = line.counts.shared.sum().wavefrontsIdeal;
        } else {
            share.cost = line.counts.global.sum().sectors;
            share.ideal = line.counts.global.sum().sectorsIdeal;
        }
        if (share.cost != 0)
            shares.push_back(share);
    }
    std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.cost > b.cost; });
    return shares;
}

double occupancyOf(const engine::Simulation& simulation) {
    const auto occupancy = simulation.occupancy();
    if (!occupancy)
        throw UsageError("occupancy and registers are not known without machine code: install the CUDA Toolkit");
    return occupancy->maximumWarps == 0 ? 0 : static_cast<double>(occupancy->warps) / occupancy->maximumWarps;
}

/// The outcome of each limit of a budget.
std::vector<Outcome> hold(const Budget& budget, const fs::path& folder, const StageCompiler& compiler,
                          const std::optional<Catalogue>& catalogue, const Options& options, std::stop_token stop) {
    SubjectOptions words;
    const Subject subject = subjectOf(budget, folder, compiler, catalogue, words);
    const std::string architecture =
        subject.kept && budget.architecture.empty() ? subject.kept->architecture : words.architecture;
    const sim::memory::Architecture& rules = engine::checkedArchitecture(architecture);
    engine::Simulation simulation = subject.kept ? engine::Simulation(subject.label, *subject.kept, rules)
                                                 : engine::Simulation(subject.image, subject.launch, rules);
    const auto wants = [&](engine::Limit limit) { return budget.most[static_cast<size_t>(limit)].has_value(); };
    simt::RunResult result;
    if (wants(engine::Limit::Wavefronts) || wants(engine::Limit::Sectors) || wants(engine::Limit::Findings)) {
        simt::RunOptions run;
        run.threads = options.threads;
        run.checkedBlocks = wants(engine::Limit::Findings) ? UINT64_MAX : 0;
        run.stop = stop;
        result = simulation.run(run);
        if (result.cancelled)
            throw UsageError("interrupted");
        if (result.failed && !wants(engine::Limit::Findings)) {
            const std::string why = result.findings.empty() ? "it has failed" : result.findings.front().message;
            throw UsageError(
                fmt::format("the kernel does not run to its end, so that its counts mean nothing: {}", why));
        }
    }
    const sim::trace::Counts totals =
        result.counters.empty() ? sim::trace::Counts() : sim::trace::totals(simulation.program(), result);
    const auto lines = result.counters.empty() ? std::vector<sim::trace::LineCounts>()
                                               : sim::trace::countsByLine(simulation.program(), result);
    std::vector<Outcome> outcomes;
    for (size_t i = 0; i < engine::limits; ++i) {
        if (!budget.most[i])
            continue;
        Outcome outcome;
        outcome.budget = &budget;
        outcome.subject = budget.name.empty() ? subject.label : budget.name;
        outcome.file = fileOf(budget, folder, subject, catalogue);
        outcome.limit = static_cast<engine::Limit>(i);
        outcome.allowed = *budget.most[i];
        switch (outcome.limit) {
        case engine::Limit::Wavefronts:
            outcome.value = static_cast<double>(totals.shared.sum().wavefronts);
            outcome.lines = sharesOf(lines, outcome.limit);
            break;
        case engine::Limit::Sectors:
            outcome.value = static_cast<double>(totals.global.sum().sectors);
            outcome.lines = sharesOf(lines, outcome.limit);
            break;
        case engine::Limit::Registers:
            static_cast<void>(occupancyOf(simulation)); // says where they are not known
            outcome.value = simulation.registers();
            break;
        case engine::Limit::Occupancy:
            outcome.value = occupancyOf(simulation);
            break;
        case engine::Limit::Findings:
            for (const simt::Finding& finding : result.findings)
                if (finding.isError()) {
                    outcome.value += 1;
                    outcome.lines.push_back({finding.file, finding.line, finding.times, 0});
                }
            break;
        }
        outcomes.push_back(std::move(outcome));
    }
    return outcomes;
}

void print(const Outcome& outcome) {
    fmt::print("{}  {}  {}\n", outcome.holds() ? "ok  " : "OVER", outcome.subject, engine::outcomeText(outcome));
    if (outcome.holds())
        return;
    const bool counted = outcome.limit == engine::Limit::Wavefronts || outcome.limit == engine::Limit::Sectors;
    for (size_t i = 0; i < std::min(toldLines, outcome.lines.size()); ++i) {
        const LineShare& line = outcome.lines[i];
        fmt::print("      {}:{}: {}{}\n", line.file, line.line, line.cost,
                   counted          ? fmt::format(", {} would do", line.ideal)
                   : line.cost == 1 ? " time"
                                    : " times");
    }
    if (outcome.lines.size() > toldLines)
        fmt::print("      … and {} lines more\n", outcome.lines.size() - toldLines);
}

nlohmann::ordered_json jsonOf(const std::vector<Outcome>& outcomes) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Outcome& outcome : outcomes) {
        nlohmann::ordered_json lines = nlohmann::ordered_json::array();
        for (const LineShare& line : outcome.lines)
            lines.push_back({{"file", line.file}, {"line", line.line}, {"value", line.cost}, {"ideal", line.ideal}});
        list.push_back({{"subject", outcome.subject},
                        {"budget_line", outcome.budget->line},
                        {"limit", engine::limitName(outcome.limit)},
                        {"value", outcome.value},
                        {"allowed", outcome.allowed},
                        {"holds", outcome.holds()},
                        {"lines", std::move(lines)}});
    }
    return {{"budgets", std::move(list)}};
}

void writeText(const std::string& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out)
        throw UsageError(fmt::format("cannot write {}: check the folder and its rights", file));
}

int run(const Options& options) {
    const std::vector<Budget> budgets = engine::readBudgets(options.budgets);
    const fs::path folder = fs::path(options.budgets).parent_path();
    const StageCompiler compiler;
    std::optional<Catalogue> catalogue;
    if (std::any_of(budgets.begin(), budgets.end(), [](const Budget& each) { return !each.stage.empty(); }))
        catalogue = openCatalogue({});
    const Interruption interruption;
    std::vector<Outcome> outcomes;
    size_t broken = 0;
    for (const Budget& budget : budgets)
        try {
            for (Outcome& outcome : hold(budget, folder, compiler, catalogue, options, interruption.token())) {
                if (options.json != "-")
                    print(outcome);
                outcomes.push_back(std::move(outcome));
            }
        } catch (const std::exception& error) { // the others are looked at all the same
            ++broken;
            fmt::print(stderr, "{}:{}: {}\n", options.budgets, budget.line, error.what());
        }
    if (options.annotate || std::getenv("GITHUB_ACTIONS") != nullptr)
        for (const Outcome& outcome : outcomes)
            if (!outcome.holds())
                fmt::print(stderr, "{}\n", engine::annotationText(outcome));
    if (!options.sarif.empty())
        writeText(options.sarif, engine::outcomesSarif(outcomes).dump(2) + "\n");
    if (!options.junit.empty())
        writeText(options.junit, engine::outcomesJUnit(outcomes, options.budgets));
    if (!options.json.empty())
        writeJson(jsonOf(outcomes), options.json);
    const auto over = static_cast<size_t>(
        std::count_if(outcomes.begin(), outcomes.end(), [](const Outcome& each) { return !each.holds(); }));
    if (options.json != "-")
        fmt::print("{} of {} limits hold\n", outcomes.size() - over, outcomes.size());
    return broken != 0 ? 2 : over != 0 ? 1 : 0;
}

} // namespace

void addGateVerb(CommandLine& commands) {
    auto options = std::make_shared<Options>();
    Verb verb =
        commands.verb("gate", "Hold kernels against a file of budgets: exit code 1 where one costs more than it may");
    verb.option("budgets", options->budgets, "BUDGETS.toml: what kernels may cost (docs/gate.md)", {.required = true});
    verb.option("--sarif", options->sarif, "Write what is over budget to a file as SARIF 2.1.0");
    verb.option("--junit", options->junit, "Write all limits to a file as JUnit XML, for build servers");
    verb.option("--json", options->json, "Write the answer to a file; - for standard output");
    verb.flag("--annotate", options->annotate,
              "Write GitHub's annotations to standard error, too; as it does where $GITHUB_ACTIONS is set");
    verb.option("--threads", options->threads, "Host threads; 0: as many as there are cores", {.tellsDefault = true});
    verb.does([options] { return run(*options); });
}

} // namespace warplens::cli
