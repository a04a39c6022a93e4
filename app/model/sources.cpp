// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/sources.h"

#include "app/model/exhibit_text.h"
#include "kernels/catalogue/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace warplens::app {
namespace {

using namespace kernels;

Size cube(std::int64_t edge) {
    return {edge, edge, edge};
}

} // namespace

std::string Sources::addFile(engine::KernelFile file) {
    file.path = std::filesystem::absolute(file.path).lexically_normal();
    const std::string subject = fileSubject(file.path);
    if (!m_files.contains(subject))
        m_order.push_back(subject);
    m_files[subject] = std::move(file);
    return subject;
}

const engine::KernelFile* Sources::file(const std::string& subject) const {
    const auto found = m_files.find(subject);
    return found == m_files.end() ? nullptr : &found->second;
}

std::string Sources::addKept(const std::filesystem::path& folder) const {
    const std::filesystem::path path = std::filesystem::absolute(folder).lexically_normal();
    const std::string subject = keptSubject(path);
    if (m_kept.contains(subject))
        return subject;
    try {
        Kept kept{launches::readKeptHead(path), {}};
        kept.stage = stageOfKept(path, kept.head);
        m_kept[subject] = std::move(kept);
        m_keptOrder.push_back(subject);
    } catch (const launches::KeptError& error) {
        throw ExhibitError(error.what());
    }
    return subject;
}

const launches::KeptLaunch* Sources::kept(const std::string& subject) const {
    const auto found = m_kept.find(subject);
    return found == m_kept.end() ? nullptr : &found->second.head;
}

void Sources::setDraft(const std::string& subject, const std::optional<std::string>& text) {
    if (const auto original = saved(subject); text && (!original || original->source != *text))
        m_drafts[subject] = *text;
    else
        m_drafts.erase(subject);
}

std::optional<Stage> Sources::saved(const std::string& subject) const {
    if (const engine::KernelFile* own = file(subject))
        return stageOfFile(*own);
    if (const auto known = m_kept.find(subject); known != m_kept.end())
        return known->second.stage;
    if (const Stage* stage = m_catalogue.find(subject))
        return *stage;
    return std::nullopt;
}

Stage Sources::stage(const Exhibit& exhibit) const {
    if (exhibit.isKept())
        addKept(pathOf(exhibit.subject));
    std::optional<Stage> stage = saved(exhibit.subject);
    if (!stage && exhibit.isFile() && exhibit.text && exhibit.launch) // a file that is elsewhere, in a session
        stage = stageOfFile({pathOf(exhibit.subject), *exhibit.text, *exhibit.launch});
    if (!stage && exhibit.isFile())
        throw ExhibitError(fmt::format("the file {} is not open", pathOf(exhibit.subject).string()));
    if (!stage) {
        const std::vector<std::string> ids = m_catalogue.ids();
        throw ExhibitError(fmt::format("there is no stage '{}'{}", exhibit.subject, suggestion(exhibit.subject, ids)));
    }
    if (exhibit.text)
        stage->source = *exhibit.text;
    if (stage->kernel && exhibit.launch)
        stage->kernel->name = exhibit.launch->kernel;
    if (!exhibit.lanes.empty())
        *stage = withLanes(std::move(*stage), exhibit.lanes);
    return *stage;
}

bool Sources::isChanged(const Exhibit& exhibit) const {
    return exhibit.text || !exhibit.lanes.empty() || exhibit.isFile() || exhibit.isKept();
}

Exhibit Sources::of(const std::string& subject, const Exhibit& now) const {
    Exhibit other;
    other.subject = subject;
    // Sums of as many elements as a matrix has in a row are none of those that their texts tell of.
    const auto trackOf = [&](const std::string& id) {
        const Stage* stage = m_catalogue.find(id);
        return stage ? stage->track : std::string();
    };
    if (trackOf(subject) == trackOf(now.subject))
        other.pictureSize = now.pictureSize;
    other.architecture = now.architecture;
    other.page = now.page;
    other.pictures = now.pictures;
    other.heat = now.heat;
    other.chart = now.chart;
    other.recording = now.recording;
    other.measured = now.measured;
    other.flushed = now.flushed;
    if (const launches::KeptLaunch* launch = kept(subject))
        other.architecture = launch->architecture;
    return other;
}

