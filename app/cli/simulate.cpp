// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli simulate`: runs a kernel on the emulator and tells what its memory accesses cost.
#include "app/cli/interruption.h"
#include "app/cli/subject.h"
#include "app/cli/verbs.h"
#include "app/cli/what_if.h"
#include "app/engine/finding_text.h"
#include "app/engine/findings_report.h"
#include "app/engine/markup.h"
#include "app/engine/report_json.h"
#include "app/model/launch_limit.h"
#include "kernels/files/bounded_file.h"
#include "kernels/launches/counts_json.h"
#include "sim/memory/moved.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <tuple>

namespace warplens::cli {
namespace {

using namespace warplens::kernels;
namespace simt = sim::simt;
using sim::memory::MovedIn;
using sim::memory::movedIn;
using sim::memory::told;

struct SimulateOptions {
    SubjectOptions subject;
    std::string name;
    std::optional<std::string> size;
    std::string blocks = "all";
    std::vector<std::string> dumps;
    unsigned threads = 0;
    std::string checkedBlocks;
    std::string json, sarif, junit;
    std::string whatIf;
    bool lines = false;
    bool caches = false;
    bool withoutCounts = false;
    bool allowBenign = false;
};

void printOccupancy(const engine::Simulation& simulation) {
    const std::optional<sim::memory::Occupancy> occupancy = simulation.occupancy();
    if (!occupancy) {
        fmt::print("  occupancy: unknown, since there is no machine code that tells the registers\n");
        return;
    }
    std::string limits;
    for (const sim::memory::Resource resource : occupancy->limitedBy)
        limits += (limits.empty() ? "" : ", ") + std::string(sim::memory::resourceName(resource));
    fmt::print(
        "  occupancy on {}: {} block{}, {} of {} warps on a multiprocessor, limited by {} ({} registers a thread, {} "
        "bytes of shared memory a block)\n",
        simulation.architecture().card, occupancy->blocks, occupancy->blocks == 1 ? "" : "s", occupancy->warps,
        occupancy->maximumWarps, limits, simulation.registers(), simulation.sharedBytes());
}

/// One row for each memory instruction, under its source line, as Nsight Compute's source page has them.
void printLines(const engine::Simulation& simulation, const simt::RunResult& result) {
    std::vector<sim::trace::InstructionCounts> rows = sim::trace::countsByInstruction(simulation.program(), result);
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return std::tie(a.file, a.line) < std::tie(b.file, b.line); });
    const MovedIn unit = movedIn(simulation.architecture());
    fmt::print("\n{:<28} {:<22} {:>5} {:>12} {:>13} {:>13} {:>13} {:>6} {:>15} {:>15}\n", "line", "instruction",
               "bytes", "requests", unit == MovedIn::Bytes ? "bytes or" : "sectors or", "ideal", "excess", "ways",
               "bytes asked", "bytes moved");
    fmt::print("{:<69} {:>13}\n", "", "wavefronts");
    for (const sim::trace::InstructionCounts& row : rows) {
        const std::string place = fmt::format("{}:{}", row.file, row.line);
        const simt::MemoryOp& memory = *row.memory;
        const std::string_view name =
            simulation.program().functions[memory.function].source->instructions[memory.instruction].mnemonic();
        if (const auto g = row.counts.global.sum(); g.requests != 0)
            fmt::print("{:<28} {:<22} {:>5} {:>12} {:>13} {:>13} {:>13} {:>6} {:>15} {:>15}\n", place, name,
                       memory.requestBytes, g.requests, told(unit, g.sectors), told(unit, g.sectorsIdeal),
                       told(unit, g.sectors - g.sectorsIdeal), "", g.bytesAsked, told(MovedIn::Bytes, g.sectors));
        if (const auto s = row.counts.shared.sum(); s.requests != 0)
            fmt::print("{:<28} {:<22} {:>5} {:>12} {:>13} {:>13} {:>13} {:>6.2f} {:>15} {:>15}\n", place, name,
                       memory.requestBytes, s.requests, s.wavefronts, s.wavefrontsIdeal,
                       s.wavefronts - s.wavefrontsIdeal, launches::conflictWays(s), s.bytesAsked, "");
    }
}

