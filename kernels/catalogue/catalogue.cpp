// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/catalogue.h"

#include "kernels/catalogue/stage_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <system_error>

namespace warplens::kernels {
namespace fs = std::filesystem;

namespace {

/// Two digits, a hyphen, and a name of small letters, digits and hyphens.
bool isStageName(std::string_view name) {
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    return name.size() > 3 && digit(name[0]) && digit(name[1]) && name[2] == '-' &&
           std::all_of(name.begin() + 3, name.end(),
                       [&](char c) { return digit(c) || c == '-' || (c >= 'a' && c <= 'z'); });
}

/// Entries in order of their names; an unreadable folder is a problem.
std::vector<fs::directory_entry> entriesOf(const fs::path& folder, std::vector<Problem>& problems) {
    std::vector<fs::directory_entry> entries;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (!it->path().filename().string().starts_with('.'))
            entries.push_back(*it);
    if (error)
        problems.push_back(
            {folder.string(), 0, 0, fmt::format("cannot be read as a folder of stages: {}", error.message())});
    std::sort(entries.begin(), entries.end());
    return entries;
}

bool contains(const std::vector<std::string>& ids, std::string_view id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// An id leads to one stage.
void checkIds(Catalogue& catalogue) {
    std::map<std::string, std::string> owners;
    for (const Stage& stage : catalogue.stages)
        owners[stage.id] = stage.id;
    for (const Stage& stage : catalogue.stages)
        for (const auto* ids : {&stage.formerly, &stage.replaces})
            for (const std::string& id : *ids)
                if (const auto [owner, isNew] = owners.try_emplace(id, stage.id); !isNew)
                    catalogue.problems.push_back(
                        {stage.tomlFile.string(), 0, 0,
                         fmt::format("the id {} in 'formerly' or 'replaces' is that of {} already", id,
                                     owner->second == stage.id ? "this stage" : owner->second)});
}

void readTrackFolder(const fs::path& folder, Catalogue& catalogue) {
    const std::string id = folder.filename().string();
    Track track{id, id, 0};
    std::set<std::string> tomlNames, sourceNames;
    for (const fs::directory_entry& entry : entriesOf(folder, catalogue.problems)) {
        const fs::path& file = entry.path();
        const std::string extension = file.extension().string(), name = file.stem().string();
        if (file.filename() == "track.toml") {
            track = readTrack(file, id, catalogue.problems);
        } else if (extension == ".toml" || extension == ".cu") {
            if (isStageName(name))
                (extension == ".toml" ? tomlNames : sourceNames).insert(name);
            else
                catalogue.problems.push_back({file.string(), 0, 0,
                                              "this is no name for a stage: write two digits, a hyphen and a name in "
                                              "small letters, as in 07-tiled"});
        }
    }
    if (tomlNames.empty() && sourceNames.empty())
        return;

    for (const std::string& name : tomlNames) {
        const fs::path tomlFile = folder / (name + ".toml"), sourceFile = folder / (name + ".cu");
        if (sourceNames.count(name) == 0)
            catalogue.problems.push_back({tomlFile.string(), 1, 0, fmt::format("{}.cu is missing beside it", name)});
        else if (auto stage = readStage(tomlFile, sourceFile, id, catalogue.problems))
            catalogue.stages.push_back(std::move(*stage));
    }
    for (const std::string& name : sourceNames)
        if (tomlNames.count(name) == 0)
            catalogue.problems.push_back(
                {(folder / (name + ".cu")).string(), 1, 0, fmt::format("{}.toml is missing beside it", name)});
    catalogue.tracks.push_back(std::move(track));
}

} // namespace

std::string problemText(const Problem& problem) {
    if (problem.line == 0)
        return fmt::format("{}: {}", problem.file, problem.message);
    return fmt::format("{}:{}: {}", problem.file, problem.line, problem.message);
}

const Stage* Catalogue::find(std::string_view id) const {
    if (const Stage* stage = findKernel(id))
        return stage;
    const auto found =
        std::find_if(stages.begin(), stages.end(), [&](const Stage& stage) { return contains(stage.replaces, id); });
    return found == stages.end() ? nullptr : &*found;
}

const Stage* Catalogue::findKernel(std::string_view id) const {
    auto found = std::find_if(stages.begin(), stages.end(), [&](const Stage& stage) { return stage.id == id; });
    if (found == stages.end())
        found = std::find_if(stages.begin(), stages.end(),
                             [&](const Stage& stage) { return contains(stage.formerly, id); });
    return found == stages.end() ? nullptr : &*found;
}

const Track& Catalogue::track(std::string_view id) const {
    static const Track none;
    const auto found = std::find_if(tracks.begin(), tracks.end(), [&](const Track& track) { return track.id == id; });
    return found == tracks.end() ? none : *found;
}

std::vector<std::string> Catalogue::ids() const {
    std::vector<std::string> all;
    for (const Stage& stage : stages)
        all.push_back(stage.id);
    return all;
}

std::string_view Catalogue::arithmeticOf(std::string_view id) const {
    const Stage* stage = find(id);
    return stage == nullptr ? std::string_view("FP32") : stage->arithmetic();
}

const Stage* Catalogue::lineToBeat(const Stage& stage) const {
    const auto found = std::find_if(stages.begin(), stages.end(), [&](const Stage& other) {
        return other.library && other.track == stage.track && other.arithmetic() == stage.arithmetic();
    });
    return found == stages.end() ? nullptr : &*found;
}

Catalogue loadCatalogue(const fs::path& folder) {
    Catalogue catalogue;
    for (const fs::directory_entry& entry : entriesOf(folder, catalogue.problems)) {
        std::error_code error;
        if (entry.is_directory(error))
            readTrackFolder(entry.path(), catalogue);
    }
    std::sort(catalogue.tracks.begin(), catalogue.tracks.end(),
              [](const Track& a, const Track& b) { return std::tie(a.order, a.id) < std::tie(b.order, b.id); });
    const auto rank = [&](const Stage& stage) {
        return std::find_if(catalogue.tracks.begin(), catalogue.tracks.end(),
                            [&](const Track& track) { return track.id == stage.track; }) -
               catalogue.tracks.begin();
    };
    std::sort(catalogue.stages.begin(), catalogue.stages.end(),
              [&](const Stage& a, const Stage& b) { return std::pair(rank(a), a.id) < std::pair(rank(b), b.id); });
    checkIds(catalogue);
    return catalogue;
}

} // namespace warplens::kernels
