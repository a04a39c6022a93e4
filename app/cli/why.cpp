// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli why`: what each resource of a GPU alone would take for a launch, and which of them binds it.
#include "app/cli/why.h"

#include "app/cli/interruption.h"
#include "app/cli/verbs.h"
#include "app/engine/nvdisasm.h"
#include "app/engine/why_changes.h"
#include "app/tongue/numbers.h"
#include "kernels/catalogue/paths.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace warplens::cli {
namespace {

using nlohmann::ordered_json;
using namespace kernels;
using sim::time::Limit;
using sim::time::originName;

using WhyOptions = WhyVerbOptions;

const sim::time::Device& deviceOf(const WhyOptions& options) {
    if (options.gpu.empty()) {
        if (const auto* device = sim::time::typicalDevice(options.subject.architecture))
            return *device;
        throw UsageError(fmt::format("no GPU of compute capability {} has published ceilings here: write --gpu with "
                                     "one of {}",
                                     options.subject.architecture, sim::time::deviceNames()));
    }
    if (const auto* device = sim::time::findDevice(options.gpu))
        return *device;
    throw UsageError(
        fmt::format("'--gpu {}' is no single GPU: write one of {}", options.gpu, sim::time::deviceNames()));
}

bool isEstimated(const sim::time::Amount& amount) {
    return amount.origin == sim::time::Origin::Estimated;
}

/// 1.23e9 as "1.23 G".
std::string scaled(double value) {
    constexpr std::string_view prefixes[] = {"", " k", " M", " G", " T"};
    size_t n = 0;
    for (; value >= 1000 && n + 1 < std::size(prefixes); ++n)
        value /= 1000;
    return fmt::format("{}{}", tongue::plain(value, 4), prefixes[n]);
}

void printEstimate(const engine::EstimatedTime& estimated, const std::optional<engine::RecordedTime>& recorded) {
    const sim::time::TimeEstimate& time = estimated.time;
    if (!time.known) {
        fmt::print("no time is estimated: {}\n", time.why);
        return;
    }
    fmt::print("{}", engine::estimateText(estimated));
    if (recorded)
        fmt::print("; {:+.1f} % of what was recorded", 100 * (time.milliseconds / recorded->milliseconds - 1));
    fmt::print("\nwarps, as ncu names it: {}  (modelled)\n", engine::stallText(engine::sharesOf(time.stalls)));
}

void print(const std::string& label, const engine::Why& why) {
    fmt::print("{} on {}: {} multiprocessors at {:.0f} MHz at most\n{}\n\n", label, why.device->name,
               why.device->multiprocessors, why.device->clockMhz, engine::verdict(why));
    fmt::print("{:<26} {:>9} {:>8}  {:<52} {}\n", "alone it would take", "ms", "of time", "counted", "the GPU at most");
    for (const Limit& limit : why.limits)
        fmt::print("{:<26} {:>9} {:>8}  {:<52} {} {} ({}){}\n", sim::time::resourceName(limit.resource),
                   (limit.floor ? "" : "≈ ") + tongue::plain(limit.milliseconds, 4),
                   why.recorded ? fmt::format("{:.1f} %", 100 * limit.milliseconds / why.recorded->milliseconds) : "–",
                   fmt::format("{} {} ({})", scaled(limit.amount.value), limit.unit, originName(limit.amount.origin)),
                   tongue::plain(limit.rate, 4), limit.rateUnit, originName(limit.rateOrigin),
                   limit.floor ? "" : ", an estimate");
    std::string limitedBy;
    for (const sim::memory::Resource resource : why.occupancy->limitedBy)
        limitedBy += (limitedBy.empty() ? "" : ", ") + std::string(sim::memory::resourceName(resource));
    const auto several = [](const std::string& count, const char* what) {
        return fmt::format("{} {}{}", count, what, count == "1" ? "" : "s");
    };
    const bool isOne = why.work.blocks == 1;
    fmt::print(
        "\noccupancy: {} and {} of {} warps on a multiprocessor, limited by {}; {} {} {}, and {} {:.0f} % of the "
        "multiprocessors' turns (modelled)\n",
        several(fmt::to_string(why.work.residentBlocks), "block"), why.occupancy->warps, why.occupancy->maximumWarps,
        limitedBy, several(fmt::to_string(why.work.blocks), "block"), isOne ? "is" : "are",
        several(tongue::plain(why.waves), "wave"), isOne ? "fills" : "fill", 100 * why.fill);
    if (why.work.instructions.value > 0)
        fmt::print("instructions that warps execute: {}  ({})\n", engine::mixText(why.mix),
                   originName(why.work.instructions.origin));
    if (!why.moved.empty())
        fmt::print("bytes of global memory: {}\n", engine::movedText(why.moved));
    if (why.recorded)
        fmt::print("recorded on {} {}, {} caches{}{}; {} of it are latency, or resources that take turns\n",
                   why.recorded->gpu, why.recorded->date, why.recorded->cache,
                   why.recorded->clockMhz ? fmt::format(", at {:.0f} MHz", *why.recorded->clockMhz) : "",
                   why.recorded->textOf.empty()
                       ? ""
                       : fmt::format(", with the text of commit {}, which has changed since", why.recorded->textOf),
                   engine::limitText(why.recorded->milliseconds - why.binds().milliseconds, why.binds().floor));
    if (why.estimated)
        printEstimate(*why.estimated, why.recorded);
    if (why.stalls)
        fmt::print("{}{}  (measured by ncu on {}, {})\n",
                   why.estimated && why.estimated->time.known ? "                        " : "warps, as ncu names it: ",
                   engine::stallText(why.stalls->shares), why.stalls->gpu, why.stalls->date);
    if (!why.lines.empty())
        fmt::print("\n{} by source line{}:\n", sim::time::resourceName(why.binds().resource),
                   isEstimated(why.binds().amount) ? " (estimated)" : "");
    for (const engine::LineOfLimit& line : why.lines)
        if (line.share >= 0.01)
            fmt::print("  {:>5.1f} %  {}:{}\n", 100 * line.share, line.file, line.line);
    if (why.estimated && !why.estimated->lines.empty())
        fmt::print("\nwhere warps stand, and why (modelled):\n");
    for (const engine::LineStalls& line : why.estimated ? why.estimated->lines : std::vector<engine::LineStalls>())
        if (line.sum() >= 0.01)
            fmt::print("  {:>5.1f} %  {}: {}\n", 100 * line.sum(),
                       line.line == 0 ? "no line" : fmt::format("{}:{}", line.file, line.line),
                       engine::stallText(engine::sharesOf(line.stalls)));
    if (!why.changes.empty())
        fmt::print("\nwhat would change it:\n");
    for (const engine::Change& change : why.changes)
        fmt::print("  {}{}\n", engine::textOf(change),
                   change.milliseconds
                       ? "; the longest limit is then " + engine::limitText(*change.milliseconds, change.floor)
                       : "");
    for (const std::string& note : why.notes)
        fmt::print("note: {}\n", note);
}

/// The machine code with its executions; and where NVIDIA's disassembler is installed, whether it reads the same.
void printMachineCode(const Subject& subject, const engine::Why& why) {
    fmt::print("\n{:>6}  {:>14}  {:<6} machine code{}\n", "offset", "executed", "line",
               isEstimated(why.work.instructions) ? "; how often it is executed is estimated" : "");
    for (const engine::MachineLine& line : why.code)
        fmt::print("{:>6x}  {:>14}  {:<6} {}\n", line.offset, line.executions,
                   line.line == 0 ? "" : fmt::to_string(line.line), line.text);
    const auto nvdisasm = engine::findNvdisasm();
    if (!nvdisasm) {
        fmt::print("nvdisasm is not installed, so that nothing was compared with it\n");
        return;
    }
    fmt::print("{}\n", engine::comparisonText(engine::compareOpcodes(subject.image.cubin, *nvdisasm)));
}

/// All launches that were recorded on that GPU, of the stages that have a kernel.
int explainAll(const WhyOptions& options, const sim::time::Device& device) {
    const Interruption interruption;
    const StageCompiler compiler;
    const Catalogue catalogue = openCatalogue(options.subject);
    const LoadedRecordings loaded = knownRecordings();
    ordered_json list = ordered_json::array();
    size_t launches = 0, shorter = 0;
    for (const auto& [recorded, stage] : recordedLaunches(options, device, loaded, catalogue)) {
        const RecordedResult& result = *recorded;
        const Subject subject = stageSubject(compiler, options.subject, *stage, result.parameters, result.size);
        const engine::Why why = engine::explain(subject.image, subject.launch, device,
                                                factsOf(loaded, device, *stage, subject, options.cache),
                                                {.caches = options.caches, .stop = interruption.token()});
        if (options.json != "-" && launches == 0)
            fmt::print("{:<64} {:>10} {:>10} {:>6}  {:<26} {}\n", "launch", "recorded", "at least", "share", "binds",
                       "next");
        ++launches;
        const bool tooShort = why.binds().floor && *result.median < why.binds().milliseconds;
        shorter += tooShort;
        ordered_json json{{"stage", subject.stage}, {"label", subject.label}};
        json.update(engine::whyJson(why));
        list.push_back(std::move(json));
        if (options.json == "-")
            continue;
        const auto next = std::find_if(why.limits.begin(), why.limits.end(),
                                       [&](const Limit& limit) { return limit.floor && &limit != &why.binds(); });
        fmt::print("{:<64} {:>10} {:>10} {:>4.0f} %  {:<26} {}{}\n", subject.label, tongue::plain(*result.median, 4),
                   (why.binds().floor ? "" : "≈ ") + tongue::plain(why.binds().milliseconds, 4),
                   100 * why.binds().milliseconds / *result.median, sim::time::resourceName(why.binds().resource),
                   next == why.limits.end() ? "" : sim::time::resourceName(next->resource),
                   tooShort ? "  SHORTER THAN ITS LIMIT" : "");
    }
    if (!options.json.empty())
        writeJson({{"launches", std::move(list)}}, options.json);
    if (options.json != "-")
        fmt::print("\n{} of {} recorded times are no shorter than the longest limit\n", launches - shorter, launches);
    return shorter == 0 ? 0 : 1;
}

int runWhy(const WhyOptions& given) {
    WhyOptions options = given;
    const sim::time::Device& device = deviceOf(options);
    options.subject.architecture = std::string(device.capability);
    if (options.cache != "warm" && options.cache != "cold")
        throw UsageError(fmt::format("'--cache {}': write warm or cold", options.cache));
    if (!options.errors && !options.stalls && (options.markdown || !options.from.empty()))
        throw UsageError("--markdown and --from belong to --errors and --stalls: write one of them, too");
    if (!options.errors && !options.picture.empty())
        throw UsageError("--svg belongs to --errors: write that, too");
    if (options.machineCode && (options.all || options.errors || options.stalls || options.json == "-"))
        throw UsageError("--machine-code is of one launch, as text: leave out --all, --errors, --stalls and --json -");
    if (int(options.all) + int(options.errors) + int(options.stalls) > 1)
        throw UsageError("--all, --errors and --stalls are different tables: write one of them");
    if (options.errors)
        return tellErrors(options, device);
    if (options.stalls)
        return tellStalls(options);
    if (options.all)
        return explainAll(options, device);
    if (options.name.empty())
        throw UsageError("nothing to explain: name a stage or a file, or write --all");
    if (options.sizes.size() > 1)
        throw UsageError("one launch has one size: write --size once, or --all");
    const Interruption interruption;
    const StageCompiler compiler;
    Subject subject;
    engine::WhyFacts facts;
    LoadedRecordings loaded;
    if (engine::isKernelFile(options.name)) {
        if (!options.sizes.empty())
            throw UsageError("--size is for stages: a kernel from a file takes --grid, --block and --arg");
        subject = fileSubject(compiler, options.subject, options.name);
        facts.warm = options.cache == "warm";
    } else {
        const Catalogue catalogue = openCatalogue(options.subject);
        const Stage& stage = findStage(catalogue, options.name);
        if (stage.cpu || !stage.kernel)
            throw UsageError(fmt::format("{} has no kernel of its own to look into", options.name));
        subject = stageSubject(compiler, options.subject, stage, chosenParameters(options.subject),
                               parseSize(options.sizes.empty() ? "512" : options.sizes.front()));
        loaded = knownRecordings(nullptr, device.name);
        facts = factsOf(loaded, device, stage, subject, options.cache);
    }
    const engine::Calibrations calibrations(resourcesDir() / "calibrations");
    const engine::Why why =
        engine::explain(subject.image, subject.launch, device, facts,
                        {.caches = options.caches, .calibrations = &calibrations, .stop = interruption.token()});
    if (!options.json.empty())
        writeJson(engine::whyJson(why), options.json);
    if (options.json != "-")
        print(subject.label, why);
    if (options.machineCode)
        printMachineCode(subject, why);
    return 0;
}

} // namespace

