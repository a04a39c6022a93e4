// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/subject.h"

#include "app/cli/verbs.h"
#include "app/engine/cuda_text.h"
#include "app/engine/fitted_guess.h"
#include "app/engine/included_text.h"
#include "app/engine/launch_origin.h"
#include "app/engine/suggested_launch.h"
#include "kernels/catalogue/define.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/catalogue/paths.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::cli {

using namespace kernels;
namespace simt = sim::simt;

void SubjectOptions::addTo(Verb& verb) {
    verb.option("--kernel", kernel, "Kernel of a file; a template instance too: 'tile<32,1>'");
    verb.option("-D", defines, "NAME=VALUE: a stage's parameter, or a macro for a file");
    verb.option("--arch", architecture, "Compute capability; sm_90a with the features of that architecture alone",
                {.tellsDefault = true});
    verb.option("--grid", grid, "Grid of a file's kernel: X,Y,Z");
    verb.option("--block", block, "Block of a file's kernel: X,Y,Z");
    verb.option("--smem", sharedBytes, "Dynamic shared memory of a file's kernel, in bytes");
    verb.option("--arg", arguments,
                "Argument of a file's kernel, in order: f32[262144]=random:1, i32[64]=below:9:1, f32[64]=zeros, "
                "f32[64]=file:PATH, i32=512, a vector f32x4=1,2,3,4, a structure '{i32=512; f32[64]=zeros}', a pointer "
                "into another's array @A+4; and '&NAME=f32=1.5' for a __constant__ or __device__ variable");
    verb.option("--ptx", ptx, "FILE.ptx in place of a stage or a file, beside --cubin");
    verb.option("--cubin", cubin,
                "Machine code that was made of that PTX with -lineinfo: requests are counted as it has them");
    verb.option("--lanes", lanes,
                "Which element each lane reads, of patterns/09-expression: '(lane % 8) * 33 + lane / 8'");
    verb.option("--stages", folder, "Folder of stages instead of the program's own");
}

std::string SubjectOptions::nameOr(const std::string& given) const {
    if (ptx.empty())
        return given;
    if (!given.empty())
        throw UsageError(fmt::format("--ptx {} and {} are two subjects: write one of them", ptx, given));
    if (!ptx.ends_with(".ptx"))
        throw UsageError(fmt::format("--ptx {}: the name of PTX ends in .ptx; rename the file", ptx));
    return ptx;
}

Catalogue openCatalogue(const SubjectOptions& options) {
    return loadCatalogue(options.folder.empty() ? stagesDir() : std::filesystem::path(options.folder));
}

LoadedRecordings knownRecordings(const Catalogue* catalogue, std::string_view gpu) {
    LoadedRecordings loaded = loadRecordings(resourcesDir() / "recordings", gpu);
    if (catalogue != nullptr)
        for (auto& [file, recording] : loaded.recordings)
            adopt(recording, *catalogue);
    for (const std::string& problem : loaded.problems)
        fmt::print(stderr, "{}; nothing of it is used\n", problem);
    return loaded;
}

const Stage& findStage(const Catalogue& catalogue, const std::string& id) {
    if (const Stage* stage = catalogue.find(id))
        return *stage;
    for (const Problem& problem : catalogue.problems)
        fmt::print(stderr, "{}\n", problemText(problem));
    std::error_code missing;
    if (std::filesystem::is_regular_file(id, missing))
        throw UsageError(
            fmt::format("{} is no stage, and its name ends neither in .cu nor in .ptx: `warplens-cli run {}` runs a "
                        "program and lists its launches, with --on-gpu beside this machine's GPU",
                        id, id));
    const std::string near = nearestWord(id, catalogue.ids());
    throw UsageError(
        fmt::format("there is no stage '{}'{}; `warplens-cli stages` lists them, and a kernel of your own is "
                    "given as FILE.cu or FILE.ptx",
                    id, near.empty() ? "" : fmt::format(": did you mean {}?", near)));
}

ParameterValues chosenParameters(const SubjectOptions& options) {
    ParameterValues chosen;
    for (const std::string& define : options.defines)
        chosen.push_back(definedParameter(define));
    return chosen;
}

