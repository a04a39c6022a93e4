// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli host STAGE`: the host program of a stage, for the chosen parameters and size; --project writes it into a
// folder with the kernel and what builds both.
#include "app/cli/subject.h"
#include "app/cli/verbs.h"
#include "kernels/host/host_program.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace warplens::cli {
namespace {

using namespace warplens::kernels;

struct HostOptions {
    std::string stage, size = "512", project, json;
    SubjectOptions subject;
};

nlohmann::ordered_json projectJson(const Stage& stage, const HostProgram& program,
                                   const std::vector<ProjectFile>& files) {
    nlohmann::ordered_json parts = nlohmann::ordered_json::array(), texts = nlohmann::ordered_json::array();
    for (const HostPart& part : program.parts)
        parts.push_back({{"title", part.title}, {"line", part.line}});
    for (const ProjectFile& file : files)
        texts.push_back({{"name", file.name}, {"text", file.text}});
    return {{"stage", stage.id}, {"program", program.name}, {"parts", std::move(parts)}, {"files", std::move(texts)}};
}

int runHost(const HostOptions& options) {
    const Catalogue catalogue = openCatalogue(options.subject);
    const Stage& found = findStage(catalogue, options.stage);
    const Stage stage = options.subject.lanes.empty() ? found : withLanes(found, options.subject.lanes);
    const ParameterValues chosen = chosenParameters(options.subject);
    const Size size = parseSize(options.size);
    const HostProgram program = hostProgram(stage, chosen, size);
    const std::vector<ProjectFile> files = hostProject(stage, chosen, size);
    if (!options.json.empty())
        writeJson(projectJson(stage, program, files), options.json);
    if (!options.project.empty()) {
        saveProject(files, options.project);
        if (options.json != "-")
            fmt::print("{}: {} files; `make -C {} run` builds and runs it\n", options.project, files.size(),
                       options.project);
    } else if (options.json.empty()) {
        fmt::print("{}", program.text);
    }
    return 0;
}

} // namespace

void addHostVerb(CommandLine& commands) {
    const auto options = std::make_shared<HostOptions>();
    Verb verb = commands.verb(
        "host", "Write the host's side of a stage: a program that allocates, copies, launches and compares");
    verb.option("stage", options->stage, "A stage such as matmul/07-tiled", {.required = true});
    verb.option("-D", options->subject.defines, "NAME=VALUE: a parameter of the stage");
    verb.option("--size", options->size, "Problem size: M,N,K or N", {.tellsDefault = true});
    verb.option("--lanes", options->subject.lanes,
                "Which element each lane reads, of patterns/09-expression: '(lane % 8) * 33 + lane / 8'");
    verb.option("--project", options->project,
                "Save it in this folder, which is new or empty, with the kernel, CMakeLists.txt and Makefile");
    verb.option("--stages", options->subject.folder, "Folder of stages instead of the program's own");
    verb.option("--json", options->json, "Write the project's files as JSON to this file (- for the terminal)");
    verb.does([options] { return runHost(*options); });
}

} // namespace warplens::cli
