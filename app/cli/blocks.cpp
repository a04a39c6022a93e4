// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli blocks`: where and when each block of a launch ran on a GPU: measured here, or as it was recorded.
#include "app/cli/interruption.h"
#include "app/cli/subject.h"
#include "app/cli/verbs.h"
#include "app/engine/block_clock.h"
#include "app/model/blocks_picture.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/place.h"
#include "kernels/measure/recording.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <set>
#include <tuple>

namespace warplens::cli {
namespace {

using namespace kernels;
using nlohmann::ordered_json;

struct BlocksOptions {
    SubjectOptions subject;
    std::string name, size = "512", gpu, recording, json;
    int device = 0;
    bool recorded = false;
};

app::KnownBlocks recorded(const BlocksOptions& options) {
    const Catalogue catalogue = openCatalogue(options.subject);
    const Stage& stage = findStage(catalogue, options.name);
    const StageInstance instance = makeInstance(stage, chosenParameters(options.subject), parseSize(options.size));
    const int dimensions = catalogue.track(stage.track).dimensions;
    std::set<std::tuple<int64_t, int64_t, int64_t>> sizes; // ascending, each once
    for (const auto& [file, recording] : knownRecordings(&catalogue).recordings) {
        if (!options.gpu.empty() &&
            sim::time::findDevice(options.gpu) != sim::time::findDevice(recording.provenance.gpu))
            continue;
        const RecordedBlocks* found = recording.findBlocks(stage.id, instance.parameters, instance.size);
        if (found != nullptr && found->size == instance.size)
            return app::knownBlocks(*found, app::launchText(found->size, dimensions), recording.provenance.gpu,
                                    daysOf(recording.provenance));
        for (const RecordedBlocks& row : recording.blocks)
            if (recording.findBlocks(stage.id, instance.parameters, row.size) == &row)
                sizes.emplace(row.size.m, row.size.n, row.size.k);
    }
    std::string known;
    for (const auto& [m, n, k] : sizes)
        known += (known.empty() ? "; recorded were " : ", ") + sizeText({m, n, k});
    throw UsageError(fmt::format("the blocks of {} {} at {} were not recorded{}: leave --recorded out to measure them",
                                 stage.id, variantText(instance.parameters), sizeText(instance.size), known));
}

/// The row goes into a recording of the same GPU, so that the window shows it.
void keep(const BlocksOptions& options, const Subject& subject, const app::KnownBlocks& blocks) {
    const Catalogue catalogue = openCatalogue(options.subject);
    Recording recording = loadRecording(options.recording, catalogue);
    if (recording.provenance.gpu != blocks.gpu)
        throw UsageError(fmt::format("{} was recorded on {}, and this is {}: write it into a recording of its own",
                                     options.recording, recording.provenance.gpu, blocks.gpu));
    std::erase_if(recording.blocks, [&](const RecordedBlocks& old) {
        return old.stage == subject.stage && old.parameters == subject.parameters && old.size == subject.size;
    });
    recording.blocks.push_back(blocks.row);
    recording.provenance.date =
        recording.provenance.date.substr(0, recording.provenance.date.find('/')) + "/" + presentDate();
    saveRecording(recording, options.recording);
}

app::KnownBlocks measured(const BlocksOptions& options) {
    const Interruption interruption;
    const StageCompiler compiler;
    Subject subject;
    int dimensions = 3;
    if (engine::isKernelFile(options.name)) {
        subject = fileSubject(compiler, options.subject, options.name);
    } else {
        const Catalogue catalogue = openCatalogue(options.subject);
        const Stage& stage = findStage(catalogue, options.name);
        if (!stage.kernel)
            throw UsageError(fmt::format("{} has no kernel of ours whose blocks could be told", options.name));
        subject =
            stageSubject(compiler, options.subject, stage, chosenParameters(options.subject), parseSize(options.size));
        dimensions = catalogue.track(stage.track).dimensions;
    }
    if (subject.stage.empty() && !options.recording.empty())
        throw UsageError("a recording holds stages alone: leave --into out, and write --json FILE");
    engine::MeasuredBlocks blocks =
        engine::measureBlocks(subject.image, subject.launch,
                              {.worker = localWorker(), .device = options.device, .stop = interruption.token()});
    const auto& grid = subject.launch.grid;
    const app::KnownBlocks known =
        app::knownBlocks({subject.stage, subject.parameters, subject.size, std::move(blocks.blocks)},
                         subject.stage.empty() ? fmt::format("grid {}×{}×{}", grid.x, grid.y, grid.z)
                                               : app::launchText(subject.size, dimensions),
                         std::move(blocks.gpu), presentDate().substr(0, 10));
    if (!options.recording.empty())
        keep(options, subject, known);
    return known;
}

ordered_json toJson(const app::KnownBlocks& blocks, const app::BlocksPicture& picture) {
    ordered_json json{{"gpu", blocks.gpu},
                      {"date", blocks.days},
                      {"launch", blocks.launch},
                      {"sentence", app::plainText(picture.sentence)},
                      {"multiprocessors", blocks.multiprocessors},
                      {"working", picture.multiprocessors.size()},
                      {"places", picture.places},
                      {"turns", picture.turns},
                      {"busy", picture.busy},
                      {"end_us", picture.end},
                      {"blocks", ordered_json::array()}};
    if (picture.spent)
        json["last_begin_us"] = *picture.spent;
    for (size_t n = 0; n < blocks.row.blocks.size(); ++n) {
        const RecordedBlocks::Block& block = blocks.row.blocks[n];
        json["blocks"].push_back(
            {{"block", n}, {"multiprocessor", block.multiprocessor}, {"begin_ns", block.begin}, {"end_ns", block.end}});
    }
    return json;
}

int runBlocks(const BlocksOptions& options) {
    if (options.recorded && engine::isKernelFile(options.name))
        throw UsageError("no recording holds a file's blocks: leave --recorded out to measure them");
    const app::KnownBlocks blocks = options.recorded ? recorded(options) : measured(options);
    const app::BlocksPicture picture = app::blocksPicture(blocks);
    if (!options.json.empty())
        writeJson(toJson(blocks, picture), options.json);
    if (options.json != "-")
        fmt::print("{}\n{}\n", app::plainText(picture.sentence), picture.origin);
    return 0;
}

} // namespace

void addBlocksVerb(CommandLine& commands) {
    const auto options = std::make_shared<BlocksOptions>();
    Verb verb = commands.verb("blocks", "Tell where and when each block of a launch ran on a GPU");
    verb.option("stage", options->name, "A stage such as reduction/07-tree-halving, or FILE.cu");
    verb.option("--size", options->size, "Problem size of a stage: M,N,K or N", {.tellsDefault = true});
    options->subject.addTo(verb);
    verb.option("--device", options->device, "Number of the GPU", {.tellsDefault = true});
    verb.flag("--recorded", options->recorded, "As it comes with the program: needs no GPU");
    verb.option("--gpu", options->gpu, "With --recorded: on which GPU");
    verb.option("--into", options->recording, "Add it to this recording");
    verb.option("--json", options->json, "Write the answer to a file; - for standard output");
    verb.does([options] {
        options->name = options->subject.nameOr(options->name);
        if (options->name.empty())
            throw UsageError("nothing to tell of: name a stage such as matmul/07-tiled, or a file");
        return runBlocks(*options);
    });
}

} // namespace warplens::cli