void Sources::settle(const Exhibit& before, Exhibit& exhibit) const {
    // Time passes many times a second.
    if (!differing(before, exhibit).has(sceneParts | Part::Comparison))
        return;
    if (exhibit.subject != before.subject && !exhibit.text)
        if (const auto draft = m_drafts.find(exhibit.subject); draft != m_drafts.end())
            exhibit.text = draft->second;
    try {
        engine::checkedArchitecture(exhibit.architecture);
        if (exhibit.isFile()) {
            exhibit.parameters.clear();
            exhibit.lanes.clear();
            if (const engine::KernelFile* own = file(exhibit.subject)) {
                if (!exhibit.launch)
                    exhibit.launch = own->launch;
                if (exhibit.text == own->text)
                    exhibit.text.reset();
            }
            static_cast<void>(stage(exhibit)); // there is one
        } else if (exhibit.isKept()) {
            settleKept(before, exhibit);
        } else {
            exhibit.launch.reset();
            settleStage(before, exhibit);
        }
        settleComparison(before, exhibit);
    } catch (const InstanceError& error) {
        throw ExhibitError(error.what());
    } catch (const engine::EngineError& error) {
        throw ExhibitError(error.what());
    }
}

// It is as the program has launched it: nothing of it can be changed but what it is looked at with.
void Sources::settleKept(const Exhibit& before, Exhibit& exhibit) const {
    exhibit.subject = addKept(pathOf(exhibit.subject));
    exhibit.text.reset();
    exhibit.launch.reset();
    exhibit.parameters.clear();
    exhibit.lanes.clear();
    const sim::simt::Dim3 &grid = kept(exhibit.subject)->grid, &block = exhibit.block;
    if (block.x < grid.x && block.y < grid.y && block.z < grid.z)
        return;
    if (exhibit.subject == before.subject && !(block == before.block))
        throw ExhibitError(fmt::format("there is no block {},{},{} in a grid of {}×{}×{}", block.x, block.y, block.z,
                                       grid.x, grid.y, grid.z));
    exhibit.block = {0, 0, 0};
}

void Sources::settleStage(const Exhibit& before, Exhibit& exhibit) const {
    const std::optional<Stage> original = saved(exhibit.subject);
    if (exhibit.text && original && exhibit.text == original->source)
        exhibit.text.reset();
    if (const Argument* typed = original ? typedArgument(*original) : nullptr; typed && typed->lanes == exhibit.lanes)
        exhibit.lanes.clear();
    const Stage shown = stage(exhibit);
    exhibit.subject = shown.id; // it may have had another name formerly
    exhibit.parameters = completeParameters(shown, exhibit.parameters);
    if (!shown.kernel) {
        exhibit.block = {0, 0, 0};
        return;
    }
    const StageInstance instance = makeInstance(shown, exhibit.parameters, cube(pictureSize(exhibit, shown)));
    const auto& [x, y, z] = instance.grid;
    if (exhibit.block.x < x && exhibit.block.y < y && exhibit.block.z < z)
        return;
    // A block that was chosen has to be there; one that goes away under another size gives way to the nearest.
    if (exhibit.subject != before.subject || !(exhibit.block == before.block))
        throw ExhibitError(fmt::format("there is no block {},{},{} in a grid of {}×{}×{}", exhibit.block.x,
                                       exhibit.block.y, exhibit.block.z, x, y, z));
    exhibit.block = {static_cast<uint32_t>(std::min<std::int64_t>(exhibit.block.x, x - 1)),
                     static_cast<uint32_t>(std::min<std::int64_t>(exhibit.block.y, y - 1)),
                     static_cast<uint32_t>(std::min<std::int64_t>(exhibit.block.z, z - 1))};
}

