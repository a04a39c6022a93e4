// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/subject.h"

#include "app/cli/verbs.h"
#include "kernels/catalogue/nearest.h"
#include "kernels/catalogue/paths.h"

#include <fmt/format.h>

#include <charconv>

namespace warplens::cli {

using namespace kernels;
namespace simt = sim::simt;

void SubjectOptions::addTo(CLI::App& verb) {
    verb.add_option("--kernel", kernel, "Kernel of a file; a template instance too: 'tile<32,1>'");
    verb.add_option("-D", defines, "NAME=VALUE: a stage's parameter, or a macro for a file")->allow_extra_args(false);
    verb.add_option("--arch", architecture, "Compute capability")->capture_default_str();
    verb.add_option("--grid", grid, "Grid of a file's kernel: X,Y,Z");
    verb.add_option("--block", block, "Block of a file's kernel: X,Y,Z");
    verb.add_option("--smem", sharedBytes, "Dynamic shared memory of a file's kernel, in bytes");
    verb.add_option(
            "--arg", arguments,
            "Argument of a file's kernel, in order: f32[262144]=random:1, f32[64]=zeros, f32[64]=file:PATH, i32=512")
        ->allow_extra_args(false);
    verb.add_option("--stages", folder, "Folder of stages instead of the program's own");
}

bool isKernelFile(const std::string& name) {
    return name.ends_with(".cu") || name.ends_with(".ptx") || name.ends_with(".cuh");
}

simt::Dim3 parseDim(const std::string& text, const std::string& option, uint32_t rest) {
    uint32_t values[3] = {rest, rest, rest};
    const char* at = text.data();
    const char* end = at + text.size();
    for (int i = 0; i < 3; ++i) {
        const auto [next, error] = std::from_chars(at, end, values[i]);
        if (error != std::errc() || (next != end && *next != ','))
            break;
        if (next == end)
            return {values[0], values[1], values[2]};
        at = next + 1;
    }
    throw UsageError(fmt::format("'{}' is no size for {}: write one to three whole numbers, as in {} 16,16,1", text,
                                 option, option));
}

std::pair<std::string, std::string> parseDefine(const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == 0 || text.empty())
        throw UsageError(fmt::format("'-D {}' names nothing: write -D NAME=VALUE", text));
    if (equals == std::string::npos)
        return {text, "1"};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

Catalogue openCatalogue(const SubjectOptions& options) {
    return loadCatalogue(options.folder.empty() ? stagesDir() : std::filesystem::path(options.folder));
}

const Stage& findStage(const Catalogue& catalogue, const std::string& id) {
    if (const Stage* stage = catalogue.find(id))
        return *stage;
    for (const Problem& problem : catalogue.problems)
        fmt::print(stderr, "{}\n", problemText(problem));
    const std::string near = nearestWord(id, catalogue.ids());
    throw UsageError(
        fmt::format("there is no stage '{}'{}; `warplens-cli stages` lists them, and a kernel of your own is "
                    "given as FILE.cu or FILE.ptx",
                    id, near.empty() ? "" : fmt::format(": did you mean {}?", near)));
}

ParameterValues chosenParameters(const SubjectOptions& options) {
    ParameterValues chosen;
    for (const std::string& define : options.defines) {
        const auto [name, text] = parseDefine(define);
        int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size())
            throw UsageError(fmt::format("'-D {}': a stage's parameter is a whole number", define));
        chosen.push_back({name, value});
    }
    return chosen;
}

Subject stageSubject(const StageCompiler& compiler, const SubjectOptions& options, const Stage& stage,
                     const ParameterValues& chosen, const Size& size) {
    for (const auto& [given, option] : {std::pair{!options.kernel.empty(), "--kernel"},
                                        {!options.grid.empty(), "--grid"},
                                        {!options.block.empty(), "--block"},
                                        {options.sharedBytes.has_value(), "--smem"},
                                        {!options.arguments.empty(), "--arg"}})
        if (given)
            throw UsageError(fmt::format(
                "{} is for files: a stage says itself how it is launched, and takes --size and -D", option));
    const StageInstance instance = makeInstance(stage, chosen, size);
    Subject subject;
    subject.stage = stage.id;
    subject.parameters = instance.parameters;
    subject.size = size;
    subject.label = fmt::format("{} {} {}", stage.id, variantText(instance.parameters), sizeText(size));
    subject.image =
        engine::imageOfStage(compiler, stage, instance.parameters, engine::compiledArchitecture(options.architecture));
    subject.launch = engine::launchOfStage(instance);
    return subject;
}

Subject fileSubject(const StageCompiler& compiler, const SubjectOptions& options, const std::string& file) {
    if (options.grid.empty() || options.block.empty())
        throw UsageError(
            "a kernel from a file needs its launch: write --grid X,Y,Z --block X,Y,Z and one --arg for each "
            "argument");
    std::vector<Define> defines;
    for (const std::string& define : options.defines) {
        const auto [name, value] = parseDefine(define);
        defines.push_back({name, value});
    }
    Subject subject;
    subject.label = file;
    subject.image = engine::imageOfFile(compiler, file, options.kernel, defines,
                                        engine::compiledArchitecture(options.architecture));
    subject.launch.grid = parseDim(options.grid, "--grid");
    subject.launch.block = parseDim(options.block, "--block");
    subject.launch.dynamicShared = options.sharedBytes.value_or(0);
    for (const std::string& text : options.arguments)
        subject.launch.arguments.push_back({"", text, parseArgumentSpec(text)});
    return subject;
}

} // namespace warplens::cli
