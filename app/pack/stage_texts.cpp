// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pack/stage_texts.h"

#include "app/words/headed_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::packs {
namespace {

/// Of "title: Kafelki" what stands behind the key; empty: the line does not begin with it.
std::string behind(const std::string& line, const std::string& key) {
    return line.starts_with(key) ? words::trimmed(line.substr(key.size())) : std::string();
}

/// One line of what stands below a stage's heading.
void take(kernels::Stage& stage, const std::string& line) {
    const auto given = [&](const std::string& key, std::string& to) {
        const std::string text = behind(line, key);
        if (!text.empty())
            to = text;
        return !text.empty();
    };
    if (given("title: ", stage.title) || given("short: ", stage.shortTitle))
        return;
    for (kernels::Parameter& parameter : stage.parameters)
        if (given("label " + parameter.name + ": ", parameter.label))
            return;
    for (kernels::SharedArray& array : stage.sharedArrays)
        if (given("note " + array.name + ": ", array.note))
            return;
    if (line.starts_with("> "))
        words::joinLine(stage.lookAt, words::trimmed(line.substr(2)));
    else
        words::joinLine(stage.idea, line);
}

} // namespace

void tellStages(kernels::Catalogue& catalogue, const std::filesystem::path& file) {
    try {
        const words::HeadedText text(file, {});
        kernels::Stage* stage = nullptr;
        kernels::Track* track = nullptr;
        kernels::Stage english;
        const auto end = [&] { // a stage of which only the title is told keeps its texts
            if (stage && stage->idea.empty())
                stage->idea = english.idea;
            if (stage && stage->lookAt.empty())
                stage->lookAt = english.lookAt;
        };
        for (size_t i = text.next; i < text.all.size(); ++i) {
            const std::string& line = text.all[i];
            if (line.empty() || line.starts_with("# "))
                continue;
            if (!line.starts_with("## ")) {
                if (stage)
                    take(*stage, line);
                else if (track)
                    track->title = line;
                continue;
            }
            end();
            const std::string id = words::trimmed(line.substr(3));
            const auto found = std::find_if(catalogue.stages.begin(), catalogue.stages.end(),
                                            [&](const kernels::Stage& each) { return each.id == id; });
            const auto about = std::find_if(catalogue.tracks.begin(), catalogue.tracks.end(),
                                            [&](const kernels::Track& each) { return each.id == id; });
            stage = found == catalogue.stages.end() ? nullptr : &*found;
            track = about == catalogue.tracks.end() ? nullptr : &*about;
            if (!stage)
                continue; // of another folder of stages, maybe
            english = *stage;
            stage->idea.clear();
            stage->lookAt.clear();
        }
        end();
    } catch (const words::TextMistake& mistake) {
        catalogue.problems.push_back({file.string(), mistake.line, 0, mistake.what()});
    }
}

} // namespace warplens::packs