static SourceText inserted(SourceText text, const std::vector<engine::Insertion>& insertions) {
    for (const engine::Insertion& insertion : insertions)
        text = engine::withInsertion(text, insertion);
    return text;
}

Subject stageSubject(const StageCompiler& compiler, const SubjectOptions& options, const Stage& stage,
                     const ParameterValues& chosen, const Size& size) {
    for (const auto& [given, option] : {std::pair{!options.kernel.empty(), "--kernel"},
                                        {!options.grid.empty(), "--grid"},
                                        {!options.block.empty(), "--block"},
                                        {options.sharedBytes.has_value(), "--smem"},
                                        {!options.arguments.empty(), "--arg"},
                                        {!options.cubin.empty(), "--cubin"}})
        if (given)
            throw UsageError(fmt::format(
                "{} is for files: a stage says itself how it is launched, and takes --size and -D", option));
    Stage changed = options.lanes.empty() ? stage : withLanes(stage, options.lanes);
    changed.source = inserted(changed.source, options.insertions);
    const StageInstance instance = makeInstance(changed, chosen, size);
    Subject subject;
    subject.stage = stage.id;
    subject.parameters = instance.parameters;
    subject.size = size;
    subject.label = fmt::format("{} {} {}", stage.id, variantText(instance.parameters), sizeText(size));
    if (!options.lanes.empty())
        subject.label += " " + options.lanes;
    subject.image = engine::imageOfStage(compiler, changed, instance.parameters,
                                         engine::compiledArchitecture(options.architecture));
    subject.launch = engine::launchOfStage(instance);
    return subject;
}

/// As options of the command line, each behind a space.
static std::string argumentsText(const engine::FileLaunch& launch) {
    std::string told;
    for (const std::string& argument : launch.arguments)
        told += fmt::format(" --arg '{}'", argument);
    return told;
}

static std::string launchText(const engine::FileLaunch& launch) {
    std::string told = fmt::format("--kernel '{}' --grid {} --block {}", launch.kernel, launch.grid, launch.block);
    if (launch.sharedBytes)
        told += fmt::format(" --smem {}", *launch.sharedBytes);
    return told + argumentsText(launch);
}

static std::string nameOf(const engine::LaunchPart& part) {
    using What = engine::LaunchPart::What;
    switch (part.what) {
    case What::Instance:
        return "which instance";
    case What::Grid:
        return "grid";
    case What::Block:
        return "block";
    case What::Contents:
        return "what arrays hold";
    case What::ArraySize:
    case What::Value:
        break;
    }
    return part.parameter;
}

/// What of a guessed launch the file says, and what it does not, which is added to `guesses`.
static std::string originText(const engine::KernelSignature& kernel, const engine::FoundInText& found,
                              std::vector<std::string>& guesses) {
    const engine::LaunchOrigin origin = engine::originOf(kernel, found);
    const auto named = [](const std::vector<engine::LaunchPart>& parts, const char* none) {
        std::vector<std::string> names;
        for (const engine::LaunchPart& part : parts)
            names.push_back(nameOf(part));
        return names.empty() ? none : fmt::format("{}", fmt::join(names, ", "));
    };
    for (const auto* parts : {&origin.smaller, &origin.guessed})
        for (const engine::LaunchPart& part : *parts)
            if (part.what != engine::LaunchPart::What::Contents)
                guesses.push_back(nameOf(part));
    std::string told = fmt::format("found in the file: {}", named(origin.found, "none of it"));
    if (!origin.smaller.empty())
        told += fmt::format("; smaller than in the file: {}", named(origin.smaller, ""));
    told += fmt::format("; guessed: {}", named(origin.guessed, "nothing"));
    if (found.larger)
        told += fmt::format("\nthe file's own launch, which takes longer: {}", launchText(*found.larger));
    return told;
}

