// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/challenges/judge.h"

#include "app/challenges/allowed_source.h"
#include "app/challenges/deadline.h"
#include "app/challenges/goal_text.h"
#include "app/engine/check.h"
#include "app/engine/finding_text.h"
#include "app/model/warp_table.h"
#include "app/tongue/say.h"
#include "kernels/compiler/device_part.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <new>

namespace warplens::challenges {
namespace {

using engine::KernelImage;
using tongue::said;

/// The kernel that reference.cu has.
constexpr const char* referenceName = "reference";

std::string sayAmount(const Goal& goal, const Trial::Amount& amount) {
    if (goal.space != Space::Launch && amount.requests == 0)
        return said("there are no such requests");
    if (goal.unit == Unit::SectorsPerRequest)
        return said("{0} ({1} in {2} requests)", rateText(amount.value), amountText(Unit::Sectors, amount.total),
                    amount.requests);
    return amountText(goal.unit, amount.total);
}

GoalVerdict judgeAmount(const Goal& goal, const Trial& trial) {
    const Trial::Amount amount = trial.amount(goal);
    GoalVerdict verdict{goal.text, false, sayAmount(goal, amount), 0};
    const bool counted = goal.space == Space::Launch || amount.requests != 0;
    verdict.met = counted && !trial.wasStopped() && goal.accepts(amount.value);
    if (!verdict.met)
        verdict.line = amount.line;
    if (trial.wasStopped())
        verdict.found = said("{0} until the kernel was stopped", verdict.found);
    return verdict;
}

GoalVerdict judgeFindings(const Goal& goal, const Trial& shown, const Trial& others) {
    GoalVerdict verdict{goal.text, true, said("none"), 0};
    for (const Trial* trial : {&shown, &others}) {
        const auto mistakes = trial->mistakes();
        if (mistakes.empty())
            continue;
        const sim::simt::Finding& first = *mistakes.front();
        verdict.met = false;
        verdict.line = trial->lineOf(first);
        verdict.found = engine::findingLine(first);
        if (trial == &others)
            verdict.found = said("{0} with other data", verdict.found);
        if (mistakes.size() > 1)
            verdict.found = said("{0} (and {1} more)", verdict.found, mistakes.size() - 1);
        break;
    }
    return verdict;
}

/// The compiler's first error in the text itself; it also asks for the kernel by its name, beside it.
std::string whyNotCompiled(const engine::CompileError& error, const Challenge& challenge) {
    for (const kernels::Diagnostic& each : error.result.diagnostics)
        if (each.severity == kernels::Severity::Error && each.file == challenge.fileName)
            return fmt::format("{}:{}: {}", each.file, each.line, each.message);
    for (const kernels::Diagnostic& each : error.result.diagnostics)
        if (each.file.find("name_map") != std::string::npos)
            return said("there is no kernel '{0}': keep its name", challenge.launch.kernel);
    return error.what();
}

std::string valueAt(const Trial::Bytes& bytes, kernels::ElementType type, uint64_t element) {
    const size_t size = kernels::elementSize(type);
    return app::valueText(std::span(bytes).subspan(element * size, size), type);
}

} // namespace

bool Verdict::met() const {
    return problem.empty() && goalsMet() == goals.size();
}

size_t Verdict::goalsMet() const {
    return static_cast<size_t>(
        std::count_if(goals.begin(), goals.end(), [](const GoalVerdict& goal) { return goal.met; }));
}

std::string sentenceOf(const Goal& goal, const GoalVerdict& verdict, const std::string& file) {
    return fmt::format("{} {} — {}{}", verdict.met ? "✓" : "✗", goalText(goal), verdict.found,
                       verdict.line != 0 ? fmt::format(" ({}:{})", file, verdict.line) : "");
}

nlohmann::ordered_json verdictJson(const Challenge& challenge, const Verdict& verdict) {
    nlohmann::ordered_json goals = nlohmann::ordered_json::array();
    for (const GoalVerdict& goal : verdict.goals) {
        nlohmann::ordered_json json{{"goal", goal.wanted}, {"met", goal.met}, {"found", goal.found}};
        json["line"] = goal.line != 0 ? nlohmann::ordered_json(goal.line) : nlohmann::ordered_json(nullptr);
        goals.push_back(std::move(json));
    }
    nlohmann::ordered_json json{{"challenge", challenge.id},
                                {"met", verdict.met()},
                                {"goals_met", verdict.goalsMet()},
                                {"goals", std::move(goals)}};
    if (!verdict.problem.empty())
        json["problem"] = verdict.problem;
    return json;
}

Judge::Judge(const kernels::StageCompiler& compiler, Challenge challenge)
    : m_compiler(compiler)
    , m_challenge(std::move(challenge)) {}

KernelImage Judge::compile(const kernels::SourceText& source, const std::string& kernel) const {
    // From no folder: an answer includes no file that lies where it is judged, such as the solution.
    kernels::CompileRequest request;
    request.source = source;
    request.fileName = m_challenge.fileName;
    request.kernelName = kernel;
    request.options.emplace_back(kernels::DevicePart::strict);
    return engine::imageOfSource(m_compiler, request);
}

const Judge::Results& Judge::wanted(DataSet data, std::stop_token stop) {
    std::lock_guard lock(m_mutex);
    std::optional<Results>& known = m_wanted[static_cast<size_t>(data)];
    if (known)
        return *known;
    engine::LaunchSpec launch = launchOf(m_challenge, data);
    if (m_challenge.reference) {
        launch.grid = launch.block = {1, 1, 1};
        launch.dynamicShared = 0;
    }
    Trial trial(m_challenge.reference ? compile(*m_challenge.reference, referenceName)
                                      : compile(m_challenge.source, m_challenge.launch.kernel),
                launch, stop);
    if (m_challenge.reference && !trial.mistakes().empty())
        throw engine::EngineError(fmt::format("{}:{}: {}", (m_challenge.folder / "reference.cu").string(),
                                              trial.mistakes().front()->line, trial.mistakes().front()->message));
    Results results(m_challenge.goals.size());
    for (size_t i = 0; i < results.size(); ++i)
        if (m_challenge.goals[i].kind == GoalKind::Result)
            results[i] = trial.contents(m_challenge.goals[i].array);
    known = std::move(results);
    return *known;
}

GoalVerdict Judge::judgeResult(size_t number, Trial& shown, Trial& others, std::stop_token stop) {
    const Goal& goal = m_challenge.goals[number];
    GoalVerdict verdict{goal.text, true, said("the same, with other data too"), 0};
    for (const DataSet data : {DataSet::Shown, DataSet::Others}) {
        Trial& trial = data == DataSet::Shown ? shown : others;
        const Trial::Bytes& reference = wanted(data, stop).at(number);
        const Trial::Bytes found = trial.contents(goal.array);
        const kernels::ElementType type = trial.typeOf(goal.array);
        engine::OutputCheck check = engine::compareArrays(goal.array, type, found, reference);
        check.bound = goal.within;
        if (check.accepted() && !trial.wasStopped())
            continue;
        verdict.met = false;
        verdict.line = trial.lineThatStores(goal.array);
        verdict.found = check.accepted()
                            ? said("the kernel was stopped")
                            : said("{0}[{1}] is {2}, and {3} is right ({4} of {5} elements differ)", goal.array,
                                   check.firstDifference, valueAt(found, type, check.firstDifference),
                                   valueAt(reference, type, check.firstDifference), check.differentElements,
                                   reference.size() / kernels::elementSize(type));
        if (data == DataSet::Others)
            verdict.found = said("{0} with other data", verdict.found);
        break;
    }
    return verdict;
}

Verdict Judge::judge(const kernels::SourceText& source, std::stop_token stop, std::chrono::milliseconds limit) {
    Verdict verdict;
    const Deadline deadline(stop, limit);
    // What goes wrong with these is not the source's fault.
    wanted(DataSet::Shown, stop);
    wanted(DataSet::Others, stop);
    try {
        checkAllowed(source);
        const KernelImage image = compile(source, m_challenge.launch.kernel);
        Trial shown(image, launchOf(m_challenge, DataSet::Shown), deadline.token());
        Trial others(image, launchOf(m_challenge, DataSet::Others), deadline.token());
        for (size_t i = 0; i < m_challenge.goals.size(); ++i) {
            const Goal& goal = m_challenge.goals[i];
            verdict.goals.push_back(goal.kind == GoalKind::Result       ? judgeResult(i, shown, others, stop)
                                    : goal.kind == GoalKind::NoFindings ? judgeFindings(goal, shown, others)
                                                                        : judgeAmount(goal, shown));
        }
    } catch (const engine::CompileError& error) {
        verdict.diagnostics = error.result.diagnostics;
        verdict.problem = whyNotCompiled(error, m_challenge);
    } catch (const kernels::CannotCompile&) {
        throw;
    } catch (const Stopped&) {
        if (!deadline.hasPassed())
            throw;
        verdict.goals.clear();
        verdict.problem = said("it runs longer than {0} s on the emulator, and is given up: a loop that hardly ends?",
                               tongue::localised(fmt::format("{:g}", std::chrono::duration<double>(limit).count())));
    } catch (const std::bad_alloc&) {
        verdict.goals.clear();
        verdict.problem = said("it needs more memory than there is");
    } catch (const std::exception& error) {
        verdict.goals.clear();
        verdict.problem = error.what();
    }
    return verdict;
}

} // namespace warplens::challenges