void printFinding(const simt::Finding& f) {
    const std::string who =
        f.nobodys ? std::string()
                  : fmt::format(" (block {},{},{} thread {},{},{}{})", f.block.x, f.block.y, f.block.z, f.thread.x,
                                f.thread.y, f.thread.z, f.times > 1 ? fmt::format(", {} times", f.times) : "");
    fmt::print("  {}:{}: {}{}{}\n", f.file, f.line, !f.isError() ? "note: " : "", engine::findingLine(f), who);
    // Of a race the other side, too: the sentence names its line, this says what each thread had passed before.
    if (f.accesses.size() > 1)
        for (const simt::FindingAccess& access : f.accesses) {
            std::string passed;
            for (const simt::OrderingEvent& event : access.before)
                passed += fmt::format("{}{}:{}", passed.empty() ? ", last barriers before it: " : ", ",
                                      event.place.file, event.place.line);
            fmt::print("    block {},{},{} thread {},{},{} {} {} in {}:{}{}\n", access.block.x, access.block.y,
                       access.block.z, access.thread.x, access.thread.y, access.thread.z,
                       engine::findingText(access.verb), engine::findingText(access.element), access.place.file,
                       access.place.line, passed);
        }
    if (!f.hint.empty())
        fmt::print("    hint: {}\n", engine::findingText(f.hint));
    if (!f.guess.empty())
        fmt::print("    a note, since it hangs on a guess: {}\n", f.guess);
}

/// That such a card would refuse the launch, and that no count knows of the host's window of L2: the latter is returned.
std::string addNotes(nlohmann::ordered_json& document, const SubjectOptions& options, const Subject& subject,
                     const engine::Simulation& simulation) {
    if (const std::string refusal = app::launchRefusal(simulation, options.architecture); !refusal.empty())
        document["refused"] = refusal;
    if (subject.stage.empty())
        return {};
    const kernels::Catalogue catalogue = openCatalogue(options);
    const kernels::StageInstance instance =
        kernels::makeInstance(findStage(catalogue, subject.stage), subject.parameters, subject.size);
    const std::string window = app::windowNote(simulation.architecture(), instance);
    if (!window.empty())
        document["note"] = window;
    return window;
}

void printCounts(const engine::Simulation& simulation, const std::string& asked, const simt::RunResult& result,
                 double seconds) {
    const sim::trace::Counts counts = sim::trace::totals(simulation.program(), result);
    const MovedIn unit = movedIn(simulation.architecture());
    const auto global = [unit](const char* name, const sim::trace::GlobalCounts& c) {
        if (c.requests != 0)
            fmt::print("  {:<14} {:>15} requests {:>15} {} (ideal {}) {:>15} lines\n", name, c.requests,
                       told(unit, c.sectors), unit == MovedIn::Bytes ? "bytes moved" : "sectors",
                       told(unit, c.sectorsIdeal), c.lines);
    };
    const auto shared = [](const char* name, const sim::trace::SharedCounts& c) {
        if (c.requests != 0)
            fmt::print("  {:<14} {:>15} requests {:>15} wavefronts (ideal {})\n", name, c.requests, c.wavefronts,
                       c.wavefrontsIdeal);
    };
    fmt::print("{} block{} of {}, {} PTX instructions of warps, {} barrier{}, {:.2f} s on this computer (modelled)\n",
               result.blocksRun, result.blocksRun == 1 ? "" : "s", result.blocksTotal, counts.warpInstructions,
               counts.barriers, counts.barriers == 1 ? "" : "s", seconds);
    fmt::print("  {:.1f} million warp instructions a second{}\n",
               seconds > 0 ? static_cast<double>(counts.warpInstructions) / seconds / 1e6 : 0.0,
               result.counted ? "" : "; memory accesses were not counted");
    global("global load", counts.global.load);
    global("global store", counts.global.store);
    global("global atomic", counts.global.atomic);
    shared("shared load", counts.shared.load);
    shared("shared store", counts.shared.store);
    shared("shared atomic", counts.shared.atomic);
    printOccupancy(simulation);
    if (const std::string refusal = app::launchRefusal(simulation, asked); !refusal.empty())
        fmt::print("  note: {}\n", refusal);
    if (!result.exact)
        fmt::print("  these counts are not those of the whole grid: its blocks are not alike, or not all were run\n");
    for (const sim::sass::Unmatched& u : simulation.unmatched()) {
        const sim::ptx::Location& place = simulation.program().module->locations[u.location];
        fmt::print("  {}:{}: {}\n", simulation.program().fileName(place.file), place.line, u.why);
    }
    for (const simt::Finding& f : result.findings)
        printFinding(f);
    if (result.blocksWatched < result.blocksRun)
        fmt::print(
            "  {} of the {} blocks that ran were watched for races and for reads of what nobody wrote{}\n",
            result.blocksWatched == 0 ? std::string("none") : std::to_string(result.blocksWatched), result.blocksRun,
            result.blocksWatched == 0 ? ""
                                      : "; races between blocks are found only where all are (--check-blocks all)");
}