/// Where nothing is said of the launch, what the window would offer; told, so that it can be changed. What of it is guessed
/// is noted in `subject`.
static engine::FileLaunch guessedLaunch(const std::filesystem::path& file, const SourceText& own,
                                        engine::FileLaunch given, Subject& subject) {
    const std::vector<engine::KernelSignature> kernels = engine::kernelsOf(file, own);
    const SourceText text = engine::withIncluded(file, own);
    const engine::KernelSignature* kernel = given.kernel.empty() ? nullptr : engine::findKernel(kernels, given.kernel);
    if (kernels.empty() && given.kernel.empty())
        throw UsageError(engine::withoutKernel(file.string(), text));
    if (kernels.empty() || (kernel == nullptr && !given.kernel.empty()))
        return given;
    if (kernel == nullptr)
        kernel = &engine::likelyKernel(kernels, text);
    engine::FoundInText found;
    engine::FileLaunch launch = engine::suggestLaunch(*kernel, text, &found);
    if (given.kernel.find('<') != std::string::npos) {
        launch.kernel = given.kernel;
        found.instance = true;
    }
    launch.defines = given.defines;
    if (given.sharedBytes)
        launch.sharedBytes = given.sharedBytes;
    fmt::print(stderr, "the launch is guessed: {}\n{}\n", launchText(launch),
               originText(*kernel, found, subject.guesses));
    subject.guess = engine::guessedParts(*kernel, found, text);
    if (kernels.size() > 1) {
        std::string names;
        for (const engine::KernelSignature& each : kernels)
            names += (names.empty() ? "" : ", ") + engine::instanceName(each, text);
        fmt::print(stderr, "the file has {} kernels: {}\n", kernels.size(), names);
    }
    return launch;
}

/// A size that nobody has told is no limit: arrays grow to what the kernel touches.
static void fitGuess(Subject& subject, engine::KernelFile& file, const std::string& architecture) {
    std::vector<std::string> grown;
    file.launch = engine::fittedGuess(subject.image, file, architecture, grown);
    if (grown.empty())
        return;
    subject.launch = engine::launchOfFile(file);
    fmt::print(stderr, "the kernel touches more than was guessed, so that arrays have grown ({}):{}\n",
               fmt::join(grown, ", "), argumentsText(file.launch));
}

Subject fileSubject(const StageCompiler& compiler, const SubjectOptions& options, const std::string& file) {
    if (!options.lanes.empty())
        throw UsageError(
            "--lanes is for stages: give the indices to a kernel of your own with --arg i32[32]=list:0,33");
    if (!options.cubin.empty() && !file.ends_with(".ptx"))
        throw UsageError(fmt::format("--cubin is for PTX that somebody has compiled: {} is compiled here. Write --ptx "
                                     "FILE.ptx --cubin {}",
                                     file, options.cubin));
    engine::FileLaunch launch{options.kernel, options.defines,     options.grid,
                              options.block,  options.sharedBytes, options.arguments};
    const SourceText text = inserted(engine::readTextFile(file), options.insertions);
    Subject subject;
    subject.guessed = launch.grid.empty() && launch.block.empty() && launch.arguments.empty();
    if (subject.guessed)
        launch = guessedLaunch(file, text, std::move(launch), subject);
    subject.label = file;
    engine::KernelFile kernelFile{file, text, launch, options.cubin};
    subject.launch = engine::launchOfFile(kernelFile); // before it is compiled: its mistakes are found sooner
    subject.image = engine::imageOfKernelFile(compiler, kernelFile, engine::compiledArchitecture(options.architecture));
    fitGuess(subject, kernelFile, options.architecture);
    if (const size_t otherwise = subject.image.origin.find("; "); otherwise != std::string::npos)
        fmt::print(stderr, "{}: {}\n", file, subject.image.origin.substr(otherwise + 2));
    return subject;
}

Subject keptSubject(const SubjectOptions& options, const std::string& folder) {
    for (const auto& [given, option] : {std::pair{!options.kernel.empty(), "--kernel"},
                                        {!options.defines.empty(), "-D"},
                                        {!options.grid.empty(), "--grid"},
                                        {!options.block.empty(), "--block"},
                                        {options.sharedBytes.has_value(), "--smem"},
                                        {!options.arguments.empty(), "--arg"},
                                        {!options.lanes.empty(), "--lanes"},
                                        {!options.cubin.empty(), "--cubin"}})
        if (given)
            throw UsageError(
                fmt::format("{} is not for a launch that was kept: it is run as the program has launched it", option));
    Subject subject;
    subject.kept = launches::readKeptLaunch(folder);
    subject.label = folder;
    subject.image = engine::imageOfKept(*subject.kept);
    return subject;
}

} // namespace warplens::cli