engine::WhyFacts factsOf(const LoadedRecordings& loaded, const sim::time::Device& device, const Stage& stage,
                         const Subject& subject, const std::string& cache) {
    engine::WhyFacts facts;
    facts.warm = cache == "warm";
    facts.leastBytes = engine::leastBytes(makeInstance(stage, subject.parameters, subject.size));
    for (const auto& [file, recording] : loaded.recordings)
        if (recording.provenance.gpu == device.name)
            engine::addRecorded(facts, recording, stage.id, subject.parameters, subject.size);
    return facts;
}

std::vector<RecordedLaunch> recordedLaunches(const WhyOptions& options, const sim::time::Device& device,
                                             const LoadedRecordings& loaded, const Catalogue& catalogue) {
    std::vector<Size> sizes;
    for (const std::string& size : options.sizes)
        sizes.push_back(parseSize(size));
    std::vector<RecordedLaunch> launches;
    for (const auto& [file, recording] : loaded.recordings) {
        if (recording.provenance.gpu != device.name)
            continue;
        for (const RecordedResult& result : recording.results) {
            const Stage* stage = catalogue.find(result.stage);
            if (stage == nullptr || !stage->kernel || stage->cpu || !result.ok || !result.median ||
                result.cache != options.cache || !result.textOf.empty() ||
                (!options.name.empty() && result.stage != options.name) ||
                (!sizes.empty() && std::find(sizes.begin(), sizes.end(), result.size) == sizes.end()))
                continue;
            launches.push_back({&result, stage});
        }
    }
    if (launches.empty())
        throw UsageError(fmt::format("nothing like that was recorded on {}: leave --{} out", device.name,
                                     options.all ? "all" : "errors"));
    return launches;
}