void printCaches(const sim::cache::Estimate& e) {
    fmt::print(
        "  caches (an estimate{}): L1 hits {:.1f} % of {} sectors loaded, {} misses; L2 {} sectors read, {} written; "
        "DRAM {} bytes read, {} written\n",
        e.complete ? "" : fmt::format(" of the first {} blocks", e.blocks),
        e.loadSectors ? 100.0 * static_cast<double>(e.loadHits) / static_cast<double>(e.loadSectors) : 0.0,
        e.loadSectors, e.loadSectors - e.loadHits, e.l2Reads, e.l2Writes, e.dramReadBytes, e.dramWriteBytes);
}

Subject makeSubject(const SimulateOptions& options) {
    engine::checkedArchitecture(options.subject.architecture);
    if (launches::isKeptLaunch(options.name)) {
        if (options.size)
            throw UsageError("--size is for stages: a launch that was kept has its own");
        return keptSubject(options.subject, options.name);
    }
    const StageCompiler compiler;
    if (engine::isKernelFile(options.name)) {
        if (options.size)
            throw UsageError("--size is for stages: a kernel from a file takes --grid, --block and --arg");
        return fileSubject(compiler, options.subject, options.name);
    }
    const Catalogue catalogue = openCatalogue(options.subject);
    return stageSubject(compiler, options.subject, findStage(catalogue, options.name),
                        chosenParameters(options.subject), parseSize(options.size.value_or("512")));
}

