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
        const auto [name, text] = engine::parseDefine(define);
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
    const engine::FileLaunch launch{options.kernel, options.defines,     options.grid,
                                    options.block,  options.sharedBytes, options.arguments};
    Subject subject;
    subject.label = file;
    subject.launch = engine::launchOfFile(launch);
    subject.image = engine::imageOfKernelFile(compiler, {file, engine::readTextFile(file), launch},
                                              engine::compiledArchitecture(options.architecture));
    return subject;
}

} // namespace warplens::cli