void Sources::settleComparison(const Exhibit& before, Exhibit& exhibit) const {
    if (!exhibit.comparison)
        return;
    const Stage* own = m_catalogue.find(exhibit.subject);
    if (own && !own->kernel) // nothing stands beside what cannot be looked into
        return exhibit.comparison.reset();
    Comparison& other = *exhibit.comparison;
    if (!other.architecture.empty())
        engine::checkedArchitecture(other.architecture);
    if (other.architecture == exhibit.architecture)
        other.architecture.clear();
    if (other.stage == exhibit.subject)
        other.stage.clear();
    if (!other.stage.empty()) {
        const Stage* stage = m_catalogue.find(other.stage);
        if (!stage)
            throw ExhibitError(
                fmt::format("there is no stage '{}'{}", other.stage, suggestion(other.stage, m_catalogue.ids())));
        if (!stage->kernel)
            throw ExhibitError(fmt::format("{} has no kernel to look into: compare with another stage", other.stage));
        static_cast<void>(completeParameters(*stage, other.parameters));
        return;
    }
    if (!exhibit.isFile() && !exhibit.isKept())
        static_cast<void>(completeParameters(stage(exhibit), replaced(exhibit.parameters, other.parameters)));
    // Both sides the same: the one that was shown before takes the other's place, as when a switch is thrown.
    if (replaced(exhibit.parameters, other.parameters) == exhibit.parameters && !other.parameters.empty()) {
        ParameterValues past;
        for (const ParameterValue& value : before.subject == exhibit.subject ? before.parameters : ParameterValues())
            if (std::find(exhibit.parameters.begin(), exhibit.parameters.end(), value) == exhibit.parameters.end())
                past.push_back(value);
        other.parameters = past;
    }
    std::erase_if(other.parameters, [&](const ParameterValue& value) {
        return std::find(exhibit.parameters.begin(), exhibit.parameters.end(), value) != exhibit.parameters.end();
    });
    if (other == Comparison())
        exhibit.comparison.reset();
}

bool Sources::samePlaces(const Exhibit& before, const Exhibit& now) {
    return before.subject == now.subject && before.block == now.block && before.pictureSize == now.pictureSize;
}

std::int64_t Sources::pictureSize(const Exhibit& exhibit, const Stage& stage) const {
    return exhibit.pictureSize > 0 ? exhibit.pictureSize : m_catalogue.track(stage.track).picture;
}

SceneRequest Sources::request(const Exhibit& exhibit) const {
    SceneRequest request;
    request.stage = stage(exhibit);
    request.parameters = exhibit.parameters;
    request.size = cube(pictureSize(exhibit, request.stage));
    request.block = exhibit.block;
    request.architecture = exhibit.architecture;
    if (exhibit.isKept())
        request.kept = pathOf(exhibit.subject);
    if (exhibit.isFile())
        request.file = engine::KernelFile{pathOf(exhibit.subject), request.stage.source,
                                          exhibit.launch.value_or(engine::FileLaunch())};
    return request;
}

SceneRequest Sources::countsRequest(const Exhibit& exhibit) const {
    SceneRequest request = this->request(exhibit);
    request.size = m_catalogue.track(request.stage.track).countedSize();
    request.block = {0, 0, 0};
    return request;
}

std::optional<Exhibit> Sources::compared(const Exhibit& exhibit) const {
    if (!exhibit.comparison)
        return std::nullopt;
    const Comparison& with = *exhibit.comparison;
    Exhibit other = exhibit;
    other.comparison.reset();
    if (!with.stage.empty()) {
        const Stage* stage = m_catalogue.find(with.stage);
        other.subject = with.stage;
        other.text.reset();
        other.launch.reset();
        other.lanes.clear();
        other.parameters = completeParameters(*stage, with.parameters);
        other.block = {0, 0, 0};
    } else {
        other.parameters = replaced(other.parameters, with.parameters);
    }
    if (!with.architecture.empty())
        other.architecture = with.architecture;
    return other;
}

std::optional<ParameterValue> switched(const Stage& stage, const ParameterValues& values) {
    for (const Parameter& parameter : stage.parameters) {
        if (!parameter.isSwitch)
            continue;
        const std::int64_t off = parameter.values.empty() ? parameter.minimum : parameter.values.front();
        const std::int64_t on = parameter.values.empty() ? parameter.maximum : parameter.values.back();
        for (const ParameterValue& value : values)
            if (value.name == parameter.name)
                return ParameterValue{value.name, value.value == on ? off : on};
    }
    return std::nullopt;
}

ParameterValues replaced(ParameterValues values, const ParameterValues& by) {
    for (const ParameterValue& other : by)
        for (ParameterValue& value : values)
            if (value.name == other.name)
                value = other;
    return values;
}

} // namespace warplens::app
