// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli stages`: lists what the catalogue read, as a table or as JSON. Mistakes in stage files go to standard
// error; the stages without mistakes are listed all the same. `warplens-cli stages STAGE` tells one of them, its text with
// its figures.
#include "app/cli/interruption.h"
#include "app/cli/subject.h"
#include "app/cli/told.h"
#include "app/cli/verbs.h"
#include "app/pack/shelf.h"
#include "app/words/narrator.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/images/compile_stage.h"
#include "kernels/measure/recording.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace warplens::cli {
namespace {

using namespace warplens::kernels;
using nlohmann::ordered_json;

ordered_json parameterJson(const Parameter& parameter) {
    ordered_json json{{"name", parameter.name}, {"label", parameter.label}, {"default", parameter.defaultValue}};
    if (parameter.values.empty()) {
        json["min"] = parameter.minimum;
        json["max"] = parameter.maximum;
        if (!parameter.measured.empty())
            json["measured"] = parameter.measured;
    } else {
        json["values"] = parameter.values;
    }
    json["switch"] = parameter.isSwitch;
    if (!parameter.suits.empty())
        json["suits"] = parameter.suits;
    return json;
}

ordered_json argumentJson(const Argument& argument) {
    ordered_json json{{"name", argument.name}, {"type", elementTypeName(argument.type)}};
    if (argument.isArray) {
        json["shape"] = argument.shape;
        if (argument.used != argument.shape) {
            json["used"] = argument.used;
            json["padding"] = argument.poisonedPadding ? "poison" : "zeros";
        }
        json["role"] = argument.role == Role::In ? "in" : argument.role == Role::Out ? "out" : "inout";
        if (argument.lanes.empty()) {
            json["fill"] = argument.fill;
        } else {
            json["lanes"] = argument.lanes;
            json["below"] = argument.below;
        }
    } else {
        json["value"] = argument.value;
    }
    return json;
}

ordered_json sharedJson(const SharedArray& array) {
    ordered_json json{
        {"name", array.name}, {"type", elementTypeName(array.type)}, {"shape", array.shape}, {"used", array.used}};
    if (!array.holds.empty())
        json["holds"] = array.holds;
    if (!array.note.empty())
        json["note"] = array.note;
    if (!array.within.empty()) {
        json["within"] = array.within;
        json["at"] = array.at;
    }
    return json;
}

ordered_json stageJson(const Stage& stage) {
    ordered_json json{{"id", stage.id},       {"track", stage.track},
                      {"title", stage.title}, {"short", stage.shortTitle},
                      {"opens", stage.opens}, {"computes", stage.computes}};
    if (stage.kernel) {
        json["kernel"] = {{"name", stage.kernel->name}, {"grid", stage.kernel->grid}, {"block", stage.kernel->block}};
        if (!stage.kernel->sharedBytes.empty())
            json["kernel"]["shared_bytes"] = stage.kernel->sharedBytes;
    }
    if (stage.library)
        json["library"] = {{"name", stage.library->name}, {"function", stage.library->function}};
    if (stage.cpu)
        json["cpu"] = {{"function", stage.cpu->function}, {"most_products", stage.cpu->mostProducts}};
    if (stage.rounding)
        json["rounding"] = {
            {"to", stage.rounding->to}, {"error", stage.rounding->error}, {"reason", stage.rounding->reason}};
    json["source"] = stage.sourceFileName();
    for (const char* list : {"parameters", "arguments", "shared"})
        json[list] = ordered_json::array();
    for (const Parameter& parameter : stage.parameters)
        json["parameters"].push_back(parameterJson(parameter));
    for (const Argument& argument : stage.arguments)
        json["arguments"].push_back(argumentJson(argument));
    for (const SharedArray& array : stage.sharedArrays)
        json["shared"].push_back(sharedJson(array));
    return json;
}

ordered_json catalogueJson(const Catalogue& catalogue) {
    ordered_json tracks = ordered_json::array(), stages = ordered_json::array();
    for (const Track& track : catalogue.tracks)
        tracks.push_back({{"id", track.id},
                          {"title", track.title},
                          {"order", track.order},
                          {"figure", track.figure},
                          {"ladder", track.ladder}});
    for (const Stage& stage : catalogue.stages)
        stages.push_back(stageJson(stage));
    return {{"tracks", std::move(tracks)}, {"stages", std::move(stages)}};
}

void printTable(const Catalogue& catalogue) {
    std::size_t idWidth = 5, titleWidth = 5;
    for (const Stage& stage : catalogue.stages) {
        idWidth = std::max(idWidth, stage.id.size());
        titleWidth = std::max(titleWidth, stage.title.size());
    }
    fmt::print("{:<{}}  {:<{}}  {}\n", "stage", idWidth, "title", titleWidth, "parameters (default)");
    for (const Stage& stage : catalogue.stages) {
        std::string parameters;
        for (const Parameter& parameter : stage.parameters)
            parameters += fmt::format("{}{} {} ({})", parameters.empty() ? "" : "; ", parameter.name,
                                      parameter.allowedText(), parameter.defaultValue);
        if (stage.library)
            parameters = fmt::format("library {}", stage.library->name);
        if (stage.cpu)
            parameters += "; on the CPU";
        fmt::print("{:<{}}  {:<{}}  {}\n", stage.id, idWidth, stage.title, titleWidth, parameters);
    }
}

/// Says what in a text does not hold. Returns whether all of it does.
bool holds(const Stage& stage, const std::string& text, const words::Filled& filled) {
    const std::vector<std::string> problems = words::parse(text).problems;
    for (const std::string& problem : problems)
        fmt::print(stderr, "{}: {}\n", stage.id, problem);
    bool good = problems.empty();
    for (const words::Piece& piece : filled.pieces)
        if (piece.state == words::State::Broken) {
            fmt::print(stderr, "{}: {{{{{}}}}}: {}\n", stage.id, piece.marker, piece.why);
            good = false;
        }
    return good;
}

/// One stage with its texts filled. Returns whether all that they say holds.
bool tellStage(const Catalogue& catalogue, const Stage& stage, const std::string& json) {
    std::vector<Recording> recordings;
    for (auto& [file, recording] : knownRecordings(&catalogue).recordings)
        recordings.push_back(std::move(recording));
    const StageCompiler compiler;
    words::Facts facts(catalogue, compiler, recordings);
    const Interruption interruption;
    const words::Told told = words::tell(stage, facts, interruption.token());
    const bool ideaHolds = holds(stage, stage.idea, told.idea);
    const bool good = holds(stage, stage.lookAt, told.lookAt) && ideaHolds;
    if (!json.empty()) {
        ordered_json document = stageJson(stage);
        document["idea"] = textJson(told.idea);
        document["look_at"] = textJson(told.lookAt);
        writeJson(document, json);
        return good;
    }
    fmt::print("{}: {}\n\n{}\n\nWhat to look at: {}\n", stage.id, stage.title, wrapped(told.idea.text(), 100),
               wrapped(told.lookAt.text(), 84));
    if (const std::string origins = told.origins(); !origins.empty())
        fmt::print("\n({})\n", origins);
    return good;
}

} // namespace

void addStagesVerb(CommandLine& commands) {
    struct Options {
        std::string stage;
        std::string json;
        std::string folder;
    };
    const auto options = std::make_shared<Options>();
    Verb verb = commands.verb("stages", "List the stages with their parameters, or tell one of them");
    verb.option("stage", options->stage, "The stage to tell, with the figures of its text");
    verb.option("--json", options->json, "Write JSON to this file (- for the terminal)");
    verb.option("--stages", options->folder, "Folder of stages to read instead of the program's own");
    verb.does([options] {
        const Catalogue catalogue = packs::catalogueWith(
            options->folder.empty() ? stagesDir() : std::filesystem::path(options->folder), nullptr);
        bool good = true;
        if (!options->stage.empty())
            good = tellStage(catalogue, findStage(catalogue, options->stage), options->json);
        else if (options->json.empty())
            printTable(catalogue);
        else
            writeJson(catalogueJson(catalogue), options->json);
        std::fflush(stdout);
        for (const Problem& problem : catalogue.problems)
            fmt::print(stderr, "{}\n", problemText(problem));
        return !catalogue.problems.empty() ? 2 : good ? 0 : 1;
    });
}

} // namespace warplens::cli