void writeFile(const std::string& file, std::span<const std::byte> bytes) {
    kernels::writeWhole(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void writeText(const std::string& file, const std::string& text) {
    writeFile(file, std::as_bytes(std::span(text)));
}

uint64_t checkedBlocks(const SimulateOptions& options) {
    const std::string& text = options.checkedBlocks;
    if (text.empty())
        return options.blocks == "sample" ? 0 : UINT64_MAX;
    if (text == "all")
        return UINT64_MAX;
    uint64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end != text.data() + text.size())
        throw UsageError(fmt::format("'--check-blocks {}': write all, or how many blocks are to be watched", text));
    return count;
}

void requireSome(const simt::RunResult& sample) {
    if (sample.blocksRun == 0 && !sample.cancelled)
        throw UsageError(fmt::format("--blocks sample ran none of the {} blocks: what one of them does depends on the "
                                     "others (they talk by atomics), and to run all is much: write --blocks all",
                                     sample.blocksTotal));
}

/// Whose the findings are, where the launch is not the program's own.
void tellOfGuesses(const simt::RunResult& result, const Subject& subject, const std::string& file) {
    const bool outside = std::any_of(result.findings.begin(), result.findings.end(),
                                     [](const simt::Finding& f) { return f.kind == simt::FindingKind::OutOfBounds; });
    if (subject.guessed && outside)
        fmt::print(
            stderr,
            "sizes of arrays that the file does not tell are guessed, too: where your program makes them larger, "
            "say the launch as it is above, with larger ones\n");
    if (!subject.guesses.empty() && !result.findings.empty())
        fmt::print(
            stderr,
            "what was found comes with a guess ({}); what hangs on one may be the guess's, and is a note: warplens-cli "
            "run {} finds what is the program's own\n",
            fmt::join(subject.guesses, ", "), file);
}

int exitCode(const SimulateOptions& options, const simt::RunResult& result) {
    return std::any_of(result.findings.begin(), result.findings.end(),
                       [&](const simt::Finding& f) { return f.isError() && !(options.allowBenign && f.benign); })
               ? 1
               : 0;
}

int runSimulate(const SimulateOptions& options) {
    const Subject subject = makeSubject(options);
    // A launch that was kept knows what it was emulated for; another capability's rules apply where they are asked for.
    const std::string architecture = subject.kept && options.subject.architecture == SubjectOptions().architecture
                                         ? subject.kept->architecture
                                         : options.subject.architecture;
    const sim::memory::Architecture& rules = engine::checkedArchitecture(architecture);
    engine::Simulation simulation = subject.kept ? engine::Simulation(options.name, *subject.kept, rules)
                                                 : engine::Simulation(subject.image, subject.launch, rules);

    std::vector<std::pair<const engine::Simulation::Array*, std::string>> dumps;
    for (const std::string& dump : options.dumps) {
        const size_t equals = dump.find('=');
        if (equals == std::string::npos || equals + 1 == dump.size())
            throw UsageError(
                fmt::format("'--dump {}': write --dump K=FILE, K being an argument's number or name", dump));
        dumps.emplace_back(&simulation.array(dump.substr(0, equals)), dump.substr(equals + 1));
    }

    const Interruption interruption;
    simt::RunOptions runOptions;
    runOptions.threads = options.threads;
    // A sample is for the counts of large launches, whose blocks take long.
    runOptions.checkedBlocks = checkedBlocks(options);
    runOptions.counting = !options.withoutCounts;
    runOptions.stop = interruption.token();
    const auto start = std::chrono::steady_clock::now();
    simt::RunResult result;
    if (options.withoutCounts && (options.blocks == "sample" || options.lines || options.caches))
        throw UsageError(
            "--no-counts leaves nothing for --blocks sample, --lines or --caches to tell: write one or the "
            "other");
    if (!options.whatIf.empty() && (options.blocks != "all" || runOptions.checkedBlocks == 0))
        throw UsageError("--what-if compares whole launches that are watched: leave --blocks and --check-blocks out");
    if (options.blocks == "sample") {
        result = simulation.runSample(runOptions);
        requireSome(result);
    } else {
        if (options.blocks != "all") {
            const simt::Dim3 block = engine::parseDim(options.blocks, "--blocks", 0);
            const simt::Dim3& grid = simulation.launch().grid;
            if (block.x >= grid.x || block.y >= grid.y || block.z >= grid.z)
                throw UsageError(
                    fmt::format("there is no block '{}' in a grid of {}x{}x{}: write --blocks all, sample or "
                                "X,Y,Z counted from 0",
                                options.blocks, grid.x, grid.y, grid.z));
            runOptions.blocks = {block};
        }
        result = simulation.run(runOptions);
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (result.cancelled)
        throw UsageError("interrupted: nothing was written");
    if (subject.guess)
        engine::softenGuessed(result.findings, *subject.guess, simulation);

    for (const auto& [array, file] : dumps)
        writeFile(file, simulation.contents(*array));
    const std::string file = engine::isKernelFile(options.name) ? options.name : subject.image.fileName;
    if (!options.sarif.empty())
        writeText(options.sarif, engine::jsonText(engine::findingsSarif(result.findings, file)));
    if (!options.junit.empty())
        writeText(options.junit, engine::findingsJUnit(result.findings, file, subject.image.name, seconds));
    nlohmann::ordered_json document = engine::simulationJson(subject.image, simulation, result, architecture);
    const std::string window = addNotes(document, options.subject, subject, simulation);
    std::optional<sim::cache::Estimate> caches;
    if (options.caches) {
        caches = simulation.estimateCaches(interruption.token());
        document["caches"] = engine::cachesJson(*caches);
    }
    std::optional<WhatIf> whatIf;
    if (!options.whatIf.empty()) {
        whatIf = runWhatIf(options.whatIf, subject, {simulation, result}, runOptions,
                           [&](const std::vector<engine::Insertion>& insertions) {
                               SimulateOptions more = options;
                               more.subject.insertions = insertions;
                               return makeSubject(more);
                           });
        document["what_if"] = whatIfJson(*whatIf);
    }
    if (!options.json.empty())
        writeJson(document, options.json);
    if (options.json != "-") {
        fmt::print("{}", result.output);
        printCounts(simulation, options.subject.architecture, result, seconds);
        if (!window.empty())
            fmt::print("  note: {}\n", window);
        if (caches)
            printCaches(*caches);
        if (options.lines)
            printLines(simulation, result);
        if (whatIf)
            printWhatIf(*whatIf);
    }
    tellOfGuesses(result, subject, options.name);
    return exitCode(options, result);
}

} // namespace

void addSimulateVerb(CommandLine& commands) {
    auto options = std::make_shared<SimulateOptions>();
    Verb verb = commands.verb("simulate", "Run a kernel on the emulator and count its memory accesses");
    verb.option("stage", options->name,
                "A stage such as matmul/07-tiled, a file (FILE.cu, FILE.ptx), or the folder of a launch that run "
                "--keep has kept");
    verb.option("--size", options->size, "Problem size of a stage: M,N,K or N (default 512)");
    options->subject.addTo(verb);
    verb.option("--blocks", options->blocks, "all, sample, or one block X,Y,Z", {.tellsDefault = true});
    verb.option("--dump", options->dumps, "K=FILE: write argument K (its number from 0, or its name) after the run");
    verb.flag("--caches", options->caches, "Estimate L1 hits, L2 sectors and DRAM bytes, too");
    verb.flag("--no-counts", options->withoutCounts,
              "Only run: do not work out what memory accesses cost, which is faster");
    verb.option(
        "--what-if", options->whatIf,
        "Run the kernel again with a statement more and compare: missing for what a race lacks, a line's number "
        "for a barrier in front of it, or LINE:STATEMENT, as in 14:__syncwarp();");
    verb.flag("--allow-benign", options->allowBenign,
              "Exit with 0 where all that was found are races that change nothing with this data");
    verb.flag("--lines", options->lines, "Print each memory instruction under its source line, too");
    verb.option("--threads", options->threads, "Host threads; 0: as many as there are cores", {.tellsDefault = true});
    verb.option("--check-blocks", options->checkedBlocks,
                "Blocks that are watched for races and for reads of what nobody wrote: all, or how many [all; of a "
                "sample 0]");
    verb.option("--json", options->json, "Write the answer to a file; - for standard output");
    verb.option("--sarif", options->sarif, "Write what was found to a file as SARIF 2.1.0, for editors and code hosts");
    verb.option("--junit", options->junit, "Write what was found to a file as JUnit XML, for build servers");
    verb.does([options] {
        options->name = options->subject.nameOr(options->name);
        if (options->name.empty())
            throw UsageError("nothing to simulate: name a stage such as matmul/07-tiled, or a file");
        return runSimulate(*options);
    });
}

} // namespace warplens::cli
