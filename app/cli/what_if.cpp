// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/what_if.h"

#include "kernels/launches/counts_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace warplens::cli {
namespace {

using sim::simt::Finding;

constexpr size_t mostInsertions = 8; ///< of "missing"

WhatIfSide sideOf(const engine::Simulation& simulation, const sim::simt::RunResult& result) {
    return {result.findings,
            result.counters.empty() ? sim::trace::Counts() : sim::trace::totals(simulation.program(), result)};
}

/// Of all arrays of the launch.
std::vector<std::vector<std::byte>> memoryOf(engine::Simulation& simulation) {
    std::vector<std::vector<std::byte>> all;
    for (const engine::Simulation::Array& array : simulation.arrays())
        all.push_back(array.base == 0 ? std::vector<std::byte>() : simulation.contents(array));
    return all;
}

std::string arrayName(const engine::Simulation& simulation, size_t i) {
    const std::string& name = simulation.arrays()[i].name;
    return name.empty() ? fmt::format("argument {}", i) : name;
}

std::string countsText(const WhatIf& w) {
    const auto change = [](const char* name, uint64_t before, uint64_t after) {
        return before == after ? fmt::format("{} {} as before", after, name)
                               : fmt::format("{} {} instead of {}", after, name, before);
    };
    return fmt::format(
        "{}, {}, {}", change("barriers", w.before.counts.barriers, w.after.counts.barriers),
        change("PTX instructions of warps", w.before.counts.warpInstructions, w.after.counts.warpInstructions),
        change("shared wavefronts", w.before.counts.shared.sum().wavefronts, w.after.counts.shared.sum().wavefronts));
}

} // namespace

WhatIf runWhatIf(const std::string& what, const Subject& subject, const WhatIfRun& before,
                 const sim::simt::RunOptions& options,
                 const std::function<Subject(const std::vector<engine::Insertion>&)>& made) {
    if (subject.kept)
        throw UsageError("--what-if is for sources: of a launch that was kept only the compiled code is there");
    if (std::filesystem::path(subject.image.fileName).extension() == ".ptx")
        throw UsageError("--what-if is for CUDA sources, and this is PTX");
    WhatIf whatIf;
    whatIf.file = subject.image.fileName;
    whatIf.before = whatIf.after = sideOf(before.simulation, before.result);
    const bool missing = what == "missing";
    const auto memory = memoryOf(before.simulation);
    for (size_t i = 0; i < (missing ? mostInsertions : 1); ++i) {
        const auto insertion =
            missing ? engine::missingInsertion(whatIf.after.findings, whatIf.file) : engine::parseInsertion(what);
        if (!insertion || std::count(whatIf.insertions.begin(), whatIf.insertions.end(), *insertion) != 0)
            break; // nothing more, or it did not help
        whatIf.insertions.push_back(*insertion);
        const Subject changed = made(whatIf.insertions);
        engine::Simulation simulation(changed.image, changed.launch, before.simulation.architecture());
        const sim::simt::RunResult result = simulation.run(options);
        if (result.cancelled)
            throw UsageError("interrupted: nothing was written");
        whatIf.after = sideOf(simulation, result);
        whatIf.changed.clear();
        const auto now = memoryOf(simulation);
        for (size_t k = 0; k < std::min(memory.size(), now.size()); ++k)
            if (memory[k] != now[k])
                whatIf.changed.push_back(arrayName(simulation, k));
    }
    return whatIf;
}

nlohmann::ordered_json whatIfJson(const WhatIf& whatIf) {
    nlohmann::ordered_json insertions = nlohmann::ordered_json::array();
    for (const engine::Insertion& each : whatIf.insertions)
        insertions.push_back({{"file", whatIf.file}, {"line", each.line}, {"statement", each.statement}});
    const auto side = [](const WhatIfSide& each) {
        nlohmann::ordered_json findings = nlohmann::ordered_json::array();
        for (const Finding& finding : each.findings)
            findings.push_back({{"kind", sim::simt::findingName(finding.kind)},
                                {"file", finding.file},
                                {"line", finding.line},
                                {"message", finding.message}});
        return nlohmann::ordered_json{{"errors", errorsIn(each.findings)},
                                      {"findings", std::move(findings)},
                                      {"barriers", each.counts.barriers},
                                      {"warp_instructions", each.counts.warpInstructions},
                                      {"shared_wavefronts", each.counts.shared.sum().wavefronts}};
    };
    return {{"insertions", std::move(insertions)},
            {"before", side(whatIf.before)},
            {"after", side(whatIf.after)},
            {"changed_arrays", whatIf.changed}};
}

void printWhatIf(const WhatIf& whatIf) {
    if (whatIf.insertions.empty()) {
        fmt::print("\nwhat if: nothing was found that one statement in this source would order\n");
        return;
    }
    fmt::print("\nwhat if there were\n");
    for (const engine::Insertion& each : whatIf.insertions)
        fmt::print("  {}:{}: {}\n", whatIf.file, each.line, each.statement);
    const size_t before = errorsIn(whatIf.before.findings), after = errorsIn(whatIf.after.findings);
    fmt::print("  {} mistake{} instead of {}; {}\n", after, after == 1 ? "" : "s", before, countsText(whatIf));
    if (whatIf.changed.empty())
        fmt::print("  all arrays hold the same bits as before, in the order in which the emulator takes warps\n");
    else
        fmt::print("  other bits than before in: {}\n", fmt::join(whatIf.changed, ", "));
    for (const Finding& finding : whatIf.after.findings)
        if (finding.isError())
            fmt::print("  still: {}:{}: {}: {}\n", finding.file, finding.line, sim::simt::findingName(finding.kind),
                       finding.message);
}

} // namespace warplens::cli
