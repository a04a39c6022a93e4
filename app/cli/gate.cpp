// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli gate`: holds kernels against budgets that are under version control, for a build server.
#include "app/cli/commit.h"
#include "app/cli/interruption.h"
#include "app/cli/subject.h"
#include "app/cli/verbs.h"
#include "app/engine/markup.h"
#include "app/engine/measured_budget.h"
#include "app/engine/trimmed.h"
#include "kernels/files/bounded_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>

namespace warplens::cli {
namespace {

using namespace warplens::kernels;
using engine::Budget;
using engine::LineShare;
using engine::Outcome;
namespace fs = std::filesystem;
namespace simt = sim::simt;

constexpr size_t toldLines = 5; ///< of a limit that does not hold

struct GateOptions {
    std::string budgets, sarif, junit, json, since;
    bool annotate = false, allowBenign = false;
    unsigned threads = 0;
    /// Whatever the budgets limit: it is compared, or kept to be compared.
    bool measuresAll() const { return !since.empty() || !json.empty(); }
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

/// The lines of the source that a limit is about, the most expensive first.
std::vector<LineShare> sharesOf(const engine::Measured& measured, const std::vector<sim::trace::LineCounts>& lines,
                                engine::Limit limit) {
    std::vector<LineShare> shares;
    for (const engine::MeasuredLine& line : measured.lines) {
        LineShare share{line.file, line.line, line.values[static_cast<size_t>(limit)], 0};
        for (const sim::trace::LineCounts& counts : lines)
            if (counts.file == line.file && counts.line == line.line)
                share.ideal += limit == engine::Limit::Wavefronts ? counts.counts.shared.sum().wavefrontsIdeal
                               : limit == engine::Limit::Sectors  ? counts.counts.global.sum().sectorsIdeal
                                                                  : 0;
        if (share.cost != 0)
            shares.push_back(share);
    }
    std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.cost > b.cost; });
    return shares;
}

/// What a budget's kernel has been found to cost, and whether that is allowed.
struct Held {
    engine::Measured measured;
    std::vector<Outcome> outcomes;
};

bool wants(const Budget& budget, engine::Limit limit) {
    return budget.most[static_cast<size_t>(limit)].has_value();
}

/// Counts, unless nobody asks for what only a run can tell.
simt::RunResult runFor(engine::Simulation& simulation, const Budget& budget, const GateOptions& options,
                       std::stop_token stop) {
    const bool findings = options.measuresAll() || wants(budget, engine::Limit::Findings);
    if (!findings && !wants(budget, engine::Limit::Wavefronts) && !wants(budget, engine::Limit::Sectors))
        return {};
    simt::RunOptions run;
    run.threads = options.threads;
    run.checkedBlocks = findings ? UINT64_MAX : 0;
    run.stop = stop;
    simt::RunResult result = simulation.run(run);
    if (result.cancelled)
        throw UsageError("interrupted");
    if (result.failed && !wants(budget, engine::Limit::Findings)) {
        const std::string why = result.findings.empty() ? "it has failed" : result.findings.front().message;
        throw UsageError(fmt::format("the kernel does not run to its end, so that its counts mean nothing: {}", why));
    }
    return result;
}

/// The text of a line of the kernel's source, without the spaces around it.
std::string lineText(const engine::KernelImage& image, const std::string& file, uint32_t line) {
    if (file != image.fileName)
        return {};
    std::istringstream in(image.source);
    std::string text;
    for (uint32_t i = 0; i < line; ++i)
        if (!std::getline(in, text))
            return {};
    return engine::trimmed(text);
}

std::vector<engine::MeasuredLine> linesOf(const engine::KernelImage& image,
                                          const std::vector<sim::trace::LineCounts>& counts,
                                          const std::vector<simt::Finding>& mistakes) {
    std::map<std::pair<std::string, uint32_t>, std::array<uint64_t, engine::limits>> values;
    for (const sim::trace::LineCounts& line : counts) {
        auto& row = values[{line.file, line.line}];
        row[static_cast<size_t>(engine::Limit::Wavefronts)] += line.counts.shared.sum().wavefronts;
        row[static_cast<size_t>(engine::Limit::Sectors)] += line.counts.global.sum().sectors;
    }
    for (const simt::Finding& finding : mistakes)
        values[{finding.file, finding.line}][static_cast<size_t>(engine::Limit::Findings)] += finding.times;
    std::vector<engine::MeasuredLine> lines;
    for (const auto& [place, row] : values)
        if (std::any_of(row.begin(), row.end(), [](uint64_t value) { return value != 0; }))
            lines.push_back({place.first, place.second, lineText(image, place.first, place.second), row});
    return lines;
}

/// The outcome of each limit of a budget, seen from the folder.
Held hold(const Budget& budget, const fs::path& folder, const StageCompiler& compiler,
          const std::optional<Catalogue>& catalogue, const GateOptions& options, std::stop_token stop) {
    using engine::Limit;
    SubjectOptions words;
    const Subject subject = subjectOf(budget, folder, compiler, catalogue, words);
    const std::string architecture =
        subject.kept && budget.architecture.empty() ? subject.kept->architecture : words.architecture;
    const sim::memory::Architecture& rules = engine::checkedArchitecture(architecture);
    engine::Simulation simulation = subject.kept ? engine::Simulation(subject.label, *subject.kept, rules)
                                                 : engine::Simulation(subject.image, subject.launch, rules);
    const simt::RunResult result = runFor(simulation, budget, options, stop);
    const bool counted = !result.counters.empty();
    const auto lines =
        counted ? sim::trace::countsByLine(simulation.program(), result) : std::vector<sim::trace::LineCounts>();
    std::vector<simt::Finding> mistakes;
    std::copy_if(result.findings.begin(), result.findings.end(), std::back_inserter(mistakes),
                 [&](const simt::Finding& each) { return each.isError() && !(options.allowBenign && each.benign); });
    Held held;
    held.measured.subject =
        budget.name.empty() ? subject.stage.empty() ? budget.file + budget.launch : subject.label : budget.name;
    held.measured.lines = linesOf(subject.image, lines, mistakes);
    const auto value = [&](Limit limit) -> std::optional<double>& {
        return held.measured.values[static_cast<size_t>(limit)];
    };
    if (counted) {
        const sim::trace::Counts totals = sim::trace::totals(simulation.program(), result);
        value(Limit::Wavefronts) = static_cast<double>(totals.shared.sum().wavefronts);
        value(Limit::Sectors) = static_cast<double>(totals.global.sum().sectors);
    }
    if (options.measuresAll() || wants(budget, Limit::Findings))
        value(Limit::Findings) = static_cast<double>(mistakes.size());
    if (const auto occupancy = simulation.occupancy()) {
        value(Limit::Registers) = simulation.registers();
        value(Limit::Occupancy) =
            occupancy->maximumWarps == 0 ? 0 : static_cast<double>(occupancy->warps) / occupancy->maximumWarps;
    }
    for (size_t i = 0; i < engine::limits; ++i) {
        if (!budget.most[i])
            continue;
        if (!held.measured.values[i])
            throw UsageError("occupancy and registers are not known without machine code: install the CUDA Toolkit");
        Outcome outcome;
        outcome.budget = &budget;
        outcome.subject = budget.name.empty() ? subject.label : budget.name;
        outcome.file = fileOf(budget, folder, subject, catalogue);
        outcome.limit = static_cast<Limit>(i);
        outcome.allowed = *budget.most[i];
        outcome.value = *held.measured.values[i];
        outcome.lines = sharesOf(held.measured, lines, outcome.limit);
        held.outcomes.push_back(std::move(outcome));
    }
    return held;
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

/// What a budget's kernel was before.
struct Before {
    std::string subject;
    std::vector<engine::LimitChange> changes;
    std::string unknown; ///< why nothing can be said
};

void print(const Before& before, const std::string& since) {
    if (!before.unknown.empty())
        return fmt::print("      since {}: not compared: {}\n", since, before.unknown);
    if (before.changes.empty())
        return fmt::print("      since {}: nothing has changed\n", since);
    fmt::print("      since {}:\n", since);
    for (const engine::LimitChange& change : before.changes) {
        fmt::print("      {}\n", engine::changeText(change));
        for (size_t i = 0; i < std::min(toldLines, change.lines.size()); ++i)
            fmt::print("        {}\n", engine::changeText(change.lines[i]));
        if (change.lines.size() > toldLines)
            fmt::print("        … and {} lines more\n", change.lines.size() - toldLines);
    }
}

/// What there was before, each budget by itself: in a commit, or as an earlier answer tells it.
class Past {
public:
    Past(const GateOptions& options, const fs::path& folder) {
        std::error_code error;
        if (options.since.empty())
            return;
        if (fs::is_regular_file(options.since, error))
            m_measured = engine::readMeasured(options.since);
        else
            m_commit.emplace(folder, options.since);
    }

    /// Nothing where nobody has asked.
    std::optional<Before> of(const Budget& budget, const engine::Measured& now, const StageCompiler& compiler,
                             const GateOptions& options, std::stop_token stop) const {
        if (options.since.empty())
            return std::nullopt;
        Before before{now.subject, {}, {}};
        try {
            before.changes = engine::changesBetween(
                m_commit ? inCommit(budget, compiler, options, stop) : inAnswer(now.subject), now);
        } catch (const std::exception& why) {
            if (stop.stop_requested())
                throw;
            before.unknown = why.what();
        }
        return before;
    }

private:
    engine::Measured inCommit(const Budget& budget, const StageCompiler& compiler, const GateOptions& options,
                              std::stop_token stop) const {
        if (!budget.stage.empty())
            throw UsageError(
                "a stage belongs to Warplens, not to the commit; compare with what an earlier --json wrote");
        m_commit->find(budget.file + budget.launch);
        Budget measured = budget;
        measured.most = {};
        return hold(measured, m_commit->folder(), compiler, std::nullopt, options, stop).measured;
    }
    const engine::Measured& inAnswer(const std::string& subject) const {
        const auto found = std::find_if(m_measured.begin(), m_measured.end(),
                                        [&](const engine::Measured& each) { return each.subject == subject; });
        if (found == m_measured.end())
            throw UsageError("it is new");
        return *found;
    }

    std::vector<engine::Measured> m_measured;
    std::optional<Commit> m_commit;
};

nlohmann::ordered_json jsonOf(const std::vector<Outcome>& outcomes, const std::vector<engine::Measured>& measured,
                              const std::vector<Before>& befores) {
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
    nlohmann::ordered_json answer{{"budgets", std::move(list)}, {"measured", nlohmann::ordered_json::array()}};
    for (const engine::Measured& each : measured)
        answer["measured"].push_back(engine::measuredJson(each));
    for (const Before& before : befores) {
        nlohmann::ordered_json row{{"subject", before.subject}};
        if (before.unknown.empty())
            row["changes"] = engine::changesJson(before.changes);
        else
            row["unknown"] = before.unknown;
        answer["since"].push_back(std::move(row));
    }
    return answer;
}

int runGate(const GateOptions& options) {
    const std::vector<Budget> budgets = engine::readBudgets(options.budgets);
    const fs::path folder = fs::path(options.budgets).parent_path();
    const StageCompiler compiler;
    std::optional<Catalogue> catalogue;
    if (std::any_of(budgets.begin(), budgets.end(), [](const Budget& each) { return !each.stage.empty(); }))
        catalogue = openCatalogue({});
    const Interruption interruption;
    const Past past(options, folder);
    std::vector<Outcome> outcomes;
    std::vector<engine::Measured> measured;
    std::vector<Before> befores;
    size_t broken = 0;
    for (const Budget& budget : budgets)
        try {
            Held held = hold(budget, folder, compiler, catalogue, options, interruption.token());
            for (Outcome& outcome : held.outcomes) {
                if (options.json != "-")
                    print(outcome);
                outcomes.push_back(std::move(outcome));
            }
            if (auto before = past.of(budget, held.measured, compiler, options, interruption.token())) {
                if (options.json != "-")
                    print(*before, options.since);
                befores.push_back(std::move(*before));
            }
            measured.push_back(std::move(held.measured));
        } catch (const std::exception& error) { // the others are looked at all the same
            ++broken;
            fmt::print(stderr, "{}:{}: {}\n", options.budgets, budget.line, error.what());
        }
    if (options.annotate || std::getenv("GITHUB_ACTIONS") != nullptr)
        for (const Outcome& outcome : outcomes)
            if (!outcome.holds())
                fmt::print(stderr, "{}\n", engine::annotationText(outcome));
    if (!options.sarif.empty())
        writeWhole(options.sarif, engine::jsonText(engine::outcomesSarif(outcomes)));
    if (!options.junit.empty())
        writeWhole(options.junit, engine::outcomesJUnit(outcomes, options.budgets));
    if (!options.json.empty())
        writeJson(jsonOf(outcomes, measured, befores), options.json);
    const auto over = static_cast<size_t>(
        std::count_if(outcomes.begin(), outcomes.end(), [](const Outcome& each) { return !each.holds(); }));
    if (options.json != "-")
        fmt::print("{} of {} limits hold\n", outcomes.size() - over, outcomes.size());
    return broken != 0 ? 2 : over != 0 ? 1 : 0;
}

} // namespace

void addGateVerb(CommandLine& commands) {
    auto options = std::make_shared<GateOptions>();
    Verb verb =
        commands.verb("gate", "Hold kernels against a file of budgets: exit code 1 where one costs more than it may");
    verb.option("budgets", options->budgets, "BUDGETS.toml: what kernels may cost (docs/gate.md)", {.required = true});
    verb.option(
        "--since", options->since,
        "Tell what has changed, by line: since a commit of git, or since the FILE that an earlier --json wrote");
    verb.option("--sarif", options->sarif, "Write what is over budget to a file as SARIF 2.1.0");
    verb.option("--junit", options->junit, "Write all limits to a file as JUnit XML, for build servers");
    verb.option("--json", options->json, "Write the answer to a file; - for standard output");
    verb.flag("--allow-benign", options->allowBenign, "Races that change nothing with this data are no findings");
    verb.flag("--annotate", options->annotate,
              "Write GitHub's annotations to standard error, too; as it does where $GITHUB_ACTIONS is set");
    verb.option("--threads", options->threads, "Host threads; 0: as many as there are cores", {.tellsDefault = true});
    verb.does([options] { return runGate(*options); });
}

} // namespace warplens::cli