void addWhyVerb(CommandLine& commands) {
    auto options = std::make_shared<WhyOptions>();
    Verb verb = commands.verb("why", "Tell what binds a kernel: what each resource of a GPU alone would take");
    verb.option("stage", options->name, "A stage such as matmul/07-tiled, or a file: FILE.cu");
    verb.option("--size", options->sizes, "Problem size of a stage: M,N,K or N (default 512); with --all repeatable");
    options->subject.addTo(verb);
    verb.option("--gpu", options->gpu, "GPU whose published ceilings are meant: its name or a part of it");
    verb.option("--cache", options->cache, "warm: the launch follows itself; cold: L2 was flushed",
                {.tellsDefault = true});
    verb.flag("--all", options->all, "All launches that were recorded on that GPU, as a table");
    verb.flag("--errors", options->errors,
              "Estimated times beside all recorded ones of that GPU, and how far off they are");
    verb.flag("--stalls", options->stalls,
              "What warps wait for, modelled, beside what ncu has measured on all GPUs, and how far off that is");
    verb.option(
        "--from", options->from,
        "With --errors or --stalls: read what it wrote with --json before, instead of estimating anew; repeatable");
    verb.option("--svg", options->picture, "With --errors: draw estimated against recorded times into that file");
    verb.flag("--markdown", options->markdown,
              "With --errors or --stalls: only the table by stage or reason, as docs/time.md has it");
    verb.flag("--caches", options->caches,
              "Estimate what L1 and L2 keep, too, which takes longer; with --errors: how far L1's misses and L2's "
              "sectors are off, as docs/caches.md has it");
    verb.flag(
        "--machine-code", options->machineCode,
        "Print the machine code with its executions, too; where nvdisasm is installed, compare it opcode by opcode");
    verb.option("--json", options->json, "Write the answer to a file; - for standard output");
    verb.does([options] {
        options->name = options->subject.nameOr(options->name);
        return runWhy(*options);
    });
}

} // namespace warplens::cli
