// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pack/shelf.h"

#include "app/pack/stage_texts.h"
#include "app/tongue/say.h"
#include "kernels/catalogue/paths.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::packs {
namespace {

namespace fs = std::filesystem;

bool hasTrack(const kernels::Catalogue& catalogue, const std::string& id) {
    return std::any_of(catalogue.tracks.begin(), catalogue.tracks.end(),
                       [&](const kernels::Track& track) { return track.id == id; });
}

} // namespace

kernels::Catalogue catalogueWith(const fs::path& stages, const Pack* pack) {
    kernels::Catalogue all = kernels::loadCatalogue(stages);
    std::error_code missing;
    const fs::path told =
        kernels::resourcesDir() / "stages" / fmt::format("{}.md", tongue::kindOf(tongue::spoken()).code);
    if (fs::exists(told, missing))
        tellStages(all, told);
    if (!pack || !fs::is_directory(pack->folder / "stages", missing))
        return all;
    kernels::Catalogue own = kernels::loadCatalogue(pack->folder / "stages");
    all.problems.insert(all.problems.end(), own.problems.begin(), own.problems.end());
    std::vector<kernels::Track> tracks;
    for (kernels::Track& track : own.tracks) {
        if (hasTrack(all, track.id)) {
            all.problems.push_back(
                {(pack->folder / "stages" / track.id).string(), 0, 0,
                 fmt::format("the program has a track '{}' already: give the folder another name", track.id)});
            continue;
        }
        for (const kernels::Stage& stage : own.stages)
            if (stage.track == track.id)
                all.stages.push_back(stage);
        tracks.push_back(std::move(track));
    }
    all.tracks.insert(all.tracks.end(), tracks.begin(), tracks.end());
    return all;
}

lessons::Course courseWith(const kernels::Catalogue& catalogue, const Pack* pack) {
    const std::string_view spoken = tongue::kindOf(tongue::spoken()).code;
    lessons::Course program = lessons::loadCourse(kernels::resourcesDir(), catalogue, "en", nullptr, spoken);
    return pack ? lessons::loadCourse(pack->folder, catalogue, pack->language, &program, spoken) : program;
}

challenges::Challenges challengesOf(const Pack& pack) {
    return challenges::loadChallenges(pack.folder, pack.language, tongue::kindOf(tongue::spoken()).code);
}

challenges::Challenges challengesWith(const Pack* pack) {
    challenges::Challenges program =
        challenges::loadChallenges(kernels::resourcesDir(), "en", tongue::kindOf(tongue::spoken()).code);
    if (!pack)
        return program;
    challenges::Challenges all = challengesOf(*pack);
    for (challenges::Challenge& each : program.all) {
        if (const challenges::Challenge* own = all.find(each.id))
            all.problems.push_back({own->folder.string(), 0, 0,
                                    fmt::format("the program has a challenge '{}', too, which is hidden: give this one "
                                                "another name",
                                                each.id)});
        else
            all.all.push_back(std::move(each));
    }
    return all;
}

} // namespace warplens::packs
